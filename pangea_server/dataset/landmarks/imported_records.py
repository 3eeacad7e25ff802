"""Records of landmarks from what a file says: imported, of nobody here, under the file's own numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from environments import InvalidDataError, PangeaError
from environments.regions import Region
from pangea_server.annotate.landmarks.records import (
    Chain,
    Entity,
    Mention,
    RegionRecord,
    transcript_digest,
)
from pangea_server.core.records import padded
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry, SaidText
from pangea_server.dataset.landmarks.source_files import placed

Span = tuple[int, int]
"""The characters of a text from the first to behind the last."""


def found_at(place: str, make: Callable[[list[str]], LandmarkEntry]) -> FoundLandmarks:
    """What ``make`` makes of a place of a file, or what is wrong there; ``make`` adds its notes to the list."""
    notes: list[str] = []
    try:
        with placed(place):
            return FoundLandmarks(place, make(notes), tuple(notes))
    except PangeaError as error:
        return FoundLandmarks(place, error)


class EntryMaker:
    """The records of one path, or of some viewpoints, of a scan."""

    def __init__(
        self, scan_id: str, path_id: int | None = None, path: Sequence[str] = (), split: str | None = None
    ) -> None:
        self.scan_id, self.path_id, self.path, self.split = scan_id, path_id, tuple(path), split
        self._said: dict[int, SaidText] = {}
        self._mentions: dict[str, Mention] = {}
        self._chains: dict[str, Chain] = {}
        self._entities: dict[str, Entity] = {}
        self._regions: dict[str, RegionRecord] = {}

    def say(self, said: SaidText) -> SaidText:
        """Add the words of an instruction."""
        self._said.setdefault(said.instruction_id, said)
        return said

    def mention(
        self,
        said: SaidText,
        span: Span | None = None,
        *,
        text: str | None = None,
        types: Sequence[str] = (),
        number: str = "unclear",
        form: str = "name",
    ) -> Mention:
        """A span of an instruction; all of it without ``span``. ``text`` where ``said`` lacks the words.

        Raises:
            InvalidDataError: the instruction does not have these characters.
        """
        start, end = (0, len(said.text)) if span is None else span
        words = said.text[start:end] if text is None else text
        if not 0 <= start < end or len(words) != end - start:
            raise InvalidDataError(
                f"The characters {start} to {end} of instruction {said.instruction_id} are {words!r:.80}.",
                remedy="Count characters (code points) from 0, the end not included.",
            )
        made = Mention.model_validate(
            {
                "instruction_id": said.instruction_id,
                "path_id": self.path_id or 0,
                "scan_id": self.scan_id,
                "language": said.language or "",
                "start_char": start,
                "end_char": end,
                "text": words,
                "types": tuple(types),
                "number": number,
                "form": form,
                "source": "imported",
                "transcript_sha256": transcript_digest(said.text),
            }
        )
        return self._mentions.setdefault(made.mention_id, made)

    def entity(
        self, entity_id: str, source: str, *, types: Sequence[str] = (), labels: dict[str, str] | None = None
    ) -> Entity:
        """A thing of the scan; ``source`` is the file's format with the thing's id there."""
        told = {"entity_id": entity_id, "scan_id": self.scan_id, "types": tuple(types), "source": source}
        return self._entities.setdefault(entity_id, Entity.model_validate(told | {"labels": labels or {}}))

    def chain(self, chain_id: str | None, mentions: Sequence[Mention], entities: Sequence[Entity]) -> None:
        """Mentions that mean these things; added to the chain of this id, where there is one."""
        name = chain_id or f"{padded(self.path_id or 0)}-c{len(self._chains) + 1}"
        before = self._chains.get(name)
        said = [*(before.mentions if before else ()), *(each.mention_id for each in mentions)]
        things = [*(before.entities if before else ()), *(each.entity_id for each in entities)]
        self._chains[name] = Chain(
            chain_id=name,
            path_id=self.path_id or 0,
            scan_id=self.scan_id,
            mentions=tuple(dict.fromkeys(said)),
            need="box" if things else "undecided",
            entities=tuple(dict.fromkeys(things)),
            source="imported",
        )

    def has_region(self, region_id: str) -> bool:
        """Whether a region of this id was added."""
        return region_id in self._regions

    def region(self, region_id: str, entity_id: str | None, viewpoint_id: str, shape: Region) -> None:
        """What a viewpoint sees of a thing.

        Raises:
            InvalidDataError: the entry has another region of this id.
        """
        if region_id in self._regions:
            raise InvalidDataError(
                f"The region {region_id} is there twice.", remedy="Give each region an id of its own."
            )
        self._regions[region_id] = RegionRecord(
            region_id=region_id,
            entity_id=entity_id,
            scan_id=self.scan_id,
            viewpoint_id=viewpoint_id,
            shape=shape,
            source="imported",
        )

    def made(self) -> LandmarkEntry:
        """All of it."""
        return LandmarkEntry(
            self.scan_id,
            self.path_id,
            self.path,
            tuple(self._said.values()),
            tuple(self._mentions.values()),
            (),
            tuple(self._chains.values()),
            tuple(self._entities.values()),
            tuple(self._regions.values()),
            self.split,
        )
