"""The store interface: records and blobs, kept the same way by every back end.

Every call is synchronous and blocks until it is durable: the effect of a call that returned survives a power cut.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import BinaryIO, Protocol, TypeVar

from msgspec import Struct

from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import Record

R = TypeVar("R", bound=Record)
P = TypeVar("P", bound=Struct)
T = TypeVar("T")
Scalar = str | int | bool | None
Where = Mapping[str, Scalar]
RECORD_ID = "record_id"


class Transaction(Protocol):
    """Reads and writes that happen together or not at all. All reads come before the first write."""

    def get(self, kind: type[R], record_id: str) -> R | None:
        """The record, or None."""

    def find(self, kind: type[R], where: Where, limit: int = 100) -> Sequence[R]:
        """Records whose indexed fields equal ``where``, in order of record id."""

    def create(self, record: Record) -> None:
        """Add a record. Raises StoreConflictError (at the latest on commit) when its id is taken."""

    def replace(self, record: Record) -> None:
        """Overwrite a record. Raises RecordNotFoundError (at the latest on commit) when there is none."""

    def delete(self, kind: type[Record], record_id: str) -> None:
        """Remove a record; removing one that does not exist is not an error."""


class RecordReader(Protocol):
    """Pages and counts of records."""

    def find(
        self,
        kind: type[R],
        where: Where | None = None,
        *,
        after: str | None = None,
        limit: int = 100,
        descending: bool = False,
    ) -> Sequence[R]:
        """A page of records after ``after``, in order of record id (plain code-point order).

        Args:
            where: equality on fields named in ``kind.indexed``; ``None`` as a value matches null.
            descending: from the last record id to the first; ``after`` then means before.
        """

    def find_parts(
        self, kind: type[Record], parts: type[P], *, after: str | None = None, limit: int = 100
    ) -> Sequence[tuple[str, P]]:
        """A page as ``find`` returns it, but each record has only its id and the fields that ``parts`` names.

        Several times as fast, for reading a whole store; the stored data is not validated.
        """

    def count(self, kind: type[R], where: Where | None = None) -> int:
        """The number of records that ``find`` would return on all its pages."""


class RecordStore(RecordReader, Protocol):
    """Small documents, one collection per ``Record`` class."""

    def create(self, record: Record) -> None:
        """Add a record; never overwrites.

        Raises:
            StoreConflictError: a record of this id exists; it is left as it was.
            InvalidDataError: not every back end could keep a record under this id (``names.py``).
        """

    def get(self, kind: type[R], record_id: str) -> R:
        """The record. Raises RecordNotFoundError when there is none."""

    def find_parts_of(
        self, kind: type[Record], parts: type[P], values: Collection[str | int], field: str = RECORD_ID
    ) -> Sequence[tuple[str, P]]:
        """As ``find_parts``, for the records whose ``field`` is one of these values, in any order.

        Args:
            field: ``record_id``, or a field named in ``kind.indexed``.
        """

    def snapshot(self) -> AbstractContextManager[RecordReader]:
        """A view of all records as they are now, unaffected by writes while the context is open."""

    def transact(self, work: Callable[[Transaction], T]) -> T:
        """Run ``work`` in a serialisable transaction and commit; run it again on contention.

        ``work`` must have no side effects of its own. An exception from it rolls everything back.
        """


def found(records: RecordStore, kind: type[R], record_id: str) -> R | None:
    """The record, or None when there is none."""
    try:
        return records.get(kind, record_id)
    except RecordNotFoundError:
        return None


@dataclass(frozen=True, slots=True)
class BlobInfo:
    """A stored blob: its name, its length in bytes, the SHA-256 of its bytes in hexadecimal."""

    name: str
    size: int
    sha256: str


class BlobStore(Protocol):
    """Large, immutable byte strings under slash-separated names made by the server."""

    def create(self, name: str, data: bytes | BinaryIO) -> bool:
        """Store ``data`` under ``name``. Returns True when it is new, False when the same bytes were already stored.

        Args:
            data: the bytes, or a seekable file of any length, which is read in blocks from its beginning.

        Raises:
            StoreConflictError: other bytes are stored under this name, and are left unchanged; or the name is
                a folder of other blobs.
            InvalidDataError: ``name`` is not parts of ``A-Z a-z 0-9 . _ -`` with slashes between.
        """

    def create_soon(
        self, info: BlobInfo, blocks: Sequence[bytes], owner: Record | None = None
    ) -> Future[bool]:
        """``create`` for bytes in memory whose length and SHA-256 are known, without waiting for the disk.

        Meant for many small blobs that are removed again later; they may be made durable together.

        Args:
            owner: a record that the blob belongs to. Nothing is stored if this record has changed or is missing.

        Returns:
            A future of what ``create`` would return or raise, done once it is durable; or of
                RecordChangedError.

        Raises:
            InvalidDataError: as of ``create``.
        """

    def stat(self, name: str) -> BlobInfo:
        """Raises BlobNotFoundError when there is none."""

    def open(self, name: str) -> BinaryIO:
        """A seekable reader of the blob. Raises BlobNotFoundError when there is none."""

    def read(self, name: str) -> bytes:
        """All bytes. Raises BlobNotFoundError when there is none."""

    def list(self, prefix: str, *, after: str = "", limit: int | None = None) -> Sequence[BlobInfo]:
        """Blobs whose name starts with ``prefix``, in order of name: those after ``after``, at most ``limit``."""

    def link(self, name: str, media_type: str) -> str | None:
        """A short-lived address at which anyone can read the blob; None where the server itself has to send it."""

    def delete(self, *names: str) -> None:
        """Remove blobs and erase their bytes; removing one that does not exist is not an error."""


class Store(Protocol):
    """One back end, named in the entry-point group ``pangea.stores``.

    It is opened by its class method ``from_settings(settings, *, exclusive=False)``; a server passes
    ``exclusive=True`` and is refused when the back end allows only one server and already has it. A back end that
    makes its own store has ``exists(settings)`` as well: without it, a mistyped setting makes an empty store.
    """

    @property
    def answers_at_once(self) -> bool:
        """Whether reading a record takes microseconds, so that even an event loop may do it."""

    @property
    def records(self) -> RecordStore: ...

    @property
    def blobs(self) -> BlobStore: ...

    def scrub(self) -> None:
        """Overwrite what removed records left in journals and free pages, as far as the back end lets us reach them.

        Raises:
            StoreError: a long read by another process prevented it; call again.
        """

    def close(self) -> None:
        """Close files and connections."""
