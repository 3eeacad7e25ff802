"""The lines of RxR's guide and follower files: JSON Lines, compressed when named ``.gz``."""

from __future__ import annotations

import gzip
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from environments.errors import ConfigurationError, InvalidDataError, PangeaError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

_AT_ONCE = 4_000_000
_LONGEST_LINE = 2**24  # bytes; the walk of an hour has some ten thousand
"""Bytes: some thousand rows."""


class ScoredGuideRow(msgspec.Struct, gc=False):
    """The fields of a guide row that scores need; its other fields are long and are not decoded."""

    instruction_id: int
    scan: str
    path: list[str]


class ScoredFollowerRow(msgspec.Struct, gc=False):
    """The fields of a follower row that scores need."""

    demonstration_id: int
    instruction_id: int
    path: list[str]


Content = TypeVar("Content", ScoredGuideRow, ScoredFollowerRow)


@dataclass(frozen=True, slots=True)
class RowBatch(Generic[Content]):
    """Consecutive rows of a file, with their line numbers.

    Attributes:
        read: share of the file's bytes up to the last of these rows.
    """

    file: Path
    contents: Sequence[Content]
    lines: Sequence[int]
    read: float

    def after(self, count: int) -> RowBatch[Content]:
        """The rows without the first ``count``."""
        return RowBatch(self.file, self.contents[count:], self.lines[count:], self.read)

    def line(self, content: Content) -> int:
        """The line number of this row object."""
        return next(line for line, row in zip(self.lines, self.contents, strict=True) if row is content)

    def error(self, content: Content, message: str, remedy: str) -> InvalidDataError:
        return InvalidDataError(f"{self.file.name} line {self.line(content)}: {message}", remedy=remedy)

    def located(self, content: Content) -> AbstractContextManager[None]:
        """An error that is raised within says where, too."""
        return located(self.file, self.line(content))


@contextmanager
def located(file: Path, line: int) -> Iterator[None]:
    """An error that is raised within says where, too."""
    try:
        yield
    except PangeaError as exc:
        message = f"{file.name} line {line}: {exc.message}"
        raise type(exc)(message, remedy=exc.remedy, **exc.context) from exc


def read_rows(file: Path, kind: type[Content]) -> Iterator[RowBatch[Content]]:
    """Yield the rows of a file, some thousands at a time.

    Raises:
        ConfigurationError, InvalidDataError: as ``read_blocks`` and ``Block.rows``.
    """
    return (block.rows(kind) for block in read_blocks(file))


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines of a file; ``first`` is the number of the first line, ``read`` as in ``RowBatch``."""

    file: Path
    first: int
    text: bytes
    read: float

    def rows(self, kind: type[Content]) -> RowBatch[Content]:
        """The rows in these lines; empty lines are skipped.

        Raises:
            InvalidDataError: a line is not such a row; the message begins with file and line.
        """
        lines: Sequence[int] = range(self.first, self.first + _lines_in(self.text))
        try:
            contents = msgspec.json.Decoder(kind).decode_lines(self.text)
        except (msgspec.DecodeError, UnicodeDecodeError):
            contents = []
        if len(contents) != len(lines):
            lines = [number for number, _ in _written_lines(self.text, self.first)]
        if len(contents) != len(lines):  # a line is not a row, or a row is not in one line
            raise _first_fault(self, kind)
        return RowBatch(self.file, contents, lines, self.read)

    def count(self) -> int:
        """The number of lines that are not empty."""
        return sum(1 for _ in _written_lines(self.text, self.first))


def read_blocks(file: Path) -> Iterator[Block]:
    """Yield a file in blocks of some thousand lines.

    Raises:
        ConfigurationError: it cannot be read.
        InvalidDataError: it is damaged.
    """
    first = 1
    for text, read in _texts(file):
        yield Block(file, first, text, read)
        first += _lines_in(text)


def _lines_in(text: bytes) -> int:
    return text.count(b"\n") + (not text.endswith(b"\n"))


def _written_lines(text: bytes, first: int) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty, with their numbers; ``first`` is the number of the first line."""
    return (
        (number, line) for number, line in enumerate(text.split(b"\n"), first) if line and not line.isspace()
    )


def _first_fault(block: Block, kind: type[Content]) -> InvalidDataError:
    """The error about the first of these lines that is not a valid row."""
    decode = msgspec.json.Decoder(kind).decode
    for number, line in _written_lines(block.text, block.first):
        try:
            decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as exc:
            return InvalidDataError(
                f"{block.file.name} line {number}: {exc}.",
                remedy=f"A row is a JSON object with {', '.join(kind.__struct_fields__)}: correct the line. "
                "Tasks of other kinds than Guide and Follower follow no path: they have no such scores.",
            )
    raise AssertionError(f"The lines of {block.file.name} are rows one by one, but not together.")


def _texts(file: Path) -> Iterator[tuple[bytes, float]]:
    """Yield whole lines, and the share of the file that is read after them."""
    try:
        with file.open("rb") as stored, _unpacked(stored, file.suffix) as stream:
            size = max(1, file.stat().st_size)
            while text := stream.read(_AT_ONCE):
                text += stream.readline(_LONGEST_LINE)
                yield text, stored.tell() / size
    except (EOFError, gzip.BadGzipFile, zlib.error) as exc:
        raise InvalidDataError(
            f"{file.name} is damaged: {exc}.", remedy="Copy or download it again."
        ) from exc
    except OSError as exc:
        raise ConfigurationError(
            f"{file} cannot be read: {exc.strerror}.", remedy="Check the file's name."
        ) from exc


def _unpacked(stored: BufferedReader, suffix: str) -> BufferedReader:
    return BufferedReader(gzip.GzipFile(fileobj=stored)) if suffix == ".gz" else stored
