"""Records in PostgreSQL: a table of JSON documents per kind, with columns of the fields that are searched."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec import Struct
from psycopg import Connection

from pangea_server.core.records import Record
from pangea_server.stores.documents import parsed, parts_in, text_of
from pangea_server.stores.failures import (
    check_may_change,
    read_after_write,
    record_conflict,
    record_not_found,
)
from pangea_server.stores.names import check_field, check_record_id, is_record_id, plain_where
from pangea_server.stores.postgres.database import PostgresDatabase, Row, Select
from pangea_server.stores.postgres.postgres_errors import translated
from pangea_server.stores.protocol import RECORD_ID, Scalar, Transaction, Where
from pangea_server.stores.seals import seal

R = TypeVar("R", bound=Record)
P = TypeVar("P", bound=Struct)
T = TypeVar("T")
AMONG = "= ANY(%s)"


class PostgresRecords:
    """A ``RecordStore`` over PostgreSQL."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def create(self, record: Record) -> None:
        self._database.transact(lambda connection: _insert(connection, [record]))

    def get(self, kind: type[R], record_id: str) -> R:
        record = _get(self._database.select, kind, record_id)
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
        return parts_in(kind, parts, _page(self._database.select, kind, None, after, limit))

    def find_parts_of(
        self, kind: type[Record], parts: type[P], values: Collection[str | int], field: str = RECORD_ID
    ) -> Sequence[tuple[str, P]]:
        wanted = _among(kind, values, field)
        statement = f"SELECT record_id, document FROM {kind.collection} WHERE {field} {AMONG}"
        return parts_in(kind, parts, self._database.select(statement, (wanted,)))

    def seals(
        self, kind: type[Record], values: Collection[str | int], field: str = RECORD_ID
    ) -> dict[str, bytes]:
        """As ``HasSeals``."""
        return _seals(self._database.select, kind, values, field)

    def changed(self, kind: type[Record], record_ids: Collection[str]) -> set[str]:
        """As ``ChecksSeals``."""
        statement = f"SELECT record_id, document, seal FROM {kind.collection} WHERE record_id {AMONG}"
        rows = self._database.select(statement, (_ids(record_ids),))
        return {name for name, document, sealed in rows if seal(kind.collection, name, document) != sealed}

    def count(self, kind: type[R], where: Where | None = None) -> int:
        return _count(self._database.select, kind, where)

    @contextmanager
    def snapshot(self) -> Iterator[_PostgresSnapshot]:
        with self._database.snapshot() as connection:
            yield _PostgresSnapshot(connection)

    def transact(self, work: Callable[[Transaction], T]) -> T:
        return self._database.transact(lambda connection: work(_PostgresTransaction(connection)))


class _PostgresSnapshot:
    def __init__(self, connection: Connection[Any]) -> None:
        self._select = _selecting(connection)

    def find(
        self,
        kind: type[R],
        where: Where | None = None,
        *,
        after: str | None = None,
        limit: int = 100,
        descending: bool = False,
    ) -> Sequence[R]:
        with translated():
            return _find(self._select, kind, where, after, limit, descending)

    def find_parts(
        self, kind: type[Record], parts: type[P], *, after: str | None = None, limit: int = 100
    ) -> Sequence[tuple[str, P]]:
        with translated():
            return parts_in(kind, parts, _page(self._select, kind, None, after, limit))

    def count(self, kind: type[R], where: Where | None = None) -> int:
        with translated():
            return _count(self._select, kind, where)


class _PostgresTransaction:
    def __init__(self, connection: Connection[Any]) -> None:
        self._connection = connection
        self._select = _selecting(connection)
        self._has_written = False

    def get(self, kind: type[R], record_id: str) -> R | None:
        self._check_order()
        return _get(self._select, kind, record_id)

    def find(self, kind: type[R], where: Where, limit: int = 100) -> Sequence[R]:
        self._check_order()
        return _find(self._select, kind, where, None, limit)

    def known(self, kind: type[Record], record_ids: Collection[str]) -> set[str]:
        """As ``HandlesMany``."""
        self._check_order()
        statement = f"SELECT record_id FROM {kind.collection} WHERE record_id {AMONG}"
        return {name for (name,) in self._select(statement, (_ids(record_ids),))}

    def seals(
        self, kind: type[Record], values: Collection[str | int], field: str = RECORD_ID
    ) -> dict[str, bytes]:
        """As ``HasSeals``."""
        return _seals(self._select, kind, values, field)

    def create(self, record: Record) -> None:
        self._has_written = True
        _insert(self._connection, [record])

    def create_many(self, records: Sequence[Record]) -> None:
        """As ``HandlesMany``."""
        self._has_written = True
        by_kind: dict[type[Record], list[Record]] = {}
        for record in records:
            by_kind.setdefault(type(record), []).append(record)
        for some in by_kind.values():
            _insert(self._connection, some)

    def replace(self, record: Record) -> None:
        self._has_written = True
        check_may_change(type(record), record.record_id)
        _update(self._connection, record)

    def delete(self, kind: type[Record], record_id: str) -> None:
        self._has_written = True
        check_may_change(kind, record_id)
        if is_record_id(record_id):
            self._connection.execute(f"DELETE FROM {kind.collection} WHERE record_id = %s", (record_id,))

    def _check_order(self) -> None:
        if self._has_written:
            raise read_after_write()


def _selecting(connection: Connection[Any]) -> Select:
    return lambda statement, values: connection.execute(statement, values).fetchall()


def _insert(connection: Connection[Any], records: Sequence[Record]) -> None:
    """Add records of one kind. A conflict is no error to PostgreSQL, which would end the transaction."""
    kind = type(records[0])
    columns, types = ["record_id", "document", "seal"], ["text", "text", "bytea"]
    columns += kind.indexed
    types += ["text"] * len(kind.indexed)
    values = [list(column) for column in zip(*map(_row, records), strict=True)]
    statement = (
        f"INSERT INTO {kind.collection} ({', '.join(columns)})"
        f" SELECT * FROM unnest({', '.join(f'%s::{each}[]' for each in types)})"
        " ON CONFLICT DO NOTHING RETURNING record_id"
    )
    added = {name for (name,) in connection.execute(statement, values)}
    for record in records:
        if record.record_id not in added:
            raise record_conflict(record)
        added.remove(record.record_id)  # so that the second of two of one id is found


def _update(connection: Connection[Any], record: Record) -> None:
    record_id, *values = _row(record)
    columns = ", ".join(f"{name} = %s" for name in ("document", "seal", *record.indexed))
    statement = f"UPDATE {record.collection} SET {columns} WHERE record_id = %s"
    if connection.execute(statement, (*values, record_id)).rowcount == 0:
        raise record_not_found(type(record), record.record_id)


def _row(record: Record) -> Row:
    """Id, document, seal, and the fields that are searched as JSON."""
    row = (check_record_id(record.record_id), text_of(record))
    fields = record.model_dump(mode="json", include=set(record.indexed))
    return (*row, seal(record.collection, *row), *(json.dumps(fields[name]) for name in record.indexed))


def _get(select: Select, kind: type[R], record_id: str) -> R | None:
    if not is_record_id(record_id):
        return None
    statement = f"SELECT document FROM {kind.collection} WHERE record_id = %s"
    for (document,) in select(statement, (record_id,)):
        return parsed(kind, record_id, document)
    return None


def _seals(select: Select, kind: type[Record], values: Collection[str | int], field: str) -> dict[str, bytes]:
    wanted = _among(kind, values, field)
    return dict(select(f"SELECT record_id, seal FROM {kind.collection} WHERE {field} {AMONG}", (wanted,)))


def _among(kind: type[Record], values: Collection[str | int], field: str) -> list[str]:
    """The values as a field's column has them."""
    if check_field(kind, field) == RECORD_ID:
        return _ids(map(str, values))
    return [json.dumps(value) for value in values]


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


def _page(
    select: Select,
    kind: type[Record],
    where: Where | None,
    after: str | None,
    limit: int,
    descending: bool = False,
) -> Sequence[Row]:
    """Ids and documents."""
    conditions, values = _conditions(kind, where, after, descending)
    order = "DESC" if descending else "ASC"
    statement = (
        f"SELECT record_id, document FROM {kind.collection}{conditions} ORDER BY record_id {order} LIMIT %s"
    )
    return select(statement, (*values, limit))


def _conditions(
    kind: type[Record], where: Where | None, after: str | None = None, descending: bool = False
) -> tuple[str, list[Scalar]]:
    """A WHERE clause and its values. It contains known field names only: ``plain_where`` refuses all others."""
    fields = plain_where(kind, where)
    tests, values = [f"{name} = %s" for name in fields], [*map(json.dumps, fields.values())]
    if after is not None:
        tests.append(f"record_id {'<' if descending else '>'} %s")
        values.append(check_record_id(after))
    return (f" WHERE {' AND '.join(tests)}" if tests else ""), [*values]


def _ids(names: Collection[str] | Iterator[str]) -> list[str]:
    """Those that a record can have."""
    return [name for name in names if is_record_id(name)]
