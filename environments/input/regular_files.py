"""Opening files that others put into a folder: regular ones, inside the folder, and not too large.

A name may be written in several ways in Unicode: é is one sign, or e and an accent, as a Mac's files have it. A file
that is named in one way and lies there in the other is found.
"""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from pathlib import Path
from typing import BinaryIO

MOST_BYTES = 2**29
"""Largest file that is read into memory at once."""

MOST_JSON_BYTES = 2**26
"""Largest JSON file of a place, or beside a campaign; a city of 50,000 viewpoints has a sixth of that."""


def open_regular(file: Path, inside: Path | None = None) -> BinaryIO:
    """Open a file to read it. Never waits, as opening a named pipe would.

    Args:
        inside: the folder that it must lie in, when all symbolic links have been followed.

    Raises:
        OSError: it is not there, is not a regular file, or lies elsewhere; ``strerror`` says which.
    """
    path = as_stored(file)
    if inside is not None:
        path = path.resolve(strict=True)
        if not path.is_relative_to(inside.resolve(strict=True)):
            raise OSError(errno.EXDEV, f"it is a link that leads out of {inside}", str(file))
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not a regular file", str(file))
    return os.fdopen(descriptor, "rb")


def as_stored(file: Path) -> Path:
    """The path under which a file lies there, if only the form of its name differs in Unicode; else itself."""
    if os.path.lexists(file) or file == file.parent:
        return file
    folder = as_stored(file.parent)
    if file.name.isascii() or (folder / file.name).exists() or not folder.is_dir():
        return folder / file.name
    alike = (entry.name for entry in os.scandir(folder) if same_name(entry.name, file.name))
    return folder / min(alike, default=file.name)


def same_name(one: str, other: str) -> bool:
    """True if two names are one to a reader: equal once composed (NFC)."""
    return unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)


def read_regular(file: Path, inside: Path | None = None, most: int = MOST_BYTES) -> bytes:
    """The content of a file; see ``open_regular``.

    Raises:
        OSError: see ``open_regular``; or it has more than ``most`` bytes.
    """
    with open_regular(file, inside) as opened:
        if os.fstat(opened.fileno()).st_size > most:
            raise OSError(errno.EFBIG, f"it has more than {most} bytes", str(file))
        return opened.read(most)
