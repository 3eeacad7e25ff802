"""Opening files that others put into a folder: regular ones, inside the folder, and not too large."""

from __future__ import annotations

import errno
import os
import stat
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
    path = file
    if inside is not None:
        path = file.resolve(strict=True)
        if not path.is_relative_to(inside.resolve(strict=True)):
            raise OSError(errno.EXDEV, f"it is a link that leads out of {inside}", str(file))
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not a regular file", str(file))
    return os.fdopen(descriptor, "rb")


def read_regular(file: Path, inside: Path | None = None, most: int = MOST_BYTES) -> bytes:
    """The content of a file; see ``open_regular``.

    Raises:
        OSError: see ``open_regular``; or it has more than ``most`` bytes.
    """
    with open_regular(file, inside) as opened:
        if os.fstat(opened.fileno()).st_size > most:
            raise OSError(errno.EFBIG, f"it has more than {most} bytes", str(file))
        return opened.read(most)
