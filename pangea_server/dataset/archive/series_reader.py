"""``pangea restore`` and ``pangea drill``: a moment of a series as the contents of a store."""

from __future__ import annotations

import hashlib
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, TypeVar

from pangea_server.core.errors import ArchiveError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.core.records import Record
from pangea_server.dataset.archive.archive_reader import Archive
from pangea_server.dataset.archive.chain import SnapshotChain, Trust
from pangea_server.dataset.archive.contents import Parcel
from pangea_server.dataset.archive.encryption import Opener, Seal
from pangea_server.dataset.archive.layout import Damage
from pangea_server.dataset.archive.moments import (
    MomentList,
    blob_object,
    open_list,
    records_object,
)
from pangea_server.dataset.archive.places import Destination, copy_into
from pangea_server.stores.describe import BLOCK_BYTES
from pangea_server.stores.protocol import BlobInfo
from pangea_server.stores.tombstones import Tombstone

R = TypeVar("R", bound=Record)
CHECKS_AT_ONCE = 16  # blobs read at the same time


class SnapshotContents:
    """The ``Contents`` of a moment: its records, and those of its blobs that ``check`` found sound."""

    def __init__(self, place: Destination, listed: MomentList, records: Archive, opener: Opener) -> None:
        self._place = place
        self._listed = listed
        self._records = records
        self._opener = opener
        self._unsound: set[str] = set()
        self.name = listed.head.moment
        self.seal = listed.head.seal
        self.totals = listed.totals
        self.sha256 = listed.sha256
        self.signed_by = listed.signed_by
        self.damaged = [*records.damaged, *listed.damaged()]
        """What was damaged in the store, and blobs that ``check`` found to be damaged in the place."""

    @classmethod
    @contextmanager
    def open(
        cls, place: Destination, name: str, opener: Opener, trust: Trust, watch: Watch = unwatched
    ) -> Iterator[SnapshotContents]:
        """Open a moment; all its records and blobs are read and checked first.

        Raises:
            ConfigurationError: there is no private key for it.
            ArchiveError: its list or its records are missing or damaged, or somebody else made them.
        """
        with ExitStack() as opened:
            listed = opened.enter_context(open_list(place, name))
            trust.check(place, listed)
            records = opened.enter_context(_records(place, listed, opener))
            moment = cls(place, listed, records, opener)
            moment._check(watch)
            yield moment

    def records(self, kind: type[R]) -> Iterator[R]:
        return self._records.records(kind)

    def record_count(self, kind: type[Record]) -> int:
        return self._records.record_count(kind)

    def blobs(self) -> Iterator[Parcel]:
        for info in self._listed.blobs():
            if info.name not in self._unsound:
                yield Parcel(info, partial(self.read, info))

    def blob_count(self) -> int:
        return self.totals.blobs - len(self._unsound)

    def _check(self, watch: Watch) -> None:
        for info, fault in self._faults(watch(self._listed.blobs(), "Check", self.totals.blobs)):
            self._unsound.add(info.name)
            self.damaged.append(Damage(damaged=info.name, size=info.size, sha256=info.sha256, reason=fault))

    def _faults(self, wanted: Iterable[BlobInfo]) -> Iterator[tuple[BlobInfo, str]]:
        running: deque[tuple[BlobInfo, Future[str]]] = deque()
        with ThreadPoolExecutor(CHECKS_AT_ONCE) as pool:
            for info in wanted:
                running.append((info, pool.submit(self.fault_of, info)))
                if len(running) == 2 * CHECKS_AT_ONCE:
                    first, found = running.popleft()
                    if fault := found.result():
                        yield first, fault
            for info, found in running:
                if fault := found.result():
                    yield info, fault

    def fault_of(self, info: BlobInfo, name: str | None = None) -> str:
        """What is wrong with a blob in the place, or with the object ``name`` as one; empty when it is sound."""
        try:
            with self.read_object(name or blob_object(self.seal, info.sha256)) as file:
                digest, size = hashlib.sha256(), 0
                while size <= info.size and (block := file.read(BLOCK_BYTES)):
                    digest.update(block)
                    size += len(block)
        except ArchiveError as error:
            return error.message
        except OSError as error:
            return f"It cannot be read: {error.strerror}."
        return "" if (size, digest.hexdigest()) == (info.size, info.sha256) else "Its bytes have changed."

    def read(self, info: BlobInfo) -> BinaryIO:
        """The bytes of a blob, as the place has them."""
        return self.read_object(blob_object(self.seal, info.sha256))

    def read_object(self, name: str) -> BinaryIO:
        """What an object of the place holds, decrypted."""
        return _opened(self._place, name, self._opener, self.seal)


def newest_tombstones(chain: SnapshotChain, opener: Opener) -> tuple[list[Tombstone], list[str]]:
    """What was removed for good until the newest moment that can be read, and why a newer one cannot.

    No older moment brings back what these name.
    """
    faults = list[str]()
    for link in chain.links:
        try:
            with (
                open_list(chain.place, link.moment) as listed,
                _records(chain.place, listed, opener) as records,
            ):
                return [*records.records(Tombstone)], faults
        except ArchiveError as error:
            faults.append(f"{error.message} Whoever was removed since the backup before may come back.")
    return [], faults


@contextmanager
def _records(place: Destination, listed: MomentList, opener: Opener) -> Iterator[Archive]:
    name, head = records_object(listed.head.moment), listed.head
    with tempfile.TemporaryDirectory(prefix="pangea-restore-") as folder:
        path = Path(folder) / "records"
        with _opened(place, name, opener, head.seal) as file, path.open("xb") as copy:
            copy_into(file, copy, f"{place}: {name}", head.records_size)
        with path.open("rb") as copied:
            if hashlib.file_digest(copied, "sha256").hexdigest() != head.records:
                raise ArchiveError(f"{place}: the records of {head.moment} are damaged.")
        with Archive.open(path) as archive:
            yield archive


def _opened(place: Destination, name: str, opener: Opener, seal: Seal) -> BinaryIO:
    try:
        return opener.opened(place.open(name), seal)
    except ArchiveError as error:
        raise ArchiveError(f"{place}: {name}: {error.message}", remedy=error.remedy) from error
