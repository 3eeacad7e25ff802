"""Rows of JSON and JSON Lines, written as they come."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from align.exports.whole import whole_bytes, whole_text

SMALL = b"0.0000", b"e-"
"""Signs of a number that ``json`` writes as 5e-05, and ``msgspec`` in another way."""

RowWriter = Callable[[Mapping[str, Any]], object]


@contextmanager
def row_file(path: Path) -> Iterator[RowWriter]:
    """What adds a row to JSON Lines, as ``whole_bytes`` writes them; ValueError for a number that is not finite."""
    with whole_bytes(path) as file:
        yield lambda row: file.write(_line(row))


@contextmanager
def finite_row_file(path: Path) -> Iterator[RowWriter]:
    """The same bytes in a quarter of the time, for rows whose numbers are known to be finite and below 1e16."""
    encode = msgspec.json.Encoder().encode

    def write(row: Mapping[str, Any]) -> None:
        line = msgspec.json.format(encode(row), indent=0) + b"\n"
        file.write(_line(row) if any(sign in line for sign in SMALL) else line)

    with whole_bytes(path) as file:
        yield write


@contextmanager
def list_file(path: Path, before: str = "[\n", after: str = "\n]\n") -> Iterator[RowWriter]:
    """What adds an entry to a JSON list, as ``whole_text`` writes it."""
    with whole_text(path) as text:
        text.write(before)
        between = iter(("",))
        yield lambda row: text.write(next(between, ",\n") + _dumped(row))
        text.write(after)


class RowFiles:
    """Files of rows, each opened when its first row comes, and complete when this ends without an error."""

    def __init__(self, folder: Path, opened: Callable[[Path], AbstractContextManager[RowWriter]]) -> None:
        self._folder = folder
        self._opened = opened
        self._files = ExitStack()
        self._writers: dict[str, RowWriter] = {}

    def __enter__(self) -> RowFiles:
        return self

    def __exit__(self, *exception: Any) -> None:
        self._files.__exit__(*exception)

    def write(self, name: str, row: Mapping[str, Any]) -> None:
        if name not in self._writers:
            self._writers[name] = self._files.enter_context(self._opened(self._folder / name))
        self._writers[name](row)


def _line(row: Mapping[str, Any]) -> bytes:
    return f"{_dumped(row)}\n".encode()


def _dumped(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, allow_nan=False)
