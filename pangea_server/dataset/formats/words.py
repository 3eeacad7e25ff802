"""The words of each Guide in a file of their own, written by ``align.exports``: ``{split}/{instruction}`` and a suffix.

A Guide whose words have no times has no such file. Without a voice there is no TextGrid, because that states the length
of the voice, and no picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from align import TimedWord
from align.exports import read_localized_narratives, read_words
from align.formats.edited_files import MOST_WORDS_BYTES
from align.formats.made_from import made_from
from environments import Environment, InvalidDataError, PangeaError
from environments.input.regular_files import read_regular
from pangea_server.dataset.entries.dataset import Follower, Guide
from pangea_server.dataset.entries.entries import WordsEntry
from pangea_server.dataset.entries.files import Beside, ExportedFile, narrative_file, voice_files, words_file
from pangea_server.dataset.entries.protocol import VOICE, Format, Found

TIMES = {"times": VOICE}


class _Words(Format):
    """Words with times, in the format of ``align.exports`` with this file extension."""

    suffix: str
    beside: tuple[Beside, ...] = ()
    about: Mapping[str, Any] = TIMES

    def files(self, item: Guide | Follower) -> Iterable[ExportedFile]:
        said = item.said
        if said and said.alignment and said.words:
            guide = said.stored
            if guide.voice or "voice" not in self.beside:
                name = f"{guide.split}/{guide.record_id}{self.suffix}"
                beside = {part: getattr(said.annotation, part) for part in self.beside}
                yield words_file(name, said.alignment, said.words, beside)


class _ReadableWords(_Words):
    """Formats that can be read back."""

    def read(self, file: Path, places: Environment) -> Iterator[Found]:
        """The words of the instruction that the file is named after, such as 000026."""
        yield _found(file, lambda: read_words(file, source="mended"))


class WebVTT(_ReadableWords):
    name, suffix = "webvtt", ".vtt"
    summary = "words as WebVTT cues"


class Srt(_ReadableWords):
    name, suffix = "srt", ".srt"
    summary = "words as SubRip subtitles"


class TextGrid(_ReadableWords):
    name, suffix, beside = "textgrid", ".TextGrid", ("voice",)
    summary = "words for Praat and the Montreal Forced Aligner"


class Ctm(_ReadableWords):
    name, suffix = "ctm", ".ctm"
    summary = "words as NIST's CTM"


class JsonWords(_ReadableWords):
    name, suffix, beside = "json", ".json", ("pose_trace",)
    summary = "words with viewpoint and camera"
    about = TIMES | {"heading, elevation": "radians; heading 0 along +y, growing to the right"}


class Svg(_Words):
    name, suffix, beside = "svg", ".svg", ("voice", "pose_trace")
    summary = "a picture of voice, words and camera"


class Png(_Words):
    name, suffix, beside = "png", ".png", ("voice", "pose_trace")
    summary = "the same picture in pixels"


class LocalizedNarratives(Format):
    name = "localized_narratives"
    summary = "words and where the camera pointed (jsonl), and the voices (wav)"
    about: Mapping[str, Any] = TIMES | {
        "x, y": "0 to 1 on the viewpoint's equirectangular image, heading 0 in the centre, from the upper left"
    }

    def files(self, item: Guide | Follower) -> Iterable[ExportedFile]:
        said = item.said
        if said and said.words and said.annotation.pose_trace:
            guide, name = said.annotation, f"{said.annotation.split}/{said.annotation.record_id}"
            voice = f"voices/{name}.wav"
            yield narrative_file(
                f"{name}.jsonl", guide, said.annotation.pose_trace, said.words, voice if guide.voice else ""
            )
            yield from voice_files(voice, guide)

    def read(self, file: Path, places: Environment) -> Iterator[Found]:
        """The words of the instruction that the file is named after, such as 000026."""
        yield _found(file, lambda: read_localized_narratives(_bytes(file), source="mended"))


def _bytes(file: Path) -> bytes:
    try:
        return read_regular(file, most=MOST_WORDS_BYTES)
    except OSError as error:
        raise InvalidDataError(
            f"{file} cannot be read: {error.strerror}.", remedy="Check the file's name."
        ) from error


def _found(file: Path, read: Callable[[], Sequence[TimedWord]]) -> Found:
    try:
        if not file.stem.isdecimal():
            raise InvalidDataError(
                f"The name {file.name} does not say the instruction.", remedy="Name it as in 000026.vtt."
            )
        return Found(file.name, WordsEntry(int(file.stem), tuple(read()), made_from(file)))
    except PangeaError as error:
        return Found(file.name, error)
