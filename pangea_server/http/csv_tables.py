"""Tables as CSV (RFC 4180), for people who continue in a spreadsheet."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any, TypeVar, get_args, get_type_hints

from fastapi import Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, TypeAdapter

from pangea_server.core.csv_cells import CsvWriter

MEDIA_TYPE = "text/csv"
BLOCK_ROWS = 500  # rows
T = TypeVar("T")
Responses = dict[int | str, dict[str, Any]]
ALSO_CSV: Responses = {200: {"content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}}
"""The CSV response for the description of a route."""


def wants_csv(request: Request) -> bool:
    """Whether the caller asks for CSV rather than JSON."""
    return MEDIA_TYPE in request.headers.get("Accept", "")


def csv_response(kind: type[T], rows: Iterable[T], name: str) -> StreamingResponse:
    """A CSV file of ``rows``, models or dataclasses of this ``kind``; a nested one has a column per field."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return StreamingResponse(csv_lines(kind, rows), media_type=MEDIA_TYPE, headers=headers)


def csv_lines(kind: type[T], rows: Iterable[T]) -> Iterator[str]:
    """The text of the file, a few hundred lines at a time."""
    columns, plain = _columns(kind), TypeAdapter(kind)
    yield _text([[".".join(column) for column in columns]])
    remaining = iter(rows)
    while block := [plain.dump_python(row, mode="json") for row in islice(remaining, BLOCK_ROWS)]:
        yield _text([[_cell(row, column) for column in columns] for row in block])


def _columns(kind: type) -> list[tuple[str, ...]]:
    columns: list[tuple[str, ...]] = []
    for name, annotation in _fields(kind):
        nested = [part for part in _parts(annotation) if isinstance(part, type)]
        columns += [(name, *rest) for part in nested for rest in _columns(part)] or [(name,)]
    return columns


def _fields(kind: type) -> list[tuple[str, object]]:
    """Name and type of each field; empty for a class that is neither a model nor a dataclass."""
    if issubclass(kind, BaseModel):
        return [(name, field.annotation) for name, field in kind.model_fields.items()]
    if is_dataclass(kind):
        types = get_type_hints(kind)
        return [(field.name, types[field.name]) for field in fields(kind)]
    return []


def _parts(annotation: object) -> tuple[object, ...]:
    return get_args(annotation) or (annotation,)


def _cell(row: object, column: tuple[str, ...]) -> object:
    for name in column:
        row = row.get(name) if isinstance(row, dict) else None
    return row


def _text(lines: Iterable[Iterable[object]]) -> str:
    buffer = io.StringIO()
    writer = CsvWriter(buffer)
    for line in lines:
        writer.write(line)
    return buffer.getvalue()
