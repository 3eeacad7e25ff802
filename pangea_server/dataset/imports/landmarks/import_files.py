"""Importing files of landmarks. As with annotations, nothing of a file with faults is written, nothing is overwritten,
and a file that is imported again changes nothing: its ids become the same ids here, since they are digests of the
source's name and the ids there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from environments import Environment, PangeaError
from pangea_server.annotate.campaigns.records import ScanRecord
from pangea_server.annotate.landmarks.records import Chain
from pangea_server.core.progress import Watch, unwatched
from pangea_server.core.records import Record
from pangea_server.dataset.imports.imported import scan_record
from pangea_server.dataset.imports.known import RecordKey, key_of
from pangea_server.dataset.imports.landmarks.instructions import StoredInstructions
from pangea_server.dataset.imports.landmarks.known import (
    KINDS,
    FileRegions,
    check_known,
    grown,
    own_among,
    refuse_withdrawn,
    stored_among,
)
from pangea_server.dataset.imports.landmarks.renumbering import (
    ComingLandmarks,
    EntryPlace,
    given_ids,
    renumbered,
)
from pangea_server.dataset.imports.report import Broken, ImportReport, import_file
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry, ReadsLandmarks
from pangea_server.people.audit.log import note
from pangea_server.stores.many import create_all, known_among
from pangea_server.stores.protocol import Store, Transaction

RECORDS_TOGETHER = 400
"""Records in one transaction: Firestore once took 500 at most."""
MANY_TOGETHER = 2000
"""The same where a store handles many."""


def import_landmarks(
    store: Store,
    places: Environment,
    source: ReadsLandmarks,
    files: Sequence[Path],
    *,
    name: str,
    skip_broken: bool = False,
    watch: Watch = unwatched,
) -> ImportReport:
    """Import files one after another.

    Args:
        name: of the source whose ids the files have: the same id in two files is the same thing.
        skip_broken: import the rest of a file with broken entries.

    Raises:
        ImportRefusedError: a file has broken entries; those before it are imported.
        ConfigurationError, InvalidDataError: a file cannot be read at all.
    """
    report, instructions = ImportReport(), StoredInstructions(store.records)
    for file in files:
        reading = LandmarkImport(store, places, source, file, name, instructions)
        import_file(reading, report, skip_broken=skip_broken, watch=watch)
    return report


@dataclass(slots=True)
class LandmarkImport:
    """One file on its way into a store.

    Attributes:
        notes: what was found while it was checked.
        scans: those that the store has, or had to be told of.
    """

    store: Store
    places: Environment
    source: ReadsLandmarks
    file: Path
    name: str
    instructions: StoredInstructions
    notes: Counter[str] = field(default_factory=Counter)
    scans: set[str] = field(default_factory=set)

    def checked(self) -> Iterator[Broken | None]:
        """The fault of each entry, or None; nothing is written."""
        self.notes.clear()
        with closing(FileRegions()) as seen:
            for found in self.source.read_landmarks(self.file, self.places):
                yield self._fault(found, seen)

    def write(self, broken: Collection[int], report: ImportReport, watch: Watch) -> None:
        """Write all entries but the ``broken`` ones, which are counted from 0."""
        entries = watch(self._whole(broken), f"Importing {self.file.name}", 0)
        new = Counter[str]()
        for some in self._together(entries):
            written, known = self.store.records.transact(partial(self._written, some))
            new += written
            report.known += known
        report.new += new
        report.notes += self.notes
        if new:
            told = ", ".join(f"{count} {what}" for what, count in new.items())
            detail = f"{self.name}: {told}"
            self.store.records.transact(lambda transaction: note(transaction, None, "imported", None, detail))

    def _fault(self, found: FoundLandmarks, seen: FileRegions) -> Broken | None:
        try:
            coming = self._coming(found)
            seen.check(coming.regions)
            refuse_withdrawn(self.store.records, coming)
            self.notes += check_known(coming, stored_among(self.store.records, coming))
        except PangeaError as error:
            return Broken(found.place, error)
        self.notes += coming.notes
        self.notes.update(found.notes)
        return None

    def _coming(self, found: FoundLandmarks) -> ComingLandmarks:
        """Raises PangeaError: the entry is broken, or does not fit to the store or the environment."""
        if isinstance(found.entry, PangeaError):
            raise found.entry
        entry: LandmarkEntry = found.entry
        scan, told = self.places.scan(entry.scan_id), self.instructions.of(entry)
        where = EntryPlace(scan, self.instructions.path(entry, told.values()), told)
        own = own_among(self.store.records, entry.scan_id, given_ids(entry))
        return renumbered(entry, where, self.name, own)

    def _whole(self, broken: Collection[int]) -> Iterator[list[Record]]:
        for index, found in enumerate(self.source.read_landmarks(self.file, self.places)):
            if index not in broken:
                coming = self._coming(found)
                assert isinstance(found.entry, LandmarkEntry)
                yield [*self._scan(found.entry.scan_id), *coming]

    def _scan(self, scan_id: str) -> Iterator[ScanRecord]:
        """The scan's own record, the first time that it is met."""
        if scan_id not in self.scans:
            self.scans.add(scan_id)
            yield scan_record(self.places.scan(scan_id))

    def _together(self, entries: Iterable[list[Record]]) -> Iterator[list[Record]]:
        """Records of whole entries that are written together, unless one entry alone has more."""
        most = MANY_TOGETHER if self.store.answers_at_once else RECORDS_TOGETHER
        some: list[Record] = []
        for records in entries:
            if some and len(some) + len(records) > most:
                yield some
                some = []
            some += records
        if some:
            yield some

    def _written(
        self, coming: Sequence[Record], transaction: Transaction
    ) -> tuple[Counter[str], Counter[str]]:
        """Create what the store does not have, and let imported chains grow; counts what is new and what was there."""
        merged = _merged(coming)
        ids: dict[type[Record], set[str]] = {}
        for each in merged.values():
            ids.setdefault(type(each), set()).add(each.record_id)
        known = {
            (kind.collection, name)
            for kind, some in ids.items()
            for name in known_among(transaction, kind, some)
        }
        chains = [each for key, each in merged.items() if key in known and isinstance(each, Chain)]
        larger = [
            after
            for each in chains
            if (before := transaction.get(Chain, each.chain_id)) and (after := grown(before, each))
        ]
        lacking = [each for key, each in merged.items() if key not in known]
        create_all(transaction, lacking)
        for chain in larger:
            transaction.replace(chain)
        new = Counter(KINDS[type(each)] for each in (*lacking, *larger) if type(each) in KINDS)
        total = Counter(KINDS[type(each)] for each in merged.values() if type(each) in KINDS)
        return new, total - new


def _merged(coming: Iterable[Record]) -> dict[RecordKey, Record]:
    """Each record once; parts of one chain joined."""
    merged: dict[RecordKey, Record] = {}
    for each in coming:
        known = merged.get(key_of(each))
        if isinstance(known, Chain) and isinstance(each, Chain):
            merged[key_of(each)] = grown(known, each) or known
        else:
            merged.setdefault(key_of(each), each)
    return merged
