"""Records in SQLite: a table of JSON documents per kind, searched by generated columns."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from sqlite3 import Connection, IntegrityError
from typing import TypeVar

from msgspec import Struct

from pangea_server.core.errors import UnreadableRecordError
from pangea_server.core.records import Record
from pangea_server.stores.documents import parsed, parts_in, text_of
from pangea_server.stores.failures import (
    check_may_change,
    read_after_write,
    record_conflict,
    record_not_found,
)
from pangea_server.stores.local.salvage import salvaged_records
from pangea_server.stores.names import check_field, check_record_id, is_record_id, plain_where
from pangea_server.stores.protocol import RECORD_ID, Scalar, Transaction, Where
from pangea_server.stores.salvage import Lost
from pangea_server.stores.seals import seal
from pangea_server.stores.sqlite.sqlite import Row, Select, SqliteDatabase

R = TypeVar("R", bound=Record)
P = TypeVar("P", bound=Struct)
T = TypeVar("T")


class LocalRecords:
    """A ``RecordStore`` over SQLite."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database

    def create(self, record: Record) -> None:
        with self._database.writing() as connection:
            _insert(connection, record)

    def get(self, kind: type[R], record_id: str) -> R:
        record = _select(self._database.select, kind, record_id)
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
        return _find(self._database.select, kind, where, after, limit, descending)

    def find_parts(
        self, kind: type[Record], parts: type[P], *, after: str | None = None, limit: int = 100
    ) -> Sequence[tuple[str, P]]:
        return _find_parts(self._database.select, kind, parts, after, limit)

    def find_parts_of(
        self, kind: type[Record], parts: type[P], values: Collection[str | int], field: str = RECORD_ID
    ) -> Sequence[tuple[str, P]]:
        among = f"{check_field(kind, field)} IN (SELECT value FROM json_each(?))"
        statement = f"SELECT record_id, document FROM {kind.collection} WHERE {among}"
        return parts_in(kind, parts, self._database.select(statement, (json.dumps([*values]),)))

    def seals(
        self, kind: type[Record], values: Collection[str | int], field: str = RECORD_ID
    ) -> dict[str, bytes]:
        """As ``HasSeals``."""
        return _seals(self._database.select, kind, values, field)

    def count(self, kind: type[R], where: Where | None = None) -> int:
        return _count(self._database.select, kind, where)

    @contextmanager
    def snapshot(self) -> Iterator[_LocalSnapshot]:
        """A read transaction: in WAL mode it sees one state, and no writer waits for it."""
        with self._database.snapshot() as connection:
            yield _LocalSnapshot(self._database, connection)

    def transact(self, work: Callable[[Transaction], T]) -> T:
        with self._database.writing() as connection:
            return work(_LocalTransaction(connection))


class _LocalSnapshot:
    def __init__(self, database: SqliteDatabase, connection: Connection) -> None:
        self._database = database
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
        with self._database.translated():
            return _find(self._connection.execute, kind, where, after, limit, descending)

    def find_parts(
        self, kind: type[Record], parts: type[P], *, after: str | None = None, limit: int = 100
    ) -> Sequence[tuple[str, P]]:
        with self._database.translated():
            return _find_parts(self._connection.execute, kind, parts, after, limit)

    def count(self, kind: type[R], where: Where | None = None) -> int:
        with self._database.translated():
            return _count(self._connection.execute, kind, where)

    def salvage(self, kind: type[R]) -> Iterator[R | Lost]:
        """What can be read past damage; see ``SalvagesRecords``."""
        with self._database.translated():
            for row in salvaged_records(self._connection, kind):
                yield row if isinstance(row, Lost) else _parsed_or_lost(kind, *row)


class _LocalTransaction:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._has_written = False

    def get(self, kind: type[R], record_id: str) -> R | None:
        self._check_order()
        return _select(self._connection.execute, kind, record_id)

    def find(self, kind: type[R], where: Where, limit: int = 100) -> Sequence[R]:
        self._check_order()
        return _find(self._connection.execute, kind, where, None, limit)

    def create(self, record: Record) -> None:
        self._has_written = True
        _insert(self._connection, record)

    def known(self, kind: type[Record], record_ids: Collection[str]) -> set[str]:
        """As ``HandlesMany``."""
        self._check_order()
        return _known(self._connection, kind, record_ids)

    def seals(
        self, kind: type[Record], values: Collection[str | int], field: str = RECORD_ID
    ) -> dict[str, bytes]:
        """As ``HasSeals``."""
        return _seals(self._connection.execute, kind, values, field)

    def create_many(self, records: Sequence[Record]) -> None:
        """As ``HandlesMany``."""
        self._has_written = True
        by_kind: dict[type[Record], list[Record]] = {}
        for record in records:
            by_kind.setdefault(type(record), []).append(record)
        for kind, some in by_kind.items():
            _insert_many(self._connection, kind, some)

    def replace(self, record: Record) -> None:
        self._has_written = True
        check_may_change(type(record), record.record_id)
        _update(self._connection, record)

    def delete(self, kind: type[Record], record_id: str) -> None:
        self._has_written = True
        check_may_change(kind, record_id)
        self._connection.execute(f"DELETE FROM {kind.collection} WHERE record_id = ?", (record_id,))

    def _check_order(self) -> None:
        if self._has_written:
            raise read_after_write()


def changed_among(connection: Connection, records: Sequence[Record]) -> list[Record]:
    """Those of ``records`` whose stored version is different or missing."""
    stored: dict[tuple[type[Record], str], Record] = {}
    for kind in {type(record) for record in records}:
        ids = json.dumps([record.record_id for record in records if type(record) is kind])
        among = "record_id IN (SELECT value FROM json_each(?))"
        rows = connection.execute(f"SELECT record_id, document FROM {kind.collection} WHERE {among}", (ids,))
        for record_id, document in rows:
            stored[kind, record_id] = parsed(kind, record_id, document)
    return [record for record in records if stored.get((type(record), record.record_id)) != record]


def _parsed_or_lost(kind: type[R], record_id: str, document: str) -> R | Lost:
    try:
        return parsed(kind, record_id, document)
    except UnreadableRecordError as error:
        return Lost(record_id, error.message)


def _insert(connection: Connection, record: Record) -> None:
    statement = f"INSERT INTO {record.collection} (record_id, document, seal) VALUES (?, ?, ?)"
    row = (check_record_id(record.record_id), text_of(record))
    try:
        connection.execute(statement, (*row, seal(record.collection, *row)))
    except IntegrityError as error:
        raise record_conflict(record) from error


def _insert_many(connection: Connection, kind: type[Record], records: Sequence[Record]) -> None:
    table = kind.collection
    written = [(check_record_id(record.record_id), text_of(record)) for record in records]
    rows = [(*row, seal(table, *row)) for row in written]
    before = connection.total_changes
    try:
        connection.executemany(f"INSERT INTO {table} (record_id, document, seal) VALUES (?, ?, ?)", rows)
    except IntegrityError as error:
        raise record_conflict(records[connection.total_changes - before]) from error


def _known(connection: Connection, kind: type[Record], record_ids: Collection[str]) -> set[str]:
    statement = f"SELECT record_id FROM {kind.collection} WHERE record_id IN (SELECT value FROM json_each(?))"
    return {name for (name,) in connection.execute(statement, (json.dumps([*record_ids]),))}


def _seals(select: Select, kind: type[Record], values: Collection[str | int], field: str) -> dict[str, bytes]:
    among = f"{check_field(kind, field)} IN (SELECT value FROM json_each(?))"
    statement = f"SELECT record_id, seal FROM {kind.collection} WHERE {among}"
    return dict(select(statement, (json.dumps([*values]),)))


def _update(connection: Connection, record: Record) -> None:
    statement = f"UPDATE {record.collection} SET document = ?, seal = ? WHERE record_id = ?"
    row = record_id, document = (check_record_id(record.record_id), text_of(record))
    if connection.execute(statement, (document, seal(record.collection, *row), record_id)).rowcount == 0:
        raise record_not_found(type(record), record.record_id)


def _select(select: Select, kind: type[R], record_id: str) -> R | None:
    if not is_record_id(record_id):
        return None
    statement = f"SELECT document FROM {kind.collection} WHERE record_id = ?"
    for (document,) in select(statement, (record_id,)):
        return parsed(kind, record_id, document)
    return None


def _count(select: Select, kind: type[Record], where: Where | None) -> int:
    conditions, values = _conditions(kind, where)
    [(number,)] = select(f"SELECT count(*) FROM {kind.collection}{conditions}", values)
    return int(number)


def _find(
    select: Select,
    kind: type[R],
    where: Where | None,
    after: str | None,
    limit: int,
    descending: bool = False,
) -> Sequence[R]:
    rows = _page(select, kind, where, after, limit, descending)
    return [parsed(kind, record_id, document) for record_id, document in rows]


def _find_parts(
    select: Select, kind: type[Record], parts: type[P], after: str | None, limit: int
) -> Sequence[tuple[str, P]]:
    return parts_in(kind, parts, _page(select, kind, None, after, limit))


def _page(
    select: Select,
    kind: type[Record],
    where: Where | None,
    after: str | None,
    limit: int,
    descending: bool = False,
) -> Iterable[Row]:
    """Ids and documents."""
    conditions, values = _conditions(kind, where, after, descending)
    order = "DESC" if descending else "ASC"
    statement = (
        f"SELECT record_id, document FROM {kind.collection}{conditions} ORDER BY record_id {order} LIMIT ?"
    )
    return select(statement, (*values, limit))


def _conditions(
    kind: type[Record], where: Where | None, after: str | None = None, descending: bool = False
) -> tuple[str, list[Scalar]]:
    """A WHERE clause and its values. It contains known field names only: ``plain_where`` refuses all others."""
    fields = plain_where(kind, where)
    tests, values = [_equals(name, value) for name, value in fields.items()], list(fields.values())
    if after is not None:
        tests.append(f"record_id {'<' if descending else '>'} ?")
        values.append(check_record_id(after))
    return (f" WHERE {' AND '.join(tests)}" if tests else ""), values


def _equals(name: str, value: Scalar) -> str:
    """SQLite reads true as 1, and false as 0."""
    if value not in (0, 1):
        return f"{name} IS ?"
    kind = json.dumps(value) if isinstance(value, bool) else "integer"
    return f"{name} IS ? AND json_type(document, '$.{name}') = '{kind}'"
