"""The instructions of a store that a file's landmarks are about, found by number or by their words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import islice

from msgspec import Struct

from environments import InvalidDataError
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import padded
from pangea_server.dataset.landmarks.entries import LandmarkEntry, SaidText
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

PATHS_TOGETHER = 100
SHOWN = 40
"""Characters of a text in a message."""


class StoredInstruction(Struct, frozen=True):
    """The parts of a stored ``GuideAnnotation`` that landmarks need."""

    instruction_id: int
    path_id: int
    scan_id: str
    language: str
    path: tuple[str, ...]
    split: str
    transcript: str


class StoredInstructions:
    """The instructions of a store. Of a scan whose texts were looked for, it keeps 8 bytes of each."""

    def __init__(self, records: RecordStore) -> None:
        self._records = records
        self._by_words: dict[str, dict[bytes, tuple[int, ...]]] = {}

    def of(self, entry: LandmarkEntry) -> dict[int, StoredInstruction]:
        """The instruction of each text of an entry, by the entry's number for it.

        Raises:
            RecordNotFoundError: the store has none for one of the texts.
            InvalidDataError: it has other words, or several that fit.
        """
        numbers = [said.instruction_id for said in entry.said]
        if len({*numbers}) < len(numbers):
            raise InvalidDataError(
                f"An instruction is there twice, of {', '.join(map(str, numbers))}.",
                remedy="Each instruction stands in an entry once.",
            )
        stored = self._numbered(said.instruction_id for said in entry.said if said.stored)
        told = {
            said.instruction_id: _same_words(said, entry, stored)
            if said.stored
            else self._saying(said, entry)
            for said in entry.said
        }
        if len({each.instruction_id for each in told.values()}) < len(told):
            raise InvalidDataError(
                f"Several texts are one instruction of the store: {', '.join(map(str, told))}.",
                remedy="Each instruction stands in an entry once.",
            )
        return told

    def path(self, entry: LandmarkEntry, told: Iterable[StoredInstruction]) -> int | None:
        """The store's path of an entry; None where it is about none.

        Raises:
            InvalidDataError: its instructions are of several.
            RecordNotFoundError: it names one that the store has not, or in another scan.
        """
        paths = sorted({each.path_id for each in told})
        if len(paths) > 1:
            raise InvalidDataError(
                f"The instructions are of different paths: {', '.join(map(str, paths))}.",
                remedy="An entry has the instructions of one path.",
            )
        if paths or entry.path_id is None:
            return paths[0] if paths else None
        found = self._records.find_parts_of(PathRecord, _PathScan, {padded(entry.path_id)})
        if not any(path.scan_id == entry.scan_id for _, path in found):
            raise RecordNotFoundError(
                f"There is no path {entry.path_id} in the scan {entry.scan_id}.",
                remedy="Import the instructions first.",
            )
        return entry.path_id

    def _numbered(self, numbers: Iterable[int]) -> dict[int, StoredInstruction]:
        wanted = {padded(number) for number in numbers if number >= 0}
        found = self._records.find_parts_of(GuideAnnotation, StoredInstruction, wanted) if wanted else ()
        return {each.instruction_id: each for _, each in found}

    def _saying(self, said: SaidText, entry: LandmarkEntry) -> StoredInstruction:
        known = self._numbered(self._words(entry.scan_id).get(_digest(said.text), ()))
        alike = [each for each in known.values() if each.transcript == said.text]
        along = [each for each in alike if not entry.path or each.path == entry.path]
        if len(along) == 1:
            return along[0]
        where = (
            f"on the path {' '.join(entry.path)}" if alike and not along else f"of the scan {entry.scan_id}"
        )
        if not along:
            raise RecordNotFoundError(
                f"No instruction {where} says {_shown(said.text)}.",
                remedy="Import the instructions first; their words must be those of the file.",
            )
        numbers = ", ".join(str(each.instruction_id) for each in along)
        raise InvalidDataError(
            f"Several instructions {where} say {_shown(said.text)}: {numbers}.",
            remedy="Take a file that says their numbers or paths.",
        )

    def _words(self, scan_id: str) -> Mapping[bytes, tuple[int, ...]]:
        if scan_id not in self._by_words:
            words: dict[bytes, tuple[int, ...]] = {}
            for each in self._of_scan(scan_id):
                digest = _digest(each.transcript)
                words[digest] = (*words.get(digest, ()), each.instruction_id)
            self._by_words[scan_id] = words
        return self._by_words[scan_id]

    def _of_scan(self, scan_id: str) -> Iterator[StoredInstruction]:
        paths = every(self._records, PathRecord, {"scan_id": scan_id})
        while some := [each.path_id for each in islice(paths, PATHS_TOGETHER)]:
            for _, each in self._records.find_parts_of(GuideAnnotation, StoredInstruction, some, "path_id"):
                yield each


class _PathScan(Struct):
    scan_id: str


def _same_words(
    said: SaidText, entry: LandmarkEntry, stored: Mapping[int, StoredInstruction]
) -> StoredInstruction:
    told = stored.get(said.instruction_id)
    if told is None:
        raise RecordNotFoundError(
            f"The instruction {said.instruction_id} is not in the store.",
            remedy="Import the instructions first.",
        )
    if told.scan_id != entry.scan_id:
        raise InvalidDataError(
            f"The instruction {said.instruction_id} is of the scan {told.scan_id}, not of {entry.scan_id}.",
            remedy="Import into the store that the file was made from.",
        )
    if said.text and told.transcript != said.text:  # a file may have the spans' words alone
        same = _alike(told.transcript, said.text)
        raise InvalidDataError(
            f"The instruction {said.instruction_id} has other words from character {same} on: "
            f"{_shown(said.text[same:])} in the file, {_shown(told.transcript[same:])} in the store.",
            remedy="Mark the words that the store has; mentions are never shifted.",
        )
    return told


def _alike(one: str, other: str) -> int:
    """How many characters the two begin with in common."""
    shorter = min(len(one), len(other))
    return next((n for n in range(shorter) if one[n] != other[n]), shorter)


def _digest(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=8).digest()


def _shown(text: str) -> str:
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")
