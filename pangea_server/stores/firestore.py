"""Records in Cloud Firestore: one collection per kind, the record's fields as the document's."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from google.api_core.exceptions import Aborted, AlreadyExists, NotFound
from google.api_core.retry import Retry
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter
from pydantic import ValidationError

from pangea_server.errors import RecordNotFoundError, StoreConflictError
from pangea_server.records import Record
from pangea_server.stores.failures import (
    read_after_write,
    record_conflict,
    record_not_found,
    unreadable_record,
)
from pangea_server.stores.google_errors import translated
from pangea_server.stores.names import check_record_id, is_record_id, plain_where
from pangea_server.stores.protocol import Transaction, Where

R = TypeVar("R", bound=Record)
T = TypeVar("T")
SERVICE = "Cloud Firestore"
DEADLINE = 20.0  # seconds for one call, retries included
CONTENTION = 60.0  # seconds that a transaction goes on trying while others are first


class FirestoreRecords:
    """A ``RecordStore`` over Cloud Firestore."""

    def __init__(self, client: firestore.Client) -> None:
        self._client = client
        self._turn = threading.Lock()

    def create(self, record: Record) -> None:
        reference = _reference(self._client, type(record), check_record_id(record.record_id))
        with translated(SERVICE):
            try:
                reference.create(_fields(record), timeout=DEADLINE)
            except AlreadyExists as error:
                raise record_conflict(record) from error

    def get(self, kind: type[R], record_id: str) -> R:
        record = None
        if is_record_id(record_id):
            with translated(SERVICE):
                snapshot = _reference(self._client, kind, record_id).get(timeout=DEADLINE)
                record = _parse(kind, snapshot)
        if record is None:
            raise record_not_found(kind, record_id)
        return record

    def find(
        self, kind: type[R], where: Where | None = None, *, after: str | None = None, limit: int = 100
    ) -> Sequence[R]:
        query = _query(self._client, kind, where).order_by("__name__").limit(limit)
        if after is not None:
            query = query.start_after({"__name__": _reference(self._client, kind, check_record_id(after))})
        with translated(SERVICE):
            return _parse_all(kind, query.stream(timeout=DEADLINE))

    def count(self, kind: type[R], where: Where | None = None) -> int:
        with translated(SERVICE):
            [[result]] = _query(self._client, kind, where).count().get(timeout=DEADLINE)
        return int(result.value)

    def transact(self, work: Callable[[Transaction], T]) -> T:
        again = Retry(predicate=_is_contended, initial=0.1, maximum=4.0, timeout=CONTENTION)
        with translated(SERVICE):
            try:
                return again(self._attempt)(work)
            except AlreadyExists as error:
                raise StoreConflictError("A record that the transaction creates exists already.") from error
            except NotFound as error:
                raise RecordNotFoundError("A record that the transaction replaces does not exist.") from error

    def _attempt(self, work: Callable[[Transaction], T]) -> T:
        """Firestore locks what a transaction reads: many at once on one document only wait each other out."""
        run = firestore.transactional(
            lambda transaction: work(_FirestoreTransaction(self._client, transaction))
        )
        with self._turn:
            result: T = run(self._client.transaction(max_attempts=1))
        return result


class _FirestoreTransaction:
    def __init__(self, client: firestore.Client, transaction: firestore.Transaction) -> None:
        self._client = client
        self._transaction = transaction
        self._has_written = False

    def get(self, kind: type[R], record_id: str) -> R | None:
        self._check_order()
        if not is_record_id(record_id):
            return None
        reference = _reference(self._client, kind, record_id)
        return _parse(kind, reference.get(transaction=self._transaction, timeout=DEADLINE))

    def find(self, kind: type[R], where: Where, limit: int = 100) -> Sequence[R]:
        self._check_order()
        query = _query(self._client, kind, where).order_by("__name__").limit(limit)
        return _parse_all(kind, query.stream(transaction=self._transaction, timeout=DEADLINE))

    def create(self, record: Record) -> None:
        self._has_written = True
        reference = _reference(self._client, type(record), check_record_id(record.record_id))
        self._transaction.create(reference, _fields(record))

    def replace(self, record: Record) -> None:
        self._has_written = True
        reference = _reference(self._client, type(record), check_record_id(record.record_id))
        self._transaction.update(reference, _fields(record))  # every field; a document that is missing fails

    def _check_order(self) -> None:
        if self._has_written:
            raise read_after_write()


def _is_contended(error: BaseException) -> bool:
    """Whether another transaction was first; after its last attempt the library says so by a ValueError."""
    return isinstance(error, Aborted) or isinstance(error.__cause__, Aborted)


def _reference(client: firestore.Client, kind: type[Record], record_id: str) -> Any:
    return client.collection(kind.collection).document(record_id)


def _query(client: firestore.Client, kind: type[Record], where: Where | None) -> Any:
    query: Any = client.collection(kind.collection)
    for name, value in plain_where(kind, where).items():
        query = query.where(filter=FieldFilter(name, "==", value))
    return query


def _fields(record: Record) -> dict[str, Any]:
    return record.model_dump(mode="json")


def _parse_all(kind: type[R], snapshots: Any) -> list[R]:
    found = (_parse(kind, snapshot) for snapshot in snapshots)
    return [record for record in found if record is not None]


def _parse(kind: type[R], snapshot: Any) -> R | None:
    if not snapshot.exists:
        return None
    try:
        return kind.model_validate(snapshot.to_dict())
    except ValidationError as error:
        raise unreadable_record(kind, snapshot.id) from error
