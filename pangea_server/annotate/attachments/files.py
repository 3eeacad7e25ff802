"""Finding the files that a campaign's instructions show, and saying what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import file_digest
from io import BufferedReader
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from langcodes import tag_is_valid

from environments.errors import InvalidDataError
from environments.input.regular_files import open_regular
from pangea_server.annotate.attachments.content import media_type_of
from pangea_server.annotate.campaigns.faults import CampaignFault, KeyPath
from pangea_server.annotate.campaigns.records import Attachment, CampaignDefinition
from pangea_server.core.formatted import Captions, ShownMedia, TextAddress, is_https, references
from pangea_server.core.records import Artefact
from pangea_server.stores.protocol import BlobStore

MOST_FILES = 100
MOST_BYTES = 500 * 2**20
"""Of all files of a campaign together."""
SHOWN_AS = {"image": "picture", "video": "film"}
CAPTIONS = ".vtt"
NEAR = "Put it beside the campaign file, or below its folder."


class Attachments:
    """The files that a definition's instructions show; ``faults`` says what is wrong, with the line of the text.

    Args:
        folder: the folder of the campaign file; no file outside is read.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._found: dict[str, Attachment] = {}
        self.faults: list[CampaignFault] = []

    def read(self, definition: CampaignDefinition) -> tuple[Attachment, ...]:
        """Look at each file once, and return them by name."""
        for kind, texts in definition.instructions.items():
            for language, text in texts.items():
                for reference in references(text):
                    self._look(("instructions", kind, language), reference)
        found = tuple(sorted(self._found.values(), key=lambda each: each.name))
        total = sum(each.file.size for each in found)
        if len(found) > MOST_FILES or total > MOST_BYTES:
            self.faults.append(
                CampaignFault(
                    ("instructions",),
                    f"its texts show {len(found)} files with {total:,} bytes; "
                    f"at most {MOST_FILES} with {MOST_BYTES:,} can be shown",
                    "Show fewer, or smaller ones.",
                )
            )
        return found

    def store(self, blobs: BlobStore, attachments: Iterable[Attachment]) -> None:
        """Keep the files' bytes; what is stored already is not stored again.

        Raises:
            InvalidDataError: a file was changed since it was read.
        """
        for attachment in attachments:
            with open_regular(self._folder / attachment.name, self._folder) as file:
                if _digest(file) != attachment.file.sha256:
                    raise InvalidDataError(
                        f"The file {attachment.name} was changed while the campaign was being created.",
                        remedy="Create the campaign again.",
                    )
                file.seek(0)
                blobs.create(attachment.file.blob, file)

    def _look(self, where: KeyPath, reference: TextAddress) -> None:
        if reference.how == "link" or reference.is_elsewhere:
            problem = _wrong_address(reference)
        elif reference.address in self._found:
            problem = None
        else:
            problem = self._take(reference.address, reference.how)
        if problem:
            message, remedy = problem
            self.faults.append(CampaignFault(where, f"line {reference.line} of the text: {message}", remedy))

    def _take(self, name: str, how: str) -> tuple[str, str] | None:
        """Look at a file and, for a film, at its captions; what is wrong and its remedy, or None."""
        try:
            attachment = self._attachment(name)
            shown_as = SHOWN_AS.get(attachment.media_type.partition("/")[0], "captions file")
            if shown_as != how:
                return f"{name} is a {shown_as} ({attachment.media_type}) and is named like a {how}", (
                    "Give it the ending that fits its content."
                )
            names = [name, *self._captions_of(name)] if how == "film" else [name]
            for each in names:
                self._found[each] = self._attachment(each)
        except OSError as error:
            return f"the file {name} cannot be read ({error.strerror})", NEAR
        except ValueError as error:  # no name of a file can have a NUL
            return f"the file {name!r} cannot be read ({error})", NEAR
        except InvalidDataError as error:
            return f"the file {name} cannot be shown: {error.message.rstrip('.')}", error.remedy
        return None

    def _attachment(self, name: str) -> Attachment:
        with open_regular(self._folder / name, self._folder) as file:
            media_type = media_type_of(file)
            digest = _digest(file)
            artefact = Artefact(blob=f"attachments/{digest}", size=file.tell(), sha256=digest)
        return Attachment(name=name, media_type=media_type, file=artefact)

    def _captions_of(self, film: str) -> Iterator[str]:
        """``film.vtt`` and ``film.LANGUAGE.vtt`` beside ``film.mp4``."""
        beginning = PurePosixPath(film).with_suffix("")
        for file in sorted((self._folder / beginning.parent).iterdir()):
            name = str(beginning.parent / file.name)
            if name.startswith(f"{beginning}.") and name.endswith(CAPTIONS):
                language = _middle(name, str(beginning))
                if not language or tag_is_valid(language):
                    yield name


def _digest(file: BinaryIO) -> str:
    """The SHA-256 of a file, which is read to its end."""
    return file_digest(cast("BufferedReader", file), "sha256").hexdigest()


def shown_files(
    attachments: Iterable[Attachment], language: str, addresses: Mapping[str, str]
) -> dict[str, ShownMedia]:
    """The pictures and films for ``formatted``, by name.

    Args:
        language: of the text; captions whose name says none are in this language.
        addresses: of the files, by their SHA-256.
    """
    known = {each.name: addresses[each.file.sha256] for each in attachments}
    return {
        name: ShownMedia(address, tuple(_captions(name, language, known)))
        for name, address in known.items()
        if not name.endswith(CAPTIONS)
    }


def _captions(film: str, language: str, known: Mapping[str, str]) -> Iterator[Captions]:
    """A film's captions, those in the text's language first."""
    path = PurePosixPath(film)
    beginning = str(path.with_suffix(""))
    found = [
        Captions(address=address, language=_middle(name, beginning) or language)
        for name, address in known.items()
        if name.endswith(CAPTIONS) and name.startswith(f"{beginning}.")
    ]
    yield from sorted(found, key=lambda each: each.language.split("-")[0] != language.split("-")[0])


def _middle(name: str, beginning: str) -> str:
    return name.removeprefix(beginning).removesuffix(CAPTIONS).strip(".")


def _wrong_address(reference: TextAddress) -> tuple[str, str] | None:
    if reference.how == "link":
        if is_https(reference.address):
            return None
        return f"the link {reference.address!r} does not lead to an https address", "Write https://…"
    return (
        f"the {reference.how} {reference.address!r} would be loaded from elsewhere",
        "Save it as a file beside the campaign file, and write the file's name.",
    )
