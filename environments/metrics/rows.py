"""The lines of RxR's guide and follower files: JSON Lines, compressed when named ``.gz``."""

from __future__ import annotations

import gzip
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from environments.errors import ConfigurationError, InvalidDataError, PangeaError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedIOBase
    from pathlib import Path


class Guide(msgspec.Struct, gc=False):
    """What a score needs of a guide row; its other fields, long as they are, are not unpacked."""

    instruction_id: int
    scan: str
    path: list[str]


class Follower(msgspec.Struct, gc=False):
    """What a score needs of a follower row."""

    demonstration_id: int
    instruction_id: int
    path: list[str]


Content = TypeVar("Content", Guide, Follower)


@dataclass(slots=True)
class Row(Generic[Content]):
    """One line of a file, which knows where it came from."""

    file: Path
    line: int
    content: Content

    def error(self, message: str, remedy: str) -> InvalidDataError:
        return InvalidDataError(f"{self.file.name} line {self.line}: {message}", remedy=remedy)

    @contextmanager
    def located(self) -> Iterator[None]:
        """An error that is raised within says where, too."""
        try:
            yield
        except PangeaError as exc:
            message = f"{self.file.name} line {self.line}: {exc.message}"
            raise type(exc)(message, remedy=exc.remedy, **exc.context) from exc


def read_rows(file: Path, kind: type[Content]) -> Iterator[Row[Content]]:
    """The rows of a file, one by one; empty lines are passed over.

    Raises:
        ConfigurationError: the file cannot be read.
        InvalidDataError: it is damaged, or a line is not such a row; the message begins with file and line.
    """
    decode = msgspec.json.Decoder(kind).decode
    for number, line in _lines(file):
        try:
            content = decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as exc:
            raise InvalidDataError(
                f"{file.name} line {number}: {exc}.",
                remedy=f"A row is a JSON object with {', '.join(kind.__struct_fields__)}: mend the line.",
            ) from exc
        yield Row(file, number, content)


def count_rows(file: Path) -> int:
    """How many rows ``read_rows`` would go through, were they all sound; the same errors of the file."""
    return sum(1 for _ in _lines(file))


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with _open(file) as lines:
            for number, line in enumerate(lines, start=1):
                if not line.isspace():
                    yield number, line
    except (EOFError, gzip.BadGzipFile, zlib.error) as exc:
        raise InvalidDataError(
            f"{file.name} is damaged: {exc}.", remedy="Copy or download it again."
        ) from exc
    except OSError as exc:
        raise ConfigurationError(
            f"{file} cannot be read: {exc.strerror}.", remedy="Check the file's name."
        ) from exc


def _open(file: Path) -> BufferedIOBase:
    return gzip.open(file) if file.suffix == ".gz" else file.open("rb")
