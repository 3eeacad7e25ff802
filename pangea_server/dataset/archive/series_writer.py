"""``pangea backup --to``: the next moment of a series."""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from environments.errors import ConfigurationError, PangeaError
from environments.folders import make_folder
from pangea_server.core.errors import ArchiveError, BlobDamagedError, DatabaseDamagedError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.dataset.archive.archive_writer import HashedReader, is_listed, opened_blob, write_records
from pangea_server.dataset.archive.backup_state import Newest, keep_newest, read_newest
from pangea_server.dataset.archive.encryption import Seal
from pangea_server.dataset.archive.layout import Damage, Totals
from pangea_server.dataset.archive.moments import (
    MOMENT_FORMAT,
    MomentEnd,
    MomentList,
    SnapshotHead,
    blob_line,
    blob_object,
    list_object,
    moment_names,
    next_moment,
    open_list,
    records_object,
)
from pangea_server.dataset.archive.places import Destination, scratch_file
from pangea_server.dataset.archive.salvaged import blob_count, readable_blobs
from pangea_server.dataset.archive.signatures import SIGNING_KEY, Signer, signer_of
from pangea_server.stores.describe import BLOCK_BYTES
from pangea_server.stores.protocol import BlobInfo, BlobStore, Store
from pangea_server.stores.unfinished import refuse_unfinished

MOST_PASSED_OVER = 100  # lists that cannot be read
COPIES_AT_ONCE = 16  # blobs copied at the same time


@dataclass(frozen=True)
class Series:
    """A place to which this machine adds moments.

    Attributes:
        seal: whom they are encrypted to.
        directory: has the key that signs them, and what was saved last.
    """

    place: Destination
    seal: Seal
    directory: Path

    @cached_property
    def signer(self) -> Signer:
        return signer_of(self.directory)

    @property
    def newest(self) -> Newest | None:
        return read_newest(self.directory).get(self.place.address)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Holds the series while it is written: two at once would make two ends of one chain.

        Raises:
            ConfigurationError: another backup of this data directory writes it.
        """
        make_folder(self.directory)
        mark = hashlib.sha256(self.place.address.encode()).hexdigest()[:12]
        with (self.directory / f"backup-{mark}.lock").open("ab") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise ConfigurationError(
                    f"Another `pangea backup` of {self.directory} is writing to {self.place}.",
                    remedy="Wait for it; one with --every must be stopped first.",
                ) from error
            yield

    def note(self, moment: str, entries: int = 0) -> None:
        """What is there now is not forgotten, if somebody puts an older series in its place."""
        keep_newest(self.directory, self.place.address, Newest(moment, entries))


@dataclass(frozen=True, slots=True)
class Saved:
    """A moment that was added: what it has, of which ``new`` was copied now; blobs that are damaged in the store.

    Moments before ``oldest`` are no part of the series any more.
    """

    moment: str
    oldest: str
    totals: Totals
    new: Totals
    damaged: list[Damage]

    def __str__(self) -> str:
        new = f"{self.new.blobs} of the blobs are new, {self.new.size / 1e6:.1f} MB"
        return f"{self.moment}, {self.totals}; {new}"


def save_moment(
    store: Store, series: Series, watch: Watch = unwatched, keep_days: int | None = None
) -> Saved:
    """Add the store as it is now to a series.

    Records are those of one moment; of the blobs, only those are copied that the last moment had not. An interrupted
    backup leaves no moment; the next one finds the blobs that were copied.

    Args:
        keep_days: older moments are no part of the series any more; ``prune`` removes them.

    Raises:
        StoreError: the store or the place cannot be read.
        ConfigurationError: the place cannot be written, or has another store's series or an encrypted one.
    """
    with suppress(DatabaseDamagedError):  # which is named below
        refuse_unfinished(store)
    place, seal = series.place, series.seal
    with ExitStack() as opened:
        names = moment_names(place)
        before = _Before.find(series, names, opened)
        oldest = first_kept(keep_days)
        moment = next_moment(before.last.head.moment if before.last else None)
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="pangea-backup-")))
        with store.records.snapshot() as records:
            saved = write_records(records, folder / "records", watch)
        records_file = opened.enter_context((folder / "records").open("rb"))
        head = SnapshotHead(
            moment=moment,
            previous=before.last and before.last.link,
            oldest=max(oldest, before.last.head.oldest if before.last else min([*names, moment])),
            passed_over=before.passed_over,
            recipients=seal.recipients,
            records=hashlib.file_digest(records_file, "sha256").hexdigest(),
            records_size=os.fstat(records_file.fileno()).st_size,
        )
        written = opened.enter_context(scratch_file())
        copying = _Copying(store.blobs, place, seal)
        new, damaged = _write_list(written, head, copying, before.last, saved.totals, watch)
        with seal.sealed(records_file) as sealed:
            place.put(records_object(moment), sealed)
        with series.signer.signed(list_object(moment), written) as signed:
            place.put(list_object(moment), signed)
        with open_list(place, moment):
            series.note(moment)  # what could not be read again is no backup
    return Saved(moment, head.oldest, saved.totals, new, [*before.damaged, *saved.damaged, *damaged])


def first_kept(keep_days: int | None) -> str:
    """Moments whose names are before this one are older than so many days."""
    if keep_days is None:
        return ""
    return (datetime.now(UTC) - timedelta(days=keep_days)).strftime(MOMENT_FORMAT)


@dataclass(frozen=True, slots=True)
class _Before:
    """The last moment of a series that can be read, and what is wrong with those after it."""

    last: MomentList | None
    passed_over: tuple[str, ...]
    damaged: list[Damage]

    @classmethod
    def find(cls, series: Series, names: list[str], opened: ExitStack) -> _Before:
        last, passed_over, damaged = None, list[str](), list[Damage]()
        for name in reversed(names):
            try:
                last = opened.enter_context(open_list(series.place, name))
                break
            except ArchiveError as error:
                passed_over.append(name)
                damaged.append(Damage(damaged=f"the backup {name}", reason=error.message))
        if len(passed_over) > MOST_PASSED_OVER:
            raise ConfigurationError(
                f"{series.place} has {len(passed_over)} lists that cannot be read.",
                remedy="Remove what is no backup, or name another place.",
            )
        if last:
            _refuse_another(series, last)
        known = series.newest
        if known and known.moment not in names:
            damaged.append(
                Damage(damaged=f"the backup {known.moment}", reason=f"{series.place}: it is missing.")
            )
        return cls(last, tuple(passed_over), damaged)


def _refuse_another(series: Series, last: MomentList) -> None:
    if last.signed_by != series.signer.public:
        raise ConfigurationError(
            f"{series.place} has a series that another machine has signed: {last.head.moment} is by {last.signed_by}.",
            remedy="Name a place of its own, or remove what is not yours. If it is this store's, from before its "
            "data directory was lost or "
            f"restored: put its {SIGNING_KEY} into {series.directory}.",
        )
    if last.head.recipients and not series.seal.recipients:
        raise ConfigurationError(
            f"{series.place} has an encrypted series.",
            remedy=f"Encrypt this one as well: --recipient {' --recipient '.join(last.head.recipients)}; "
            "or name another place.",
        )


def _write_list(
    written: BinaryIO,
    head: SnapshotHead,
    copying: _Copying,
    last: MomentList | None,
    totals: Totals,
    watch: Watch,
) -> tuple[Totals, list[Damage]]:
    """The list of a moment, in the course of which its blobs are copied; counts them in ``totals``."""
    new, damaged = Totals(), list[Damage]()
    written.write(head.model_dump_json().encode() + b"\n")
    known = last.blobs() if last and last.head.seal.name == head.seal.name else iter(())
    count = blob_count(copying.blobs)
    for info, outcome in copying.all(watch(_and_known(copying.blobs, known), "Blobs", count)):
        if isinstance(outcome, Damage):
            damaged.append(outcome)
            written.write(outcome.line())
        elif outcome is not None and isinstance(info, BlobInfo):
            written.write(blob_line(info))
            totals.blobs += 1
            totals.size += info.size
            if outcome:
                new.blobs += 1
                new.size += info.size
    written.write(MomentEnd(total=totals).model_dump_json().encode() + b"\n")
    return new, damaged


def _and_known(blobs: BlobStore, known: Iterator[BlobInfo]) -> Iterator[tuple[BlobInfo | Damage, bool]]:
    """Each blob of the store, and whether the last moment had it; both are in order of name."""
    before = next(known, None)
    for info in readable_blobs(blobs):
        name = info.damaged if isinstance(info, Damage) else info.name
        while before and before.name < name:
            before = next(known, None)
        yield info, before == info


Outcome = bool | Damage | None
"""Whether a blob was copied now; or how it is damaged; or None where it was removed meanwhile."""


class _Copying:
    """Copies blobs into a place, several at the same time."""

    def __init__(self, blobs: BlobStore, place: Destination, seal: Seal) -> None:
        self.blobs = blobs
        self._place = place
        self._seal = seal

    def all(
        self, wanted: Iterable[tuple[BlobInfo | Damage, bool]]
    ) -> Iterator[tuple[BlobInfo | Damage, Outcome]]:
        """The outcome of each blob, in their order."""
        running: deque[tuple[BlobInfo | Damage, Future[Outcome]]] = deque()
        with ThreadPoolExecutor(COPIES_AT_ONCE) as pool:
            for info, is_known in wanted:
                running.append((info, pool.submit(self._copy, info, is_known)))
                if len(running) == 2 * COPIES_AT_ONCE:
                    first, outcome = running.popleft()
                    yield first, outcome.result()
            for info, outcome in running:
                yield info, outcome.result()

    def _copy(self, info: BlobInfo | Damage, is_known: bool) -> Outcome:
        if isinstance(info, Damage):
            return info
        name = blob_object(self._seal, info.sha256)
        if is_known or self._place.has(name):
            return False
        try:
            with opened_blob(self.blobs, info) as file:
                if reason := _fault(info, file):
                    return _damage(info, reason)
                with self._seal.sealed(file) as sealed:
                    self._place.put(name, sealed)
        except (BlobDamagedError, DatabaseDamagedError) as error:
            return _damage(info, error.message)
        except PangeaError:
            if is_listed(self.blobs, info.name):
                raise
            return None
        return True


def _fault(info: BlobInfo, file: BinaryIO) -> str:
    """What is wrong with the bytes of a blob; empty when they are those that were stored."""
    readable, size = HashedReader(info.name, file), 0
    file.seek(0)
    while block := readable.read(BLOCK_BYTES):
        size += len(block)
    return (
        "" if (size, readable.digest.hexdigest()) == (info.size, info.sha256) else "Its bytes have changed."
    )


def _damage(info: BlobInfo, reason: str) -> Damage:
    return Damage(damaged=info.name, size=info.size, sha256=info.sha256, reason=reason)
