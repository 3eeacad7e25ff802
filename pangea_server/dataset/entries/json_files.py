"""JSON and JSON Lines that others wrote, entry by entry with their places; and rows, written as they come."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from io import BufferedIOBase
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from align.exports.whole import whole_bytes, whole_text
from environments import ConfigurationError, InvalidDataError
from environments.regular_files import open_regular

LONGEST_LINE = 2**24
"""Bytes of one entry; an hour of instructions with its timed words has a megabyte."""

LARGEST_LIST = 2**29
"""Unpacked bytes of a file that is one list, which is read whole."""

SMALL = b"0.0000", b"e-"
"""Signs of a number that ``json`` writes as 5e-05, and ``msgspec`` in another way."""

T = TypeVar("T")
RowWriter = Callable[[Mapping[str, Any]], object]
_NO_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def lines(file: Path) -> Iterator[tuple[str, bytes]]:
    """The lines of a file, gzipped where its name ends in ``.gz``, with their places; empty ones are passed over.

    Raises:
        ConfigurationError: it cannot be opened.
        InvalidDataError: it is damaged.
    """
    with _reading(file) as opened:
        for number, line in enumerate(iter(partial(opened.readline, LONGEST_LINE + 1), b""), start=1):
            _refuse_size(f"{file.name} line {number}", len(line), LONGEST_LINE)
            if not line.isspace():
                yield f"{file.name} line {number}", line


def items(file: Path, key: str | None = None) -> Iterator[tuple[str, bytes]]:
    """The entries of a file that is one JSON list, or an object that has one under ``key``, with their places.

    Raises:
        ConfigurationError: it cannot be opened.
        InvalidDataError: it is damaged, or is no such list.
    """
    with _reading(file) as opened:
        data = opened.read(LARGEST_LIST + 1)
    _refuse_size(file.name, len(data), LARGEST_LIST)
    try:
        if key is not None:
            data = msgspec.json.decode(data, type=dict[str, msgspec.Raw])[key]
        entries = msgspec.json.decode(data, type=list[msgspec.Raw])
    except (*_NO_JSON, KeyError) as error:
        place = _line_of(data)
        raise InvalidDataError(
            f"{file.name}{place} is no JSON list of entries: {error}.", remedy="Copy or download it again."
        ) from error
    for number, entry in enumerate(entries, start=1):
        yield f"{file.name} entry {number}", bytes(entry)


def whole_object(file: Path, kind: type[T]) -> T:
    """A file that is one JSON object.

    Raises:
        ConfigurationError: it cannot be opened.
        InvalidDataError: it is damaged, or is no such object.
    """
    with _reading(file) as opened:
        data = opened.read(LARGEST_LIST + 1)
    _refuse_size(file.name, len(data), LARGEST_LIST)
    try:
        return msgspec.json.decode(data, type=kind)
    except _NO_JSON as error:
        raise InvalidDataError(
            f"{file.name}{_line_of(data)}: {error}.", remedy="Copy or download it again."
        ) from error


def decoded(data: bytes, place: str, kind: type[T]) -> T:
    """A line or an entry as what it should be.

    Raises:
        InvalidDataError: it is something else; the message begins with its place.
    """
    try:
        return msgspec.json.decode(data, type=kind)
    except _NO_JSON as error:
        raise InvalidDataError(
            f"{place}: {error}.", remedy=f"It is an object with {', '.join(_required(kind))}: mend it."
        ) from error


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


class Tables:
    """Files of rows, each opened when its first row comes, and complete when this ends without an error."""

    def __init__(self, folder: Path, opened: Callable[[Path], AbstractContextManager[RowWriter]]) -> None:
        self._folder = folder
        self._opened = opened
        self._files = ExitStack()
        self._writers: dict[str, RowWriter] = {}

    def __enter__(self) -> Tables:
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


@contextmanager
def _reading(file: Path) -> Iterator[BufferedIOBase]:
    try:
        with open_regular(file) as stored:
            yield gzip.GzipFile(fileobj=stored) if file.suffix == ".gz" else cast("BufferedIOBase", stored)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InvalidDataError(
            f"{file.name} is damaged: {error}.", remedy="Copy or download it again."
        ) from error
    except OSError as error:
        raise ConfigurationError(
            f"{file} cannot be read: {error.strerror}.", remedy="Check the file's name."
        ) from error


def _refuse_size(place: str, size: int, most: int) -> None:
    if size > most:
        raise InvalidDataError(
            f"{place} has more than {most} bytes.", remedy="Split it, or take the file from its source again."
        )


def _line_of(data: bytes) -> str:
    """Where a JSON text breaks off being JSON."""
    try:
        json.loads(data)
    except json.JSONDecodeError as error:
        return f" line {error.lineno}"
    except (UnicodeDecodeError, RecursionError):
        pass
    return ""


def _required(kind: type) -> list[str]:
    """The keys that an object of this Struct or dataclass must have."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType | msgspec.inspect.DataclassType)
    return [field.encode_name for field in info.fields if field.required]
