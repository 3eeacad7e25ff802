"""Writing files atomically: a file is complete or absent."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from gzip import GzipFile
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from environments.errors import ConfigurationError
from environments.folders import make_folder

BUFFER = 2**16


def write_whole(target: Path, data: bytes) -> None:
    """Write a temporary file beside the target, then replace the target; an interrupted run changes nothing."""
    make_folder(target.parent)
    partial = partial_of(target)
    partial.write_bytes(data)
    partial.replace(target)


@contextmanager
def whole_text(target: Path) -> Iterator[TextIO]:
    """Yield a stream for UTF-8 text, gzipped if the name ends in ``.gz``.

    The same text gives the same bytes. The file replaces the target when the block ends without an error."""
    with (
        whole_bytes(target) as stream,
        io.TextIOWrapper(stream, encoding="utf-8", newline="\n") as text,
    ):
        yield text


@contextmanager
def whole_bytes(target: Path) -> Iterator[BinaryIO]:
    """The same for bytes."""
    make_folder(target.parent)
    partial = partial_of(target)
    with partial.open("wb") as file:
        stream: Any = GzipFile("", "wb", fileobj=file, mtime=0) if target.suffix == ".gz" else file
        with io.BufferedWriter(stream, BUFFER) as buffered:
            yield buffered
    partial.replace(target)


def partial_of(target: Path) -> Path:
    """The path of a file while it is being written."""
    return target.with_name(f".{target.name}.partial")


def below(folder: Path, name: str) -> Path:
    """The file of this name, which a list in the folder mentions.

    Raises:
        ConfigurationError: the file is not below the folder, so the list cannot be ours.
    """
    file = folder / name
    if not file.resolve().is_relative_to(folder.resolve()):
        raise ConfigurationError(
            f"A list in {folder} names {name}, which is outside that folder.", remedy="Name another folder."
        )
    return file


@contextmanager
def written_below(folder: Path) -> Iterator[None]:
    """Turn operating system errors while files are written below a folder into ours.

    Raises:
        ConfigurationError: the disk is full, the folder is not writable, or another file is in the way.
    """
    try:
        yield
    except OSError as error:
        raise ConfigurationError(
            f"{folder} cannot be written to: {error.strerror or error}.",
            remedy="Make room there or name another folder, then run it again to continue.",
        ) from error
