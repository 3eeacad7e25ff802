"""What can be copied: the records and blobs of a store, or of an archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO, Protocol, TypeVar

from pangea_server.core.records import Record
from pangea_server.stores.paging import every, every_blob
from pangea_server.stores.protocol import BlobInfo, Store

R = TypeVar("R", bound=Record)
T = TypeVar("T")
IN_MEMORY = 8 * 2**20  # bytes up to which a whole blob is read into memory, so that it is fetched once


@dataclass(frozen=True, slots=True)
class Parcel:
    """A blob that can be copied; ``open`` gives its bytes, seekable, from any thread."""

    info: BlobInfo
    open: Callable[[], BinaryIO]


class Contents(Protocol):
    """Records in order of id, blobs in order of name."""

    def records(self, kind: type[R]) -> Iterator[R]:
        """All records of a kind."""

    def record_count(self, kind: type[Record]) -> int:
        """The number of records of a kind."""

    def blobs(self) -> Iterator[Parcel]:
        """All blobs."""

    def blob_count(self) -> int:
        """The number of blobs."""


class StoreContents:
    """The ``Contents`` of a store that does not change during the copy."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def records(self, kind: type[R]) -> Iterator[R]:
        return every(self._store.records, kind)

    def record_count(self, kind: type[Record]) -> int:
        return self._store.records.count(kind)

    def blobs(self) -> Iterator[Parcel]:
        blobs = self._store.blobs
        return (Parcel(info, partial(blobs.open, info.name)) for info in every_blob(blobs))

    def blob_count(self) -> int:
        return sum(1 for _ in every_blob(self._store.blobs))
