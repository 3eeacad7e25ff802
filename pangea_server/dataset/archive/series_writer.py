"""``pangea backup --to``: the next moment of a series."""

from __future__ import annotations

import hashlib
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from environments.errors import PangeaError
from pangea_server.core.errors import ArchiveError, BlobDamagedError, DatabaseDamagedError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.dataset.archive.archive_writer import Readable, is_listed, opened_blob, write_records
from pangea_server.dataset.archive.encryption import Seal
from pangea_server.dataset.archive.layout import Damage, Totals
from pangea_server.dataset.archive.moments import (
    LIST_SUFFIX,
    MOMENTS_PREFIX,
    RECORDS_SUFFIX,
    Head,
    MomentEnd,
    MomentList,
    blob_line,
    blob_object,
    moment_names,
    next_moment,
    open_list,
)
from pangea_server.dataset.archive.places import Place, scratch_file
from pangea_server.dataset.archive.salvaged import blob_count, readable_blobs
from pangea_server.stores.describe import BLOCK_BYTES
from pangea_server.stores.protocol import BlobInfo, BlobStore, Store
from pangea_server.stores.unfinished import refuse_unfinished

COPIES_AT_ONCE = 16  # blobs copied at the same time


@dataclass(frozen=True, slots=True)
class Saved:
    """A moment that was added: what it has, of which ``new`` was copied now; blobs that are damaged in the store."""

    moment: str
    totals: Totals
    new: Totals
    damaged: list[Damage]

    def __str__(self) -> str:
        new = f"{self.new.blobs} of the blobs are new, {self.new.size / 1e6:.1f} MB"
        return f"{self.moment}, {self.totals}; {new}"


def save_moment(store: Store, place: Place, seal: Seal, watch: Watch = unwatched) -> Saved:
    """Add the store as it is now to the series in ``place``.

    Records are those of one moment; of the blobs, only those are copied that the last moment had not. An interrupted
    backup leaves no moment; the next one finds the blobs that were copied.

    Raises:
        StoreError: the store or the place cannot be read.
        ConfigurationError: the place cannot be written.
    """
    with suppress(DatabaseDamagedError):  # which is named below
        refuse_unfinished(store)
    with ExitStack() as opened:
        names = moment_names(place)
        last, damaged_before = None, list[Damage]()
        try:
            last = opened.enter_context(open_list(place, names[-1])) if names else None
        except ArchiveError as error:  # the next one begins a chain of its own
            damaged_before.append(Damage(damaged=f"the backup {names[-1]}", reason=error.message))
        moment = next_moment(names[-1] if names else None)
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="pangea-backup-")))
        with store.records.snapshot() as records:
            saved = write_records(records, folder / "records", watch)
        records_file = opened.enter_context((folder / "records").open("rb"))
        head = Head(
            moment=moment,
            previous=last and last.link,
            recipients=seal.recipients,
            records=hashlib.file_digest(records_file, "sha256").hexdigest(),
        )
        written = opened.enter_context(scratch_file())
        new, damaged = _write_list(
            written, head, _Copying(store.blobs, place, seal), last, saved.totals, watch
        )
        with seal.sealed(records_file) as sealed:
            place.put(f"{MOMENTS_PREFIX}{moment}{RECORDS_SUFFIX}", sealed)
        place.put(f"{MOMENTS_PREFIX}{moment}{LIST_SUFFIX}", written)
    return Saved(moment, saved.totals, new, [*damaged_before, *saved.damaged, *damaged])


def _write_list(
    written: BinaryIO,
    head: Head,
    copying: _Copying,
    last: MomentList | None,
    totals: Totals,
    watch: Watch,
) -> tuple[Totals, list[Damage]]:
    """The list of a moment, in the course of which its blobs are copied; counts them in ``totals``."""
    digest, new, damaged = hashlib.sha256(), Totals(), list[Damage]()

    def write(line: bytes) -> None:
        written.write(line)
        digest.update(line)

    write(head.model_dump_json().encode() + b"\n")
    known = last.blobs() if last and last.head.seal.name == head.seal.name else iter(())
    count = blob_count(copying.blobs)
    for info, outcome in copying.all(watch(_and_known(copying.blobs, known), "Blobs", count)):
        if isinstance(outcome, Damage):
            damaged.append(outcome)
            write(outcome.line())
        elif outcome is not None and isinstance(info, BlobInfo):
            write(blob_line(info))
            totals.blobs += 1
            totals.size += info.size
            if outcome:
                new.blobs += 1
                new.size += info.size
    written.write(MomentEnd(total=totals, sha256=digest.hexdigest()).model_dump_json().encode() + b"\n")
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

    def __init__(self, blobs: BlobStore, place: Place, seal: Seal) -> None:
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
    readable, size = Readable(info.name, file), 0
    file.seek(0)
    while block := readable.read(BLOCK_BYTES):
        size += len(block)
    return (
        "" if (size, readable.digest.hexdigest()) == (info.size, info.sha256) else "Its bytes have changed."
    )


def _damage(info: BlobInfo, reason: str) -> Damage:
    return Damage(damaged=info.name, size=info.size, sha256=info.sha256, reason=reason)
