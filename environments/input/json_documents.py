"""JSON as its standard has it (RFC 8259): no NaN, no key twice, in UTF-8 with or without a byte order mark."""

from __future__ import annotations

import codecs
import gzip
import json
import math
import zlib
from contextlib import contextmanager
from functools import partial
from io import BufferedReader
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

from environments.errors import ConfigurationError, InvalidDataError
from environments.input.regular_files import open_regular
from environments.input.text import NotTextError, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

LONGEST_LINE = 2**24
"""Bytes of one entry; an hour of instructions with its timed words has a megabyte."""

LARGEST_LIST = 2**29
"""Unpacked bytes of a file that is one list, which is read whole."""

MOST_CONTAINERS = 2**21
"""Most lists and objects of a document or a line: an empty one takes 2 bytes in the file and 64 in memory."""

_HEAD = 2**12
"""So many bytes tell a list from lines: white space before the first sign is shorter."""
GZIP = b"\x1f\x8b"
_AGAIN = "Copy or download it again."
_NO_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, NotTextError)

T = TypeVar("T")


class NotJsonError(NotTextError):
    """A text that is no JSON, or not what its standard has; ``str`` says where."""


def json_of(data: bytes | str) -> Any:
    """The value of a JSON document.

    Raises:
        NotTextError, NotJsonError: it is none; or has a number that is not finite, or a key twice in one object.
    """
    text = text_of(data) if isinstance(data, bytes) else data
    value = _value(text)
    if "NaN" in text or "Infinity" in text:
        for place, constant in _constants(value, ""):
            raise NotJsonError(f"{place} is {constant.name}, which is no number of JSON")
    return value


@contextmanager
def opened_unpacked(file: Path) -> Iterator[BinaryIO]:
    """A file that may be packed by gzip, which its first bytes tell, whatever its name.

    Raises:
        ConfigurationError: it cannot be opened.
        InvalidDataError: it is damaged.
    """
    try:
        with open_regular(file) as stored:
            yield unpacked(stored)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InvalidDataError(f"{file.name} is damaged: {error}.", remedy=_AGAIN) from error
    except OSError as error:
        raise ConfigurationError(
            f"{file} cannot be read: {error.strerror}.", remedy="Check the file's name."
        ) from error


def unpacked(stored: BinaryIO) -> BinaryIO:
    """The content of an open file, which may be packed by gzip, without a byte order mark."""
    is_packed = stored.read(len(GZIP)) == GZIP
    stored.seek(0)
    content = cast("BinaryIO", BufferedReader(gzip.GzipFile(fileobj=stored))) if is_packed else stored
    if content.read(len(codecs.BOM_UTF8)) != codecs.BOM_UTF8:
        content.seek(0)
    return content


def lines(file: Path) -> Iterator[tuple[str, bytes]]:
    """The lines of a file, plain or gzip, with their places; empty ones are passed over.

    Raises:
        ConfigurationError: it cannot be opened.
        InvalidDataError: it is damaged.
    """
    with opened_unpacked(file) as opened:
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
    data = _whole(file)
    try:
        if key is not None:
            parts = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
            _refuse_key_twice(data, parts)
            data = bytes(parts[key])
        entries = msgspec.json.decode(data, type=list[msgspec.Raw])
    except (*_NO_JSON, KeyError) as error:
        raise InvalidDataError(
            f"{file.name} is no JSON list of entries: {_fault(data, error)}.", remedy=_AGAIN
        ) from error
    for number, entry in enumerate(entries, start=1):
        yield f"{file.name} entry {number}", bytes(entry)


def rows(file: Path) -> Iterator[tuple[str, bytes]]:
    """The entries of a JSON list, or the lines of JSON Lines, whichever a file begins as, with their places.

    Raises:
        ConfigurationError, InvalidDataError: as ``items`` and ``lines``.
    """
    with opened_unpacked(file) as opened:
        is_list = opened.read(_HEAD).lstrip()[:1] == b"["
    return items(file) if is_list else lines(file)


def whole_object(file: Path, kind: type[T]) -> T:
    """A file that is one JSON object.

    Raises:
        ConfigurationError: it cannot be opened.
        InvalidDataError: it is damaged, or is no such object.
    """
    return decoded(_whole(file), file.name, kind, remedy=_AGAIN)


def decoded(data: bytes, place: str, kind: type[T], remedy: str | None = None) -> T:
    """A line, an entry or a document as what it should be.

    Raises:
        InvalidDataError: it is something else, or has a key twice; the message begins with its place.
    """
    try:
        found = msgspec.json.decode(data, type=kind)
        if not _keeps_all(data):
            _value(data.decode())
    except _NO_JSON as error:
        remedy = remedy or f"It is an object with {', '.join(_required(kind))}: mend it."
        raise InvalidDataError(f"{place}: {_fault(data, error)}.", remedy=remedy) from error
    return found


def _keeps_all(data: bytes) -> bool:
    """Whether JSON, read and written again, has every byte, so that no key was lost. Another way to write a number or a
    letter changes bytes as well: then nothing is known."""
    if data.count(b"[") + data.count(b"{") > MOST_CONTAINERS:
        return False
    try:
        return msgspec.json.encode(msgspec.json.decode(data)) == msgspec.json.format(data, indent=-1)
    except msgspec.DecodeError:  # such as a number out of range, in a part that nobody reads
        return False


class _Constant(float):
    """NaN, Infinity or -Infinity."""

    def __new__(cls, name: str) -> _Constant:
        made = super().__new__(cls, math.nan)
        made.name = name
        return made

    name: str


def _value(text: str) -> Any:
    if text.count("[") + text.count("{") > MOST_CONTAINERS:
        raise NotJsonError(f"it has more than {MOST_CONTAINERS} lists and objects")
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as exc:
        raise NotJsonError(f"line {exc.lineno}, column {exc.colno}: {exc.msg}") from exc
    except RecursionError as exc:
        raise NotJsonError("it is nested too deeply") from exc


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NotJsonError(f"the key {twice!r} is there {names.count(twice)} times in one object")
    return found


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_Constant)


def _refuse_key_twice(data: bytes, found: dict[str, msgspec.Raw]) -> None:
    """Refuse a large object of which a key was lost, by the length of what is left; a key with escapes takes longer."""
    compact = partial(msgspec.json.format, indent=-1)
    left = sum(len(msgspec.json.encode(key)) + 2 + len(compact(bytes(value))) for key, value in found.items())
    if len(compact(data)) != 1 + left:
        _value(data.decode())


def _constants(value: object, place: str) -> Iterator[tuple[str, _Constant]]:
    """Each constant that is no number of JSON, and where it is."""
    if isinstance(value, _Constant):
        yield place or "it", value
    elif isinstance(value, dict):
        for key, content in value.items():
            yield from _constants(content, f"{place}, key {key}".removeprefix(", "))
    elif isinstance(value, list):
        for number, content in enumerate(value, start=1):
            yield from _constants(content, f"{place}, entry {number}".removeprefix(", "))


def _fault(data: bytes, error: Exception) -> str:
    """What is wrong with a document that is none; the decoder names a byte, and no line, entry or key."""
    if isinstance(error, msgspec.ValidationError | NotTextError | KeyError):
        return f"it has no {error}" if isinstance(error, KeyError) else str(error)
    try:
        json_of(data)
    except NotTextError as fault:
        return str(fault)
    return str(error)


def _whole(file: Path) -> bytes:
    with opened_unpacked(file) as opened:
        data = opened.read(LARGEST_LIST + 1)
    _refuse_size(file.name, len(data), LARGEST_LIST)
    return data


def _refuse_size(place: str, size: int, most: int) -> None:
    if size > most:
        raise InvalidDataError(
            f"{place} has more than {most} bytes.", remedy="Split it, or take the file from its source again."
        )


def _required(kind: type) -> list[str]:
    """The keys that an object of this Struct or dataclass must have."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType | msgspec.inspect.DataclassType)
    return [field.encode_name for field in info.fields if field.required]
