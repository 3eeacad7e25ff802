"""Files that are there as a whole or not at all, and the folders that they are in."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from align.exports.commented_gzip import CommentedGzip
from environments.errors import ConfigurationError


def write_whole(target: Path, data: bytes) -> None:
    """Write beside the target, then take its place; a run that is broken off leaves what was there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = partial_of(target)
    partial.write_bytes(data)
    partial.replace(target)


@contextmanager
def whole_text(target: Path, comment: str = "") -> Iterator[TextIO]:
    """What writes text in UTF-8, gzipped where the name ends in ``.gz``, with a comment in its head; the same text
    gives the same bytes. The file takes its place when this ends without an error."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = partial_of(target)
    with partial.open("wb") as file:
        stream: Any = CommentedGzip(file, comment) if target.suffix == ".gz" else file
        with io.TextIOWrapper(stream, encoding="utf-8", newline="\n") as text:
            yield text
    partial.replace(target)


def partial_of(target: Path) -> Path:
    """Where a file is while it is being written."""
    return target.with_name(f".{target.name}.partial")


def below(folder: Path, name: str) -> Path:
    """The file of this name, which a list in the folder says.

    Raises:
        ConfigurationError: it is not below the folder: somebody else wrote that list.
    """
    file = folder / name
    if not file.resolve().is_relative_to(folder.resolve()):
        raise ConfigurationError(
            f"{name} is in a list in {folder}, and is not below it.", remedy="Name another folder."
        )
    return file


@contextmanager
def written_below(folder: Path) -> Iterator[None]:
    """What goes wrong while files are written below a folder.

    Raises:
        ConfigurationError: its disk is full, it may not be written to, or a file is in its way.
    """
    try:
        yield
    except OSError as error:
        raise ConfigurationError(
            f"{folder} cannot be written to: {error.strerror or error}.",
            remedy="Make room there or name another folder, and run it again: it goes on with what is made.",
        ) from error
