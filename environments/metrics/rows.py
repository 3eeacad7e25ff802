"""The lines of RxR's guide and follower files: JSON Lines, plain or packed by gzip."""

from __future__ import annotations

import gzip
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec
import numpy as np

from environments.errors import ConfigurationError, InvalidDataError, PangeaError
from environments.input.json_documents import unpacked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

_AT_ONCE = 2**20
"""Bytes: a thousand rows or more, which stay in a processor's cache until they are used."""
NEWLINE = ord("\n")
_LONGEST_LINE = 2**24  # bytes; the walk of an hour has some ten thousand
_UNDECODED = (msgspec.DecodeError, UnicodeDecodeError)


class ScoredGuideRow(msgspec.Struct, gc=False):
    """The fields of a guide row that scores need; its other fields are long and are not decoded."""

    instruction_id: int
    scan: str
    path: msgspec.Raw


class ScoredFollowerRow(msgspec.Struct, gc=False):
    """The fields of a follower row that scores need."""

    demonstration_id: int
    instruction_id: int
    path: msgspec.Raw


class _WholeGuideRow(msgspec.Struct, gc=False):
    instruction_id: int
    scan: str
    path: list[str]


class _WholeFollowerRow(msgspec.Struct, gc=False):
    demonstration_id: int
    instruction_id: int
    path: list[str]


_WHOLE = {ScoredGuideRow: _WholeGuideRow, ScoredFollowerRow: _WholeFollowerRow}
"""With a path that is decoded too: what finds the fault of a row."""

decode_path = msgspec.json.Decoder(list[str]).decode
_decode_paths = msgspec.json.Decoder(list[list[str]]).decode

Content = TypeVar("Content", ScoredGuideRow, ScoredFollowerRow)


@dataclass(frozen=True, slots=True)
class RowBatch(Generic[Content]):
    """Consecutive rows of a file, with their line numbers; paths are as they are written, since most are repeated."""

    block: Block
    kind: type[Content]
    contents: Sequence[Content]
    lines: Sequence[int]

    def only(self, rows: slice) -> RowBatch[Content]:
        """Some of the rows."""
        return RowBatch(self.block, self.kind, self.contents[rows], self.lines[rows])

    def paths(self) -> Iterator[bytes]:
        """The path of each row, as it is written."""
        return map(bytes, [row.path for row in self.contents])

    def viewpoints(self, paths: Iterable[bytes]) -> list[list[str]]:
        """The viewpoint ids of some of these paths.

        Raises:
            InvalidDataError: a path is not a list of strings; the message begins with file and line.
        """
        try:
            return _decode_paths(b"[%b]" % b",".join(paths))
        except _UNDECODED:
            raise self.block.first_fault(self.kind) from None

    def line(self, content: Content) -> int:
        """The line number of this row object."""
        return next(line for line, row in zip(self.lines, self.contents, strict=True) if row is content)

    def error(self, content: Content, message: str, remedy: str) -> InvalidDataError:
        return InvalidDataError(f"{self.block.file.name} line {self.line(content)}: {message}", remedy=remedy)

    def located(self, content: Content) -> AbstractContextManager[None]:
        """An error that is raised within says where, too."""
        return located(self.block.file, self.line(content))


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
    """Whole lines of a file, with their numbers; ``read`` is the share of the file up to the last."""

    file: Path
    numbers: range
    text: bytes
    read: float

    def rows(self, kind: type[Content]) -> RowBatch[Content]:
        """The rows in these lines; empty lines are skipped.

        Raises:
            InvalidDataError: a line is not such a row; the message begins with file and line.
        """
        lines: Sequence[int] = self.numbers
        try:
            contents = msgspec.json.Decoder(kind).decode_lines(self.text)
        except _UNDECODED:
            contents = []
        if len(contents) != len(lines):
            lines = [number for number, _ in _written_lines(self.text, self.numbers.start)]
        if len(contents) != len(lines):  # a line is not a row, or a row is not in one line
            raise self.first_fault(kind)
        return RowBatch(self, kind, contents, lines)

    def first_fault(self, kind: type[Content]) -> InvalidDataError:
        """The error about the first of these lines that is not a valid row."""
        decode = msgspec.json.Decoder(_WHOLE[kind]).decode
        for number, line in _written_lines(self.text, self.numbers.start):
            try:
                decode(line)
            except _UNDECODED as exc:
                return InvalidDataError(
                    f"{self.file.name} line {number}: {exc}.",
                    remedy=f"A row is a JSON object with {', '.join(kind.__struct_fields__)}: correct the line. "
                    "Tasks of other kinds than Guide and Follower follow no path: they have no such scores.",
                )
        raise AssertionError(f"The lines of {self.file.name} are rows one by one, but not together.")

    def count(self) -> int:
        """The number of lines that are not empty."""
        return sum(1 for _ in _written_lines(self.text, self.numbers.start))


def read_blocks(file: Path) -> Iterator[Block]:
    """Yield a file in blocks of some thousand lines.

    Raises:
        ConfigurationError: it cannot be read.
        InvalidDataError: it is damaged.
    """
    first = 1
    for text, read in _texts(file):
        numbers = range(first, first + _lines_in(text))
        yield Block(file, numbers, text, read)
        first = numbers.stop


def _lines_in(text: bytes) -> int:
    ends = np.frombuffer(text, np.uint8) == NEWLINE  # three times as fast as ``bytes.count``
    return int(np.count_nonzero(ends)) + (text[-1] != NEWLINE)


def _written_lines(text: bytes, first: int) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty, with their numbers; ``first`` is the number of the first line."""
    return (
        (number, line) for number, line in enumerate(text.split(b"\n"), first) if line and not line.isspace()
    )


def _texts(file: Path) -> Iterator[tuple[bytes, float]]:
    """Yield whole lines, and the share of the file that is read after them."""
    try:
        with file.open("rb") as stored:
            stream = unpacked(stored)
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
