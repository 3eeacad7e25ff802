"""Records in Cloud Firestore: one collection per kind, the record's fields as the document's."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from time import sleep
from typing import Any, TypeVar

import msgspec
from google.api_core.exceptions import (
    Aborted,
    AlreadyExists,
    GoogleAPIError,
    NotFound,
    ResourceExhausted,
    ServiceUnavailable,
)
from google.api_core.retry import Retry, if_exception_type
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter
from pydantic import ValidationError

from pangea_server.core.errors import RecordNotFoundError, StoreBusyError, StoreConflictError
from pangea_server.core.records import STORED, Counter, Record
from pangea_server.stores.documents import in_order, pack, unpack
from pangea_server.stores.failures import (
    check_may_change,
    read_after_write,
    record_conflict,
    record_not_found,
    unreadable_record,
)
from pangea_server.stores.firebase.google_errors import translated
from pangea_server.stores.names import check_field, check_record_id, is_record_id, plain_where
from pangea_server.stores.protocol import RECORD_ID, Transaction, Where

R = TypeVar("R", bound=Record)
P = TypeVar("P", bound=msgspec.Struct)
T = TypeVar("T")
SERVICE = "Cloud Firestore"
ALTERNATIVES = 30  # values that one query may name
PACKED = "packed"  # the whole record compressed, where it would outgrow a document
FIRESTORE_TIMEOUT_SECONDS = (
    10.0  # seconds that one call may take, retries included; left alone, a client waits five minutes
)
TURN_SECONDS = 2 * FIRESTORE_TIMEOUT_SECONDS  # that a transaction waits for those before it
CONTENTION_SECONDS = 30.0  # for which a transaction is tried again while others commit first
SETTLED = 0.1  # seconds until all earlier writes are visible; the emulator lags behind its clock
AWAY = if_exception_type(ResourceExhausted, ServiceUnavailable)
FIRESTORE_CALL_OPTIONS: Any = {
    "retry": Retry(predicate=AWAY, initial=0.1, maximum=2.0, timeout=FIRESTORE_TIMEOUT_SECONDS),
    "timeout": FIRESTORE_TIMEOUT_SECONDS,
}


class FirestoreRecords:
    """A ``RecordStore`` over Cloud Firestore; with a ``moment``, pages and counts show the state at that time."""

    def __init__(self, client: firestore.Client, moment: datetime | None = None) -> None:
        self._client = client
        self._moment = moment
        self._turn = threading.Lock()

    def create(self, record: Record) -> None:
        reference = _reference(self._client, type(record), check_record_id(record.record_id))
        with translated(SERVICE):
            try:
                reference.create(_fields(record), **FIRESTORE_CALL_OPTIONS)
            except AlreadyExists as error:
                raise record_conflict(record) from error

    def get(self, kind: type[R], record_id: str) -> R:
        record = None
        if is_record_id(record_id):
            with translated(SERVICE):
                snapshot = _reference(self._client, kind, record_id).get(**FIRESTORE_CALL_OPTIONS)
                record = _parse(kind, snapshot)
        if record is None:
            raise record_not_found(kind, record_id)
        return record

    def find(
        self,
        kind: type[R],
        where: Where | None = None,
        *,
        after: str | None = None,
        limit: int = 100,
        descending: bool = False,
    ) -> Sequence[R]:
        query = _page(self._client, kind, where, after, limit, descending)
        with translated(SERVICE):
            return _parse_all(kind, query.stream(read_time=self._moment, **FIRESTORE_CALL_OPTIONS))

    def find_parts(
        self, kind: type[Record], parts: type[P], *, after: str | None = None, limit: int = 100
    ) -> Sequence[tuple[str, P]]:
        query = _page(self._client, kind, None, after, limit, descending=False)
        with translated(SERVICE):
            found = query.select(_names(parts)).stream(read_time=self._moment, **FIRESTORE_CALL_OPTIONS)
            return [(snapshot.id, _part(kind, parts, snapshot)) for snapshot in found]

    def find_parts_of(
        self, kind: type[Record], parts: type[P], values: Collection[str | int], field: str = RECORD_ID
    ) -> Sequence[tuple[str, P]]:
        query = self._client.collection(kind.collection).select(_names(parts))
        wanted: list[Any] = list(values)
        if check_field(kind, field) == RECORD_ID:
            field = "__name__"
            wanted = [_reference(self._client, kind, each) for each in map(str, values) if is_record_id(each)]
        with translated(SERVICE):
            return [
                (snapshot.id, _part(kind, parts, snapshot))
                for start in range(0, len(wanted), ALTERNATIVES)
                for snapshot in query.where(
                    filter=FieldFilter(field, "in", wanted[start : start + ALTERNATIVES])
                ).stream(**FIRESTORE_CALL_OPTIONS)
            ]

    def count(self, kind: type[R], where: Where | None = None) -> int:
        query = _query(self._client, kind, where).count()
        with translated(SERVICE):
            [[result]] = query.get(read_time=self._moment, **FIRESTORE_CALL_OPTIONS)
        return int(result.value)

    @contextmanager
    def snapshot(self) -> Iterator[FirestoreRecords]:
        """Reads of the state at one past moment; the service allows them for an hour."""
        with translated(SERVICE):
            moment = _reference(self._client, Counter, "moment").get(**FIRESTORE_CALL_OPTIONS).read_time
        sleep(SETTLED)
        yield FirestoreRecords(self._client, moment)

    def transact(self, work: Callable[[Transaction], T]) -> T:
        again = Retry(
            predicate=if_exception_type(Aborted), initial=0.1, maximum=4.0, timeout=CONTENTION_SECONDS
        )
        with translated(SERVICE):
            try:
                return again(self._attempt)(work)
            except AlreadyExists as error:
                raise StoreConflictError("A record that the transaction creates already exists.") from error
            except NotFound as error:
                raise RecordNotFoundError("A record that the transaction replaces does not exist.") from error

    def _attempt(self, work: Callable[[Transaction], T]) -> T:
        run = firestore.transactional(
            lambda transaction: work(_FirestoreTransaction(self._client, transaction))
        )
        with self._my_turn():
            try:
                result: T = run(self._client.transaction(max_attempts=1))
            except ValueError as error:
                origin = error.__cause__ or error.__context__
                if isinstance(
                    origin, GoogleAPIError
                ):  # the library wraps contention, and hides a failed start
                    raise origin from None
                raise
        return result

    @contextmanager
    def _my_turn(self) -> Iterator[None]:
        """Firestore locks what a transaction reads: many transactions on one document only wait for each other."""
        if not self._turn.acquire(timeout=TURN_SECONDS):
            raise StoreBusyError(
                f"{SERVICE} is busy: other transactions are waiting for it.", remedy="Try again."
            )
        try:
            yield
        finally:
            self._turn.release()


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
        return _parse(kind, reference.get(transaction=self._transaction, **FIRESTORE_CALL_OPTIONS))

    def find(self, kind: type[R], where: Where, limit: int = 100) -> Sequence[R]:
        self._check_order()
        query = _query(self._client, kind, where).order_by("__name__").limit(limit)
        return _parse_all(kind, query.stream(transaction=self._transaction, **FIRESTORE_CALL_OPTIONS))

    def create(self, record: Record) -> None:
        self._has_written = True
        reference = _reference(self._client, type(record), check_record_id(record.record_id))
        self._transaction.create(reference, _fields(record))

    def replace(self, record: Record) -> None:
        self._has_written = True
        check_may_change(type(record), record.record_id)
        reference = _reference(self._client, type(record), check_record_id(record.record_id))
        fields = _fields(record)
        stale = {*type(record).model_fields, PACKED} - fields.keys()
        gone = dict.fromkeys(stale, firestore.DELETE_FIELD)
        self._transaction.update(reference, fields | gone)  # every field; a document that is missing fails

    def delete(self, kind: type[Record], record_id: str) -> None:
        self._has_written = True
        check_may_change(kind, record_id)
        if is_record_id(record_id):
            self._transaction.delete(_reference(self._client, kind, record_id))

    def _check_order(self) -> None:
        if self._has_written:
            raise read_after_write()


def _reference(client: firestore.Client, kind: type[Record], record_id: str) -> Any:
    return client.collection(kind.collection).document(record_id)


def _query(client: firestore.Client, kind: type[Record], where: Where | None) -> Any:
    query: Any = client.collection(kind.collection)
    for name, value in plain_where(kind, where).items():
        query = query.where(filter=FieldFilter(name, "==", value))
    return query


def _page(
    client: firestore.Client,
    kind: type[Record],
    where: Where | None,
    after: str | None,
    limit: int,
    descending: bool,
) -> Any:
    query = _query(client, kind, where).limit(limit)
    if descending:
        # by the field, because Firestore does not scan document names backwards
        query = query.order_by(RECORD_ID, direction=firestore.Query.DESCENDING)
        return query if after is None else query.start_after({RECORD_ID: check_record_id(after)})
    query = query.order_by("__name__")
    if after is None:
        return query
    return query.start_after({"__name__": _reference(client, kind, check_record_id(after))})


def _names(parts: type[msgspec.Struct]) -> list[str]:
    """The fields of a document that ``_part`` reads."""
    return [*(field.encode_name for field in msgspec.structs.fields(parts)), PACKED]


def _fields(record: Record) -> dict[str, Any]:
    packed = pack(record, record.model_dump_json(context=STORED))
    if packed is None:
        return record.model_dump(mode="json", context=STORED) | {RECORD_ID: record.record_id}
    searched = record.model_dump(mode="json", include=set(record.indexed))
    return searched | {RECORD_ID: record.record_id, PACKED: packed}


def _parse_all(kind: type[R], snapshots: Any) -> list[R]:
    found = (_parse(kind, snapshot) for snapshot in snapshots)
    return [record for record in found if record is not None]


def _parse(kind: type[R], snapshot: Any) -> R | None:
    if not snapshot.exists:
        return None
    fields = snapshot.to_dict()
    fields.pop(RECORD_ID, None)
    try:
        if PACKED in fields:
            return kind.model_validate_json(unpack(fields[PACKED]))
        return kind.model_validate(in_order(fields))
    except ValidationError as error:
        raise unreadable_record(kind, snapshot.id) from error


def _part(kind: type[Record], parts: type[P], snapshot: Any) -> P:
    fields = snapshot.to_dict()
    try:
        if PACKED in fields:
            return msgspec.json.decode(unpack(fields[PACKED]), type=parts)
        return msgspec.convert(fields, parts)
    except msgspec.DecodeError as error:
        raise unreadable_record(kind, snapshot.id) from error
