"""Records in SQLite: a table of JSON documents per kind, searched by generated columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

import sqlalchemy as sa
from pydantic import ValidationError
from sqlalchemy.exc import IntegrityError

from pangea_server.records import Record
from pangea_server.stores.failures import (
    read_after_write,
    record_conflict,
    record_not_found,
    unreadable_record,
)
from pangea_server.stores.names import check_record_id, is_record_id, plain_where
from pangea_server.stores.protocol import Transaction, Where
from pangea_server.stores.sqlite import Database

R = TypeVar("R", bound=Record)
T = TypeVar("T")


class LocalRecords:
    """A ``RecordStore`` over SQLite."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, record: Record) -> None:
        with self._database.writing() as connection:
            _insert(connection, record)

    def get(self, kind: type[R], record_id: str) -> R:
        with self._database.reading() as connection:
            record = _select(connection, kind, record_id)
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
        with self._database.reading() as connection:
            return _find(connection, kind, where, after, limit, descending)

    def count(self, kind: type[R], where: Where | None = None) -> int:
        with self._database.reading() as connection:
            return _count(connection, kind, where)

    @contextmanager
    def snapshot(self) -> Iterator[_LocalSnapshot]:
        """A read transaction: in WAL mode it sees one state, and no writer waits for it."""
        with self._database.reading() as connection:
            connection.exec_driver_sql(
                "SELECT 1 FROM alembic_version"
            )  # SQLite takes its view at the first read
            yield _LocalSnapshot(connection)

    def transact(self, work: Callable[[Transaction], T]) -> T:
        with self._database.writing() as connection:
            return work(_LocalTransaction(connection))


class _LocalSnapshot:
    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def find(
        self,
        kind: type[R],
        where: Where | None = None,
        *,
        after: str | None = None,
        limit: int = 100,
        descending: bool = False,
    ) -> Sequence[R]:
        return _find(self._connection, kind, where, after, limit, descending)

    def count(self, kind: type[R], where: Where | None = None) -> int:
        return _count(self._connection, kind, where)


class _LocalTransaction:
    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._has_written = False

    def get(self, kind: type[R], record_id: str) -> R | None:
        self._check_order()
        return _select(self._connection, kind, record_id)

    def find(self, kind: type[R], where: Where, limit: int = 100) -> Sequence[R]:
        self._check_order()
        return _find(self._connection, kind, where, None, limit)

    def create(self, record: Record) -> None:
        self._has_written = True
        _insert(self._connection, record)

    def replace(self, record: Record) -> None:
        self._has_written = True
        _update(self._connection, record)

    def delete(self, kind: type[Record], record_id: str) -> None:
        self._has_written = True
        table = _table(kind)
        self._connection.execute(sa.delete(table).where(table.c.record_id == record_id))

    def _check_order(self) -> None:
        if self._has_written:
            raise read_after_write()


def _parse(kind: type[R], record_id: str, document: str) -> R:
    try:
        return kind.model_validate_json(document)
    except ValidationError as error:
        raise unreadable_record(kind, record_id) from error


@cache
def _table(kind: type[Record]) -> sa.TableClause:
    names = ("record_id", "document", *kind.indexed)
    return sa.table(kind.collection, *(sa.column(name) for name in names))


def _equalities(kind: type[Record], where: Where | None) -> list[sa.ColumnElement[bool]]:
    columns = _table(kind).c
    return [columns[name] == value for name, value in plain_where(kind, where).items()]


def _insert(connection: sa.Connection, record: Record) -> None:
    values = {"record_id": check_record_id(record.record_id), "document": record.model_dump_json()}
    try:
        connection.execute(sa.insert(_table(type(record))).values(values))
    except IntegrityError as error:
        raise record_conflict(record) from error


def _update(connection: sa.Connection, record: Record) -> None:
    table = _table(type(record))
    change = sa.update(table).where(table.c.record_id == check_record_id(record.record_id))
    if connection.execute(change.values(document=record.model_dump_json())).rowcount == 0:
        raise record_not_found(type(record), record.record_id)


def _select(connection: sa.Connection, kind: type[R], record_id: str) -> R | None:
    if not is_record_id(record_id):
        return None
    table = _table(kind)
    query = sa.select(table.c.document).where(table.c.record_id == record_id)
    document = connection.execute(query).scalar()
    return None if document is None else _parse(kind, record_id, document)


def _count(connection: sa.Connection, kind: type[Record], where: Where | None) -> int:
    query = sa.select(sa.func.count()).select_from(_table(kind)).where(*_equalities(kind, where))
    return connection.execute(query).scalar_one()


def _find(
    connection: sa.Connection,
    kind: type[R],
    where: Where | None,
    after: str | None,
    limit: int,
    descending: bool = False,
) -> Sequence[R]:
    table = _table(kind)
    query = sa.select(table.c.record_id, table.c.document).where(*_equalities(kind, where))
    record_id = table.c.record_id
    if after is not None:
        last = check_record_id(after)
        query = query.where(record_id < last if descending else record_id > last)
    rows = connection.execute(query.order_by(record_id.desc() if descending else record_id).limit(limit))
    return [_parse(kind, record_id, document) for record_id, document in rows]
