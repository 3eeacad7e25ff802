"""Importing files into a store. Nothing of a file with faults is written, unless broken entries are to be skipped.

So each file is read twice: first it is checked, then it is written. Imported data has the same records as data
collected here: a finished task, a lease, a recording, an annotation; so it can be aligned, replayed, scored,
exported, backed up and withdrawn like the rest. Nothing is overwritten: existing data stays if it is the same, and is
a fault of the entry if it differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

from msgspec.structs import replace
from pydantic import ValidationError

from environments import Environment, InvalidDataError, PangeaError
from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.reading import found_guide
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.core.records import Record
from pangea_server.dataset.entries.entries import Entry, FollowerEntry, GuideEntry, WordsEntry
from pangea_server.dataset.entries.protocol import Found, Readable
from pangea_server.dataset.imports.imported import (
    FollowedInstruction,
    Imported,
    imported_follower,
    imported_guide,
)
from pangea_server.dataset.imports.imported_words import check_words, write_words
from pangea_server.dataset.imports.known import RecordKey, key_of, missing
from pangea_server.stores.numbering import pass_over
from pangea_server.stores.protocol import Store, Transaction

FAULTS_SHOWN = 20
ENTRIES_TOGETHER = 50  # entries in one transaction
_Path = tuple[str, tuple[str, ...], float, str]


class ImportRefusedError(InvalidDataError):
    """A file with faults in it; nothing of it was imported."""


@dataclass(frozen=True, slots=True)
class Broken:
    """An entry that cannot be imported; ``place`` names its file and line."""

    place: str
    error: PangeaError

    def __str__(self) -> str:
        message = self.error.message.removeprefix(f"{self.place}: ")
        return f"{self.place}: {message} {self.error.remedy}".rstrip()


@dataclass(slots=True)
class ImportReport:
    """The result of an import.

    Attributes:
        new, known: entries that were written, and that already existed, by kind.
        skipped: entries that are broken.
        notes: remarks for the user, with the number of entries that each is about.
    """

    new: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    skipped: list[Broken] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)


def import_files(
    store: Store,
    places: Environment,
    source: Readable,
    files: Sequence[Path],
    *,
    language: str | None = None,
    skip_broken: bool = False,
    watch: Watch = unwatched,
) -> ImportReport:
    """Import files one after another; a Guide file must come before the file of its Followers.

    Args:
        language: of entries that do not say theirs.
        skip_broken: import the rest of a file with broken entries.

    Raises:
        ImportRefusedError: a file has broken entries; those before it are imported.
        ConfigurationError, InvalidDataError: a file cannot be read at all.
    """
    report = ImportReport()
    for file in files:
        reading = _Reading(store, places, source, file, language)
        checked = enumerate(watch(reading.checked(), f"Checking {file.name}", 0))
        broken = {index: fault for index, fault in checked if fault is not None}
        if broken and not skip_broken:
            raise refused([file], list(broken.values()))
        report.skipped += broken.values()
        reading.write(broken.keys(), report, watch)
    return report


@dataclass(slots=True)
class _Reading:
    """One file on its way into a store."""

    store: Store
    places: Environment
    source: Readable
    file: Path
    language: str | None
    told: dict[int, FollowedInstruction] = field(default_factory=dict)
    paths: dict[int, tuple[str, _Path]] = field(default_factory=dict)

    def checked(self) -> Iterator[Broken | None]:
        """The fault of each entry, or None; nothing is written."""
        seen: dict[tuple[type[Entry], int], str] = {}  # where each entry stands
        for found in self.source.read(self.file, self.places):
            try:
                entry = _entry(found)
                key = type(entry), number_of(entry)
                if key in seen:
                    raise InvalidDataError(
                        f"{number_of(entry)} is already in {seen[key]}.",
                        remedy="Each id stands in one place.",
                    )
                seen[key] = found.place
                self._check(entry, found)
            except PangeaError as error:
                yield Broken(found.place, error)
            else:
                yield None

    def _check(self, entry: Entry, found: Found) -> None:
        if isinstance(entry, WordsEntry):
            check_words(self.store, entry)
            return
        imported = self._imported(entry, found)
        self.store.records.transact(lambda transaction: missing(transaction, imported.records))
        if guide := entry.said:
            told = FollowedInstruction.by(replace(guide, language=guide.language or self.language))
            self._check_path(guide, (told.scan_id, told.path, guide.heading, guide.split), found.place)
            self.told[guide.instruction_id] = told

    def _check_path(self, entry: GuideEntry, path: _Path, place: str) -> None:
        first, known = self.paths.setdefault(entry.path_id, (place, path))
        if known != path:
            raise InvalidDataError(
                f"The path {entry.path_id} is another one in {first}.",
                remedy="A path_id has one scan, path, heading and split.",
            )

    def write(self, broken: Collection[int], report: ImportReport, watch: Watch) -> None:
        """Write all entries but the ``broken`` ones, which are counted from 0."""
        most: Counter[str] = Counter()
        entries = watch(self.source.read(self.file, self.places), f"Importing {self.file.name}", 0)
        whole = (found for index, found in enumerate(entries) if index not in broken)
        while some := list(islice(whole, ENTRIES_TOGETHER)):
            new, known = self._write(some, report.notes, most)
            report.new += new
            report.known += known
        for name, number in most.items():
            pass_over(self.store.records, name, number)

    def _write(
        self, some: Iterable[Found], notes: Counter[str], most: Counter[str]
    ) -> tuple[Counter[str], Counter[str]]:
        """Write entries together: a transaction, and so a sync, for each would be most of the time.

        Returns how many of them are new, and how many were there already, by kind.
        """
        coming: list[tuple[GuideEntry | FollowerEntry, Sequence[Record]]] = []
        counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
        for found in some:
            entry = _entry(found)
            if isinstance(entry, WordsEntry):
                counts[write_words(self.store, entry)][KINDS[WordsEntry]] += 1
                continue
            imported = self._imported(entry, found)
            for name, data in imported.blobs.items():
                self.store.blobs.create(name, data)
            notes.update(imported.notes)
            for name, number in imported.numbers.items():
                most[name] = max(most[name], number)
            coming.append((entry, imported.records))
        written = self.store.records.transact(partial(_written, coming))
        for (entry, _), is_new in zip(coming, written, strict=True):
            counts[is_new][KINDS[type(entry)]] += 1
        return counts[True], counts[False]

    def _imported(self, entry: GuideEntry | FollowerEntry, found: Found) -> Imported:
        try:
            if guide := entry.said:
                guide = replace(guide, language=guide.language or self.language)
                return imported_guide(guide, found, self.places)
            if walk := entry.followed:
                return imported_follower(walk, found, self.places, self._told(walk.instruction_id))
            raise TypeError(f"{entry} is no annotation")  # the words alone are written by themselves
        except ValidationError as error:
            raise InvalidDataError(_first(error), remedy="Mend it.") from error

    def _told(self, instruction_id: int) -> FollowedInstruction:
        if instruction_id in self.told:
            return self.told[instruction_id]
        guide = found_guide(self.store.records, instruction_id)
        if guide is None:
            raise RecordNotFoundError(
                f"The instruction {instruction_id}, which was followed, is not in the store.",
                remedy="Import its Guide file first.",
            )
        return FollowedInstruction.of(guide)


def _written(
    coming: Iterable[tuple[GuideEntry | FollowerEntry, Sequence[Record]]], transaction: Transaction
) -> list[bool]:
    """Create the records of each entry that the store does not have; returns for each whether there were any."""
    new: dict[RecordKey, Record] = {}
    changes, are_new = list[Change](), list[bool]()
    for _, records in coming:
        lacking = missing(transaction, records, new)
        new.update((key_of(record), record) for record in lacking)
        are_new.append(bool(lacking))
        if lacking:
            changes += [
                Change(kind=each.kind, number=each.number) for each in records if isinstance(each, Annotation)
            ]
    for record in (*new.values(), *changes):
        transaction.create(record)
    return are_new


KINDS: dict[type[Entry], str] = {
    GuideEntry: "Guide annotations",
    FollowerEntry: "Follower annotations",
    WordsEntry: "instructions' words",
}


def number_of(entry: Entry) -> int:
    """What its kind is counted by."""
    return entry.followed.demonstration_id if entry.followed else entry.instruction_id


def _first(error: ValidationError) -> str:
    fault = error.errors()[0]
    return f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}."


def _entry(found: Found) -> Entry:
    if isinstance(found.entry, PangeaError):
        raise found.entry
    return found.entry


def refused(
    files: Sequence[Path],
    broken: Sequence[Broken],
    remedy: str = "Mend them, or import the others with --skip-broken.",
) -> ImportRefusedError:
    """The error for files with broken entries, which names the first ones."""
    names = ", ".join(file.name for file in files)
    shown = "\n".join(map(str, broken[:FAULTS_SHOWN]))
    more = f"\n... and {len(broken) - FAULTS_SHOWN} more." if len(broken) > FAULTS_SHOWN else ""
    return ImportRefusedError(
        f"Broken entries in {names}: {len(broken)}. Nothing of it was imported.\n{shown}{more}",
        remedy=remedy,
        places=[found.place for found in broken],
    )
