"""One file on its way into a store: read twice, first to check all of it, then to write it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from sys import intern

from msgspec.structs import replace
from pydantic import ValidationError

from environments import Environment, InvalidDataError, PangeaError
from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.records import Annotation, Scores
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.progress import Watch
from pangea_server.core.records import Record
from pangea_server.dataset.entries.entries import Entry, FollowerEntry, GuideEntry, WordsEntry
from pangea_server.dataset.entries.protocol import Found, Readable
from pangea_server.dataset.imports.followed import FollowedInstruction, followed_in
from pangea_server.dataset.imports.imported import Imported, imported_follower, imported_guide, numbers_of
from pangea_server.dataset.imports.imported_words import WordsImport, check_words, write_words
from pangea_server.dataset.imports.known import (
    SHARED,
    RecordKey,
    in_store,
    key_of,
    known_or_withdrawn,
    missing,
)
from pangea_server.dataset.imports.repeats import Coming, Kept, Repeats, ids_of
from pangea_server.dataset.imports.report import Broken, ImportReport
from pangea_server.dataset.imports.walk_scores import Walk, WalkScores
from pangea_server.stores.many import create_all
from pangea_server.stores.numbering import pass_over
from pangea_server.stores.protocol import Store, Transaction

ENTRIES_TOGETHER = 50
"""Entries in one transaction: Firestore takes 500 records at once."""
MANY_TOGETHER = 250
"""The same where a store handles many, and still nobody's chunk waits a second for it."""
KINDS: dict[type[Entry], str] = {
    GuideEntry: "Guide annotations",
    FollowerEntry: "Follower annotations",
    WordsEntry: "instructions' words",
}


@dataclass(slots=True)
class FileImport:
    """One file on its way into a store.

    Attributes:
        told, told_before: the instructions of the file that can be followed, by number, and those of the store that the
            entries at hand follow.
        paths: each path as it stands first, by number.
        alike: the viewpoints of paths, of which those that are the same are kept once.
        seen: where each entry stands, in entries from 0; what that is called is looked up when a person has to know.
        places_met: what it is called.
        agreed: records that many entries have, and that the store has in the same form.
        groups: how many groups of entries it has, once it was checked.
        as_before: numbers, from 1, of the groups whose records the store has as they came in before.
        known, notes, most: of these, as in ``ImportReport`` and ``Imported``.
    """

    store: Store
    places: Environment
    source: Readable
    file: Path
    language: str | None
    words: WordsImport
    repeats: Repeats
    scores: WalkScores
    told: dict[int, FollowedInstruction] = field(default_factory=dict)
    told_before: Mapping[int, FollowedInstruction] = field(default_factory=dict)
    paths: dict[int, FollowedInstruction] = field(default_factory=dict)
    alike: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    seen: dict[type[Entry], dict[int, int]] = field(default_factory=lambda: {kind: {} for kind in KINDS})
    places_met: list[str] = field(default_factory=list)
    agreed: set[RecordKey] = field(default_factory=set)
    groups: int = 0
    as_before: set[int] = field(default_factory=set)
    known: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    most: Counter[str] = field(default_factory=Counter)

    def checked(self) -> Iterator[Broken | None]:
        """The fault of each entry, or None; nothing is written."""
        start = 0
        for some in self._groups(self.source.read(self.file, self.places)):
            self.groups += 1
            coming = [self._coming(found) for found in some]
            if self._is_as_before(coming, start):
                self.as_before.add(self.groups)
                yield from [None] * len(some)
            else:
                yield from self._checked(some, coming, start)
            start += len(some)

    def write(self, broken: Collection[int], report: ImportReport, watch: Watch) -> None:
        """Write all entries but the ``broken`` ones, which are counted from 0, and those that are there as before."""
        if len(self.as_before) < self.groups:
            entries = self.source.read(self.file, self.places)
            self._write_all(watch(entries, f"Importing {self.file.name}", 0), broken, report)
        report.known += self.known
        report.notes += self.notes
        for name, last in self.most.items():
            pass_over(self.store.records, name, last)

    def _write_all(self, entries: Iterable[Found], broken: Collection[int], report: ImportReport) -> None:
        start = 0
        for number, some in enumerate(self._groups(entries), start=1):
            whole = [found for index, found in enumerate(some, start) if index not in broken]
            start += len(some)
            if number not in self.as_before:
                self._write(whole, report, is_whole=len(whole) == len(some))

    def _groups(self, entries: Iterable[Found]) -> Iterator[list[Found]]:
        """Entries that are looked up, scored and written together."""
        together = MANY_TOGETHER if self.store.answers_at_once else ENTRIES_TOGETHER
        following = iter(entries)
        while some := list(islice(following, together)):
            yield some

    def _coming(self, found: Found) -> Coming | None:
        """None for what is broken, or words alone."""
        entry = found.entry
        if isinstance(entry, PangeaError):
            return None
        if guide := entry.said:
            return Coming(found, guide if guide.language else replace(guide, language=self.language))
        return Coming(found, entry.followed) if entry.followed else None

    def _is_as_before(self, some: Sequence[Coming | None], start: int) -> bool:
        """Whether the store has all of these as they came in before; then they are counted."""
        coming = [each for each in some if each is not None]
        if len(coming) < len(some) or not self._are_new(coming):
            return False
        notes = self.repeats.notes(coming)
        if notes is None:
            return False
        for at, (_, entry) in enumerate(coming, start):
            self.seen[type(entry)][number_of(entry)] = at
            if guide := entry.said:
                self._follow(guide, at)
            self.known[KINDS[type(entry)]] += 1
            self._take(numbers_of(entry))
        self.notes.update(notes)
        return True

    def _are_new(self, some: Sequence[Coming]) -> bool:
        """Whether none of these stands in the file already, and none is on another path of the same number."""
        keys = {(type(entry), number_of(entry)) for _, entry in some}
        guides = [guide for _, entry in some if (guide := entry.said)]
        known = [(self.paths.get(guide.path_id), guide) for guide in guides]
        return (
            len(keys) == len(some)
            and not any(number in self.seen[kind] for kind, number in keys)
            and all(path is None or path.is_along(guide) for path, guide in known)
        )

    def _checked(
        self, some: Sequence[Found], coming: Sequence[Coming | None], start: int
    ) -> Iterator[Broken | None]:
        """The faults of some entries, whose records are looked for in the store together."""
        self._look_up_followed(coming)
        made = [
            self._made(at, *each)
            for at, each in enumerate(zip(some, coming, self._scored(coming), strict=True), start)
        ]
        whole = [each for each, its in zip(coming, made, strict=True) if each and not isinstance(its, Broken)]
        known = in_store(self.store.records, ids_of(whole)) - self.agreed
        for found, each, its in zip(some, coming, made, strict=True):
            yield its if isinstance(its, Broken) else self._fault(found, each, its, known)

    def _look_up_followed(self, some: Iterable[Coming | None]) -> None:
        """The instructions of the store that these entries follow, unless they are in the file."""
        walks = {each.entry.instruction_id for each in some if each and each.entry.followed}
        self.told_before = followed_in(self.store.records, walks - self.told.keys())

    def _scored(self, some: Iterable[Coming | None]) -> list[Scores | None]:
        walks: list[Walk | None] = []
        for each in some:
            walk = each.entry.followed if each else None
            told = self._found_told(walk.instruction_id) if walk else None
            walks.append((walk, told) if walk and told else None)
        return self.scores.of(walks)

    def _made(
        self, at: int, found: Found, coming: Coming | None, scores: Scores | None
    ) -> Broken | Imported | None:
        """What an entry is made into, which the store has not been asked about yet; nothing of words alone."""
        try:
            entry = _entry(found)
            number, seen = number_of(entry), self.seen[type(entry)]
            if number in seen:
                raise InvalidDataError(
                    f"{number} is already in {self._place(seen[number])}.",
                    remedy="Each id stands in one place.",
                )
            seen[number] = at
            if coming is None:
                assert isinstance(entry, WordsEntry)
                check_words(self.store, entry, self.words)
                return None
            imported = self._imported(coming, scores)
            if guide := coming.entry.said:
                self._follow(guide, at)
        except PangeaError as error:
            return Broken(found.place, error)
        return imported

    def _fault(
        self, found: Found, coming: Coming | None, imported: Imported | None, known: Collection[RecordKey]
    ) -> Broken | None:
        """What the store says against an entry, or against the instruction that was followed."""
        try:
            if coming and coming.entry.followed:
                self._told(coming.entry.instruction_id)
            if imported and known and (doubtful := self._doubtful(imported.records, known)):
                self.store.records.transact(partial(missing, records=doubtful))
                self._agree_on(doubtful)
        except PangeaError as error:
            if coming and coming.entry.said:
                del self.told[coming.entry.instruction_id]
            return Broken(found.place, error)
        return None

    def _doubtful(self, records: Iterable[Record], known: Collection[RecordKey]) -> list[Record]:
        """The known ones among records, without those that many share and that were compared before."""
        return [each for each in records if (key := key_of(each)) in known and key not in self.agreed]

    def _agree_on(self, records: Iterable[Record]) -> None:
        self.agreed.update(key_of(each) for each in records if isinstance(each, SHARED))

    def _follow(self, guide: GuideEntry, at: int) -> None:
        """Let walks follow this instruction, unless its path is another one than in the file so far."""
        first = self.paths.get(guide.path_id)
        if first is None:
            told = FollowedInstruction.by(guide, at)
            first = told._replace(path=self.alike.setdefault(told.path, told.path))
            self.paths[guide.path_id] = first
        elif not first.is_along(guide):
            raise InvalidDataError(
                f"The path {guide.path_id} is another one in {self._place(first.at)}.",
                remedy="A path_id has one scan, path, heading and split.",
            )
        is_same = first.language == guide.language
        self.told[guide.instruction_id] = (
            first if is_same else first._replace(language=intern(guide.language or ""))
        )

    def _place(self, at: int) -> str:
        """What the place of an entry is called: the file is read again for it, once."""
        if not self.places_met:
            self.places_met = [found.place for found in self.source.read(self.file, self.places)]
        return self.places_met[at]

    def _told(self, instruction_id: int) -> FollowedInstruction:
        told = self._found_told(instruction_id)
        if told is None:
            raise RecordNotFoundError(
                f"The instruction {instruction_id}, which was followed, is not in the store.",
                remedy="Import its Guide file first.",
            )
        return told

    def _found_told(self, instruction_id: int) -> FollowedInstruction | None:
        return self.told.get(instruction_id) or self.told_before.get(instruction_id)

    def _imported(self, coming: Coming, scores: Scores | None) -> Imported:
        found, entry = coming
        try:
            if guide := entry.said:
                return imported_guide(guide, found, self.places)
            assert entry.followed
            told = self._told(entry.instruction_id)
            return imported_follower(entry.followed, found, self.places, told, scores)
        except ValidationError as error:
            raise InvalidDataError(_first(error), remedy="Mend it.") from error
        except ValueError as error:
            raise InvalidDataError(f"{error}.", remedy="Mend it.") from error

    def _write(self, some: Sequence[Found], report: ImportReport, *, is_whole: bool) -> None:
        """Write entries together: a transaction, and so a sync, for each would be most of the time.

        Args:
            is_whole: they are all of their group, which can be known again.
        """
        coming = [self._coming(found) for found in some]
        self._look_up_followed(coming)
        made = list[tuple[Coming, Imported]]()
        for found, each, scores in zip(some, coming, self._scored(coming), strict=True):
            if each is None:
                counted = report.new if self._write_words(found) else report.known
                counted[KINDS[WordsEntry]] += 1
            else:
                made.append((each, self._imported(each, scores)))
        notes = Counter[str]()
        for _, imported in made:
            for name, data in imported.blobs.items():
                self.store.blobs.create(name, data)
            notes.update(imported.notes)
            self._take(imported.numbers)
        scans = (imported.scan_id for _, imported in made)
        kept = self.repeats.kept([each for each, _ in made], scans, +notes) if is_whole else None
        work = partial(self._written, [imported.records for _, imported in made], kept)
        written, new = self.store.records.transact(work)
        self._agree_on(new)
        for (each, _), is_new in zip(made, written, strict=True):
            (report.new if is_new else report.known)[KINDS[type(each.entry)]] += 1
        report.notes.update(notes)

    def _write_words(self, found: Found) -> bool:
        """Whether any of them is new."""
        entry = _entry(found)
        assert isinstance(entry, WordsEntry)
        return write_words(self.store, entry, self.words)

    def _take(self, numbers: Mapping[str, int]) -> None:
        for name, number in numbers.items():
            self.most[name] = max(self.most[name], number)

    def _written(
        self, coming: Sequence[Sequence[Record]], kept: Kept | None, transaction: Transaction
    ) -> tuple[list[bool], list[Record]]:
        """Create the records that the store does not have; returns for each entry whether there were any, and all."""
        known = known_or_withdrawn(transaction, [record for records in coming for record in records])
        remember = kept.in_transaction(transaction) if kept else None
        new: dict[RecordKey, Record] = {}
        changes, are_new = list[Record](), list[bool]()
        for records in coming:
            missing(transaction, self._doubtful(records, known))
            lacking = {key: each for each in records if (key := key_of(each)) not in new and key not in known}
            new |= lacking
            are_new.append(bool(lacking))
            if lacking:
                changes += [
                    Change(kind=e.kind, number=e.number) for e in records if isinstance(e, Annotation)
                ]
        create_all(transaction, [*new.values(), *changes])
        if remember:
            remember()
        return are_new, [*new.values()]


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
