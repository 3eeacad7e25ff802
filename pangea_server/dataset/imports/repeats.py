"""Entries that came in before and are in the store as they came, so that a repeated import has nothing to do for them.

The records of entries depend on the entries, on the traces and voices beside them, on the scans that they walk and, for
walks, on the instruction. A digest of the first two names a record that is written together with theirs; it has
digests of their seals and of the scans. Where all three are found again, the store has what the import would write.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b, file_digest
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.json import Encoder
from msgspec.structs import replace

from environments import METRICS_VERSION, Environment, PangeaError, Scan
from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.alignments.word_columns import TimedWordSequence
from pangea_server.annotate.annotations.imported_rows import ImportedRows
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.annotate.tasks.records import Lease, Recording, Task
from pangea_server.core.errors import BlobNotFoundError
from pangea_server.core.records import Record, padded
from pangea_server.dataset.entries.entries import FollowerEntry, GuideEntry
from pangea_server.dataset.entries.protocol import Found
from pangea_server.dataset.imports.imported import who_made
from pangea_server.dataset.imports.known import LIVING, Ids, withdrawn_among
from pangea_server.people.access.records import Annotator
from pangea_server.quality.flags.records import FlagReport
from pangea_server.stores.many import HasSeals
from pangea_server.stores.protocol import Store, Transaction

MADE = 1
"""Counts up when other records are made from the same entries."""
DIGEST_BYTES = 16


class Coming(NamedTuple):
    """An entry as it was found; that of a Guide has its language."""

    found: Found
    entry: GuideEntry | FollowerEntry


@dataclass(slots=True)
class Repeats:
    """What earlier imports brought into a store."""

    store: Store
    places: Environment
    _scans: dict[str, bytes] = field(default_factory=dict)

    def notes(self, coming: Sequence[Coming]) -> Mapping[str, int] | None:
        """The remarks on these entries when they came in; None unless the store has them as they came then."""
        records, ids = self.store.records, ids_of(coming)
        if not isinstance(records, HasSeals):
            return None
        seals = sealed(records, _with_followed(ids, coming))
        digest = _digest_of(coming) if seals else None  # most that comes in is new
        found = self.store.records.find_parts_of(ImportedRows, _Rows, {digest}) if digest else ()
        for _, rows in found:
            if (rows.seals, rows.places) == (seals, self._places_of(rows.scans)) and self._has(
                records, coming, ids
            ):
                return rows.notes
        return None

    def kept(self, coming: Sequence[Coming], scans: Iterable[str], notes: Mapping[str, int]) -> Kept | None:
        """What is written with the records of these entries, so that they are known again; None where nothing is."""
        digest = _digest_of(coming) if coming and isinstance(self.store.records, HasSeals) else None
        scans = tuple(sorted(set(scans)))
        places = self._places_of(scans) if digest else None
        if not digest or not places:
            return None
        return Kept(digest, _with_followed(ids_of(coming), coming), scans, places, notes)

    def _places_of(self, scans: Iterable[str]) -> str | None:
        """A digest of the graphs of these scans; None where one is missing."""
        digest = blake2b(digest_size=DIGEST_BYTES)
        try:
            for scan_id in scans:
                if scan_id not in self._scans:
                    self._scans[scan_id] = _scan_digest(self.places.scan(scan_id))
                digest.update(self._scans[scan_id])
        except PangeaError:
            return None
        return digest.hexdigest()

    def _has(self, records: HasSeals, coming: Iterable[Coming], ids: Ids) -> bool:
        """Whether the store has what changes without becoming another one, and nothing of all this was withdrawn."""
        people = ids.get(Annotator, ())
        found = self.store.records.find_parts_of(Annotator, _Person, people)
        return (
            len(found) == len(people)
            and all(person.imported for _, person in found)
            and sealed(records, ids, LIVING) is not None
            and not withdrawn_among(self.store.records, ids)
            and all(map(self._has_blobs, coming))
        )

    def _has_blobs(self, coming: Coming) -> bool:
        found, entry = coming
        beside = {"voice.wav": found.voice, "pose_trace.npz": found.trace}
        try:
            for name in (name for name, source in beside.items() if source is not None):
                self.store.blobs.stat(f"recordings/{_lease_of(_task_of(entry))}/{name}")
        except BlobNotFoundError:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known again of entries that come in together; see ``ImportedRows``. ``ids``: of what is sealed."""

    digest: str
    ids: Ids
    scans: tuple[str, ...]
    places: str
    notes: Mapping[str, int]

    def in_transaction(self, transaction: Transaction) -> Callable[[], None]:
        """Reads what was kept before; call the result to keep this once the records are written."""
        known = transaction.get(ImportedRows, self.digest)

        def write() -> None:
            assert isinstance(transaction, HasSeals)
            if seals := sealed(transaction, self.ids):
                told = {"scans": self.scans, "places": self.places, "notes": dict(self.notes)}
                rows = ImportedRows(digest=self.digest, seals=seals, **told)
                if rows != known:
                    (transaction.replace if known else transaction.create)(rows)

        return write


def sealed(records: HasSeals, ids: Ids, kinds: Sequence[type[Record]] | None = None) -> str | None:
    """A digest of the seals of these records, of the kinds that stay as they come in; None where one is missing."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    for kind in SEALED if kinds is None else kinds:
        wanted = sorted(ids.get(kind, ()))
        seals = records.seals(kind, wanted) if wanted else {}
        if len(seals) < len(wanted):
            return None
        digest.update(b"".join(seals[name] for name in wanted))
    return digest.hexdigest()


def ids_of(coming: Iterable[Coming]) -> Ids:
    """The ids of the records that these entries are made into, by kind."""
    ids = defaultdict[type[Record], set[str]](set)
    for _, entry in coming:
        task = _task_of(entry)
        ids[Task].add(task)
        ids[Lease].add(_lease_of(task))
        ids[Recording].add(_lease_of(task))
        ids[Annotator].add(padded(who_made(entry)))
        if guide := entry.said:
            _add_guide(ids, guide)
        elif walk := entry.followed:
            ids[FollowerAnnotation].add(padded(walk.demonstration_id))
        if entry.review and entry.submitted_at:
            ids[Review].add(Review.id_of(entry.submitted_at, task))
        if entry.flags:
            ids[FlagReport].add(task)
    return ids


def _add_guide(ids: dict[type[Record], set[str]], guide: GuideEntry) -> None:
    number = padded(guide.instruction_id)
    ids[GuideAnnotation].add(number)
    ids[PathRecord].add(padded(guide.path_id))
    ids[ScanRecord].add(guide.scan)
    if guide.words or guide.alignment:
        ids[AlignmentRecord].add(_task_of(guide))
    for heard in guide.heard:
        ids[HeardWords].add(HeardWords.id_of(guide.instruction_id, heard.recogniser))


def _with_followed(ids: Ids, coming: Iterable[Coming]) -> Ids:
    """The same, and those of the instructions that walks among them follow."""
    wider = defaultdict[type[Record], set[str]](set, {kind: {*names} for kind, names in ids.items()})
    wider[GuideAnnotation] |= {padded(entry.instruction_id) for _, entry in coming if entry.followed}
    return wider


SEALED = (GuideAnnotation, FollowerAnnotation, Task, Lease, Recording, PathRecord)
"""What stays as it came in, or is another one."""


class _Rows(Struct):
    seals: str
    scans: list[str]
    places: str
    notes: dict[str, int]


class _Person(Struct):
    imported: bool = False


def _task_of(entry: GuideEntry | FollowerEntry) -> str:
    if walk := entry.followed:
        return f"follower-{padded(walk.demonstration_id)}"
    return f"guide-{padded(entry.instruction_id)}"


def _lease_of(task: str) -> str:
    return f"{Lease.IMPORTED}{task}"


def _scan_digest(scan: Scan) -> bytes:
    graph = scan.graph
    return blake2b(
        _encode((scan.scan_id, graph.viewpoint_ids, graph.edges())), digest_size=DIGEST_BYTES
    ).digest()


def _digest_of(coming: Iterable[Coming]) -> str | None:
    """A digest of these entries and of what is beside them; None where something of it cannot be read."""
    digest = blake2b(_encode((MADE, METRICS_VERSION)), digest_size=DIGEST_BYTES)
    try:
        for found, entry in coming:
            digest.update(_encode((entry, _digest(found.trace), _digest(found.voice))))
    except OSError:
        return None
    return digest.hexdigest()


def _digest(source: Path | bytes | None) -> str | None:
    if source is None:
        return None
    if isinstance(source, bytes):
        return blake2b(source).hexdigest()
    with source.open("rb") as file:
        return file_digest(file, "blake2b").hexdigest()


def _columns(words: object) -> Any:
    """Words as what is quick to encode: numbers need not be read by people."""
    if not isinstance(words, TimedWordSequence):
        raise NotImplementedError(f"{type(words)} is no part of an entry")
    kept = words.columns
    return replace(kept, start_time=[], end_time=[]), array("d", kept.start_time + kept.end_time).tobytes()


_encode = Encoder(enc_hook=_columns).encode
