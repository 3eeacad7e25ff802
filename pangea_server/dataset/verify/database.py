"""The database: its log, its pages and schema, and every row of every kind."""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator

from pydantic import ValidationError

from pangea_server.core.records import Record
from pangea_server.dataset.collections import RECORDS
from pangea_server.dataset.verify.context import PAGE, Reading, Row, Step, StepProgress, text
from pangea_server.dataset.verify.references import artefacts, referred
from pangea_server.stores.migrations import expected_schema
from pangea_server.stores.seals import seal
from pangea_server.stores.sqlite.wal import check_log, first_bytes

MOST_MESSAGES = 100


def log(reading: Reading, _: str) -> Iterator[StepProgress]:
    """The write-ahead log, copied while nobody writes."""
    database = reading.store.database
    path = database.directory / "pangea.db-wal"
    with database.gate.passage():
        data = first_bytes(path)
    if fault := check_log(data).fault:
        reading.fault("pangea.db-wal", fault)
    yield StepProgress("", len(data))


def pages(reading: Reading, _: str) -> Iterator[StepProgress]:
    """SQLite's own check of pages, keys and indexes; the schema."""
    with reading.rows() as connection:
        found = connection.execute(f"PRAGMA integrity_check({MOST_MESSAGES})").fetchall()
        schema = {
            text(name): text(sql)
            for name, sql in connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        }
        mistyped = _mistyped(connection)
    for (message,) in found:
        if message != b"ok":
            reading.fault("pangea.db", text(message))
    for place in mistyped:
        reading.fault(place, "it is not of the type that its column has")
    expected = expected_schema()
    for name in sorted(schema.keys() | expected.keys()):
        if _joined(schema.get(name, "")) != _joined(expected.get(name, "")):
            reading.fault(f"pangea.db, {name}", "its definition is not the one of this version")
    yield StepProgress("", (reading.store.database.directory / "pangea.db").stat().st_size)


def _mistyped(connection: sqlite3.Connection) -> list[str]:
    """Values of another type than their column's. Neither ``integrity_check`` nor a seal sees a text that has become a
    blob of the same bytes, and SQLite's JSON functions take such a blob for another format."""
    columns = connection.execute(
        "SELECT tables.name, columns.name, lower(columns.type), "
        "(SELECT name FROM pragma_table_info(tables.name) WHERE pk = 1) "
        "FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns "
        "WHERE tables.type = 'table' AND columns.type IN ('TEXT', 'INTEGER', 'BLOB')"
    )
    return [
        f"{text(table)}/{text(key)}, {text(column)}"
        for table, column, type_, key_column in columns.fetchall()
        for (key,) in connection.execute(
            f"SELECT CAST({text(key_column or b'rowid')} AS TEXT) FROM {text(table)} "
            f"WHERE typeof({text(column)}) NOT IN (?, 'null') LIMIT {MOST_MESSAGES}",
            (text(type_),),
        )
    ]


def steps_of_rows(reading: Reading) -> dict[str, Step]:
    """A step for each kind of record."""

    def step(kind: type[Record]) -> Step:
        return lambda after: _rows(reading, kind, after)

    return {f"records/{kind.collection}": step(kind) for kind in RECORDS}


def _rows(reading: Reading, kind: type[Record], after: str) -> Iterator[StepProgress]:
    """Seal, schema, id and references of each row."""
    statement = f"SELECT rowid, record_id, document, seal FROM {kind.collection} WHERE rowid > ? ORDER BY rowid LIMIT ?"
    last = int(after or -(2**63))
    while True:
        with reading.rows() as connection:
            rows = connection.execute(statement, (last, PAGE)).fetchall()
            records = [record for row in rows if (record := _checked(reading, kind, row))]
            _check_references(reading, connection, records)
        if not rows:
            return
        reading.report.rows += len(rows)
        last = rows[-1][0]
        yield StepProgress(
            str(last), sum(len(document) for _, _, document, _ in rows if isinstance(document, bytes))
        )


def _checked(reading: Reading, kind: type[Record], row: Row) -> Record | None:
    """The record in a row; None when it is damaged."""
    _, record_id, document, sealed = row
    place = f"{kind.collection}/{text(record_id)}"
    if sealed != seal(kind.collection, text(record_id), text(document)):
        reading.fault(place, "its bytes have changed")
        return None
    try:
        record = kind.model_validate_json(document if isinstance(document, bytes) else text(document))
    except ValidationError as error:
        reading.fault(place, f"it is not a valid {kind.__name__}: {error.errors()[0]['msg']}")
        return None
    if record.record_id.encode() != record_id:
        reading.fault(place, f"its content is that of {record.record_id!r}")
        return None
    return record


def _check_references(reading: Reading, connection: sqlite3.Connection, records: Iterable[Record]) -> None:
    named = defaultdict[tuple[str, str], list[str]](list)
    blobs = defaultdict[tuple[str, int, str], list[str]](list)
    for record in records:
        place = f"{record.collection}/{record.record_id}"
        for target in referred(record):
            named[target].append(place)
        for artefact in artefacts(record):
            blobs[artefact.blob, artefact.size, artefact.sha256].append(place)
    for (collection, record_id), places in named.items():
        if not is_there_or_removed(connection, collection, record_id):
            reading.fault(places[0], f"it refers to {collection}/{record_id}, which is missing")
    for (name, size, sha256), places in blobs.items():
        found = connection.execute("SELECT size, sha256 FROM blobs WHERE name = ?", (name,)).fetchall()
        if found != [(size, sha256.encode())]:
            state = "is another one" if found else "is missing"
            reading.fault(places[0], f"the blob {name} that it describes {state}")


def is_there_or_removed(connection: sqlite3.Connection, collection: str, record_id: str) -> bool:
    """Whether a record is stored, or a tombstone says that it was removed."""
    tombstone = f"{collection}:{record_id}"
    statement = f"SELECT 1 FROM {collection} WHERE record_id = ? UNION ALL SELECT 1 FROM tombstones WHERE record_id = ?"
    return bool(connection.execute(statement, (record_id, tombstone)).fetchone())


def _joined(definition: str) -> str:
    """Without line breaks and spaces, in which versions differ."""
    return re.sub("[ \n]+", "", definition)
