"""Tables as CSV (RFC 4180), for people who go on in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from fastapi import Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

MEDIA_TYPE = "text/csv"
FORMULA = ("=", "+", "-", "@", "\t", "\r")
BLOCK = 500  # rows
Responses = dict[int | str, dict[str, Any]]
ALSO_CSV: Responses = {200: {"content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}}
"""For the description of a route."""


def wants_csv(request: Request) -> bool:
    """Whether the caller asks for CSV rather than JSON."""
    return MEDIA_TYPE in request.headers.get("Accept", "")


def csv_response(kind: type[BaseModel], rows: Iterable[BaseModel], name: str) -> StreamingResponse:
    """A file of ``rows``, which are of this ``kind``; what is nested has a column for each of its parts."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"', "Cache-Control": "no-store"}
    return StreamingResponse(csv_lines(kind, rows), media_type=MEDIA_TYPE, headers=headers)


def csv_lines(kind: type[BaseModel], rows: Iterable[BaseModel]) -> Iterator[str]:
    """The text of the file, some hundred lines at a time."""
    columns = _columns(kind)
    yield _text([[".".join(column) for column in columns]])
    remaining = iter(rows)
    while block := [row.model_dump(mode="json") for row in islice(remaining, BLOCK)]:
        yield _text([[_cell(row, column) for column in columns] for row in block])


def _columns(kind: type[BaseModel]) -> list[tuple[str, ...]]:
    columns: list[tuple[str, ...]] = []
    for name, field in kind.model_fields.items():
        nested = [
            part
            for part in _parts(field.annotation)
            if isinstance(part, type) and issubclass(part, BaseModel)
        ]
        columns += [(name, *rest) for part in nested for rest in _columns(part)] or [(name,)]
    return columns


def _parts(annotation: object) -> tuple[object, ...]:
    return getattr(annotation, "__args__", None) or (annotation,)


def _cell(row: object, column: tuple[str, ...]) -> object:
    for name in column:
        row = row.get(name) if isinstance(row, dict) else None
    if isinstance(row, str) and row.startswith(FORMULA):
        return f"'{row}"  # or a spreadsheet would compute it (OWASP, CSV injection)
    return row


def _text(lines: Iterable[Iterable[object]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerows(lines)
    return buffer.getvalue()
