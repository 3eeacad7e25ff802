"""The records that instructions from files have in a store, and the numbers that those without any get."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from environments import Environment, InvalidDataError
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.kinds import declared, words_kind
from pangea_server.collect.planning.wanted import drawn_heading
from pangea_server.core.records import Counter, padded
from pangea_server.dataset.entries.entries import GuideEntry
from pangea_server.dataset.entries.protocol import Found
from pangea_server.dataset.imports.imported import NOBODY, Imported, imported_guide
from pangea_server.dataset.imports.known import missing
from pangea_server.dataset.written.faults import CheckedInstruction
from pangea_server.dataset.written.order import shuffled
from pangea_server.stores.numbering import pass_over_from
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction, found

PathKey = tuple[str, tuple[str, ...]]
PATHS = "paths"


@dataclass(frozen=True, slots=True)
class Numbered:
    """An instruction with its path and its number.

    Attributes:
        is_known: the store has it already.
        is_drawn: its number is a new one, and not that of its file.
    """

    checked: CheckedInstruction
    path: PathRecord
    number: int
    is_known: bool = False
    is_drawn: bool = False

    @property
    def path_id(self) -> int:
        return self.path.path_id

    @property
    def system(self) -> str | None:
        return self.checked.row.system

    @property
    def annotator_id(self) -> int:
        """Who wrote it; people are counted from 1, and nobody is 0."""
        return self.checked.row.annotator_id if self.checked.row.annotator_id is not None else NOBODY

    @property
    def has_voice(self) -> bool:
        return self.checked.written.voice is not None

    def imported(self, places: Environment) -> Imported:
        """Its records and blobs. Raises PangeaError when a file beside it is damaged."""
        row, path, written = self.checked.row, self.path, self.checked.written
        entry = GuideEntry(
            instruction_id=self.number,
            path_id=path.path_id,
            split=path.split,
            scan=path.scan_id,
            path=path.path,
            heading=path.heading,
            annotator_id=self.annotator_id,
            language=self.checked.language,
            transcript=row.instruction,
            system=row.system,
        )
        return imported_guide(entry, Found(written.place, entry, written.trace, written.voice), places)


@dataclass(slots=True)
class Numbers:
    """Gives paths and instructions the numbers that they have in the store, in their file, or else the next ones.

    Attributes:
        keeps: whether numbers of the file are kept; in a comparison of systems they are not, because their order could
            show which system wrote an instruction.
    """

    records: RecordStore
    keeps: bool
    _paths: dict[str, dict[tuple[str, ...], PathRecord]] = field(default_factory=dict)
    _ids: dict[int, PathRecord] = field(default_factory=dict)
    _read: dict[str, int] = field(default_factory=dict)
    _next: dict[str, int] = field(default_factory=dict)
    _given: dict[str, frozenset[int | None]] = field(default_factory=dict)

    def path_of(self, scan: str, number: int) -> tuple[str, ...] | None:
        """The viewpoints of a stored path; None where the scan has none of this number."""
        self._stored(scan)
        path = self._ids.get(number)
        return path.path if path and path.scan_id == scan else None

    def numbered(self, instructions: Sequence[CheckedInstruction], seed: int) -> list[Numbered]:
        """All of them, with new numbers in random order."""
        if self.keeps:
            rows = [checked.row for checked in instructions]
            self._given[PATHS] = frozenset(row.path_id for row in rows)
            self._given[declared(words_kind()).counter] = frozenset(row.instruction_id for row in rows)
        paths = {checked.key[:2]: self._path(checked) for checked in instructions}
        known = self._known({path.path_id for path in paths.values()})
        drawn = shuffled(random.Random(f"{seed} numbers"), instructions)
        found = {id(checked): self._numbered(checked, paths[checked.key[:2]], known) for checked in drawn}
        return [found[id(checked)] for checked in instructions]

    def claim(self, instructions: Sequence[Numbered]) -> bool:
        """Take the numbers, and write the new paths, so that whoever numbers after this knows them. False, with nothing
        written, where numbers were given out since these were chosen.

        Raises:
            StoreConflictError: the store has another path under a number of the file.
        """
        last = {
            PATHS: max(each.path_id for each in instructions),
            declared(words_kind()).counter: max(each.number for each in instructions),
            "annotators": max(each.annotator_id for each in instructions),
        }
        paths = {each.path_id: each.path for each in instructions}

        def take(transaction: Transaction) -> bool:
            counters = {name: transaction.get(Counter, name) for name in last}
            values = {name: counter.value if counter else 0 for name, counter in counters.items()}
            if any(values[name] != read for name, read in self._read.items()):
                return False
            new = missing(transaction, list(paths.values()))
            for name, number in last.items():
                pass_over_from(transaction, counters[name], name, number)
            for path in new:
                transaction.create(path)
            return True

        return self.records.transact(take)

    def _numbered(
        self, checked: CheckedInstruction, path: PathRecord, known: Mapping[tuple[object, ...], int]
    ) -> Numbered:
        row = checked.row
        if self.keeps and row.instruction_id is not None:
            return Numbered(checked, path, row.instruction_id)
        number = known.get((path.path_id, checked.language, row.system, row.instruction))
        if number is not None:
            return Numbered(checked, path, number, is_known=True)
        return Numbered(checked, path, self._new(declared(words_kind()).counter), is_drawn=True)

    def _path(self, checked: CheckedInstruction) -> PathRecord:
        """The stored path with these viewpoints, or a new one.

        Raises:
            InvalidDataError: the number or the heading in the file is that of another one.
        """
        row, stored = checked.row, self._stored(checked.row.scan)
        path = stored.get(checked.path)
        if path is None:
            path = stored[checked.path] = self._new_path(checked)
            self._ids[path.path_id] = path
        elif row.heading is not None and row.heading != path.heading:
            raise InvalidDataError(
                f"{checked.written.place}: the store's path {path.path_id} begins with the heading {path.heading}, and "
                f"this one with {row.heading}.",
                remedy="Leave heading out, so that all people begin alike.",
            )
        return path

    def _new_path(self, checked: CheckedInstruction) -> PathRecord:
        row = checked.row
        number = row.path_id if self.keeps else None
        if number is not None and (other := self._path_numbered(number)):
            raise InvalidDataError(
                f"{checked.written.place}: the path_id {number} is another path of {other.scan_id} in the store.",
                remedy="Leave path_id out; the path gets a number of its own.",
            )
        return PathRecord(
            path_id=self._new(PATHS) if number is None else number,
            scan_id=row.scan,
            path=checked.path,
            heading=drawn_heading(row.scan, checked.path) if row.heading is None else row.heading,
            split=self._split(row.scan) or row.split or "train",
        )

    def _split(self, scan: str) -> str | None:
        """The split of the scan's other paths, so that no scan is in two."""
        return next((path.split for path in self._stored(scan).values()), None)

    def _stored(self, scan: str) -> dict[tuple[str, ...], PathRecord]:
        if scan not in self._paths:
            found = list(every(self.records, PathRecord, {"scan_id": scan}))
            self._paths[scan] = {path.path: path for path in reversed(found)}
            self._ids.update((path.path_id, path) for path in found)
        return self._paths[scan]

    def _path_numbered(self, number: int) -> PathRecord | None:
        if number in self._ids:
            return self._ids[number]
        return found(self.records, PathRecord, padded(number))

    def _known(self, path_ids: Iterable[int]) -> Mapping[tuple[object, ...], int]:
        return {
            (path_id, guide.language, guide.system, guide.transcript): guide.instruction_id
            for path_id in path_ids
            for guide in every(self.records, GuideAnnotation, {"path_id": path_id})
        }

    def _new(self, counter: str) -> int:
        """The next number that no row has, without taking it: the writer reserves all numbers that are used."""
        if counter not in self._next:
            known = found(self.records, Counter, counter)
            self._read[counter] = self._next[counter] = known.value if known else 0
        given = self._given.get(counter, frozenset())
        self._next[counter] += 1
        while self._next[counter] in given:
            self._next[counter] += 1
        return self._next[counter]


def by_language(instructions: Iterable[Numbered]) -> Iterator[tuple[str, list[Numbered]]]:
    """The instructions of each language, in the order of the languages' names."""
    found: dict[str, list[Numbered]] = defaultdict(list)
    for each in instructions:
        found[each.checked.language].append(each)
    yield from sorted(found.items())
