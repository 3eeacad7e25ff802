"""A lock for one build at a time in a directory: two builds of the same viewpoint would remove each other's tiles."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from environments.errors import ConfigurationError
from environments.folders import make_folder


@contextmanager
def sole_build(directory: Path, what: str = "tiles") -> Iterator[None]:
    """Lock ``directory`` until the block or the process ends; it is made if it is missing.

    Args:
        what: is written, for messages.

    Raises:
        ConfigurationError: another build has locked it, or it cannot be made.
    """
    try:
        make_folder(directory)
        descriptor = os.open(directory, os.O_RDONLY)
    except OSError as exc:
        raise not_written(directory, exc, what) from exc
    try:
        _lock(descriptor, directory, what)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, directory: Path, what: str) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ConfigurationError(
            f"Another build is writing {what} to {directory}.",
            remedy="Wait until it ends, or choose another directory.",
        ) from None


def not_written(directory: Path, error: OSError, what: str = "tiles") -> ConfigurationError:
    """The error of a build that cannot write there."""
    return ConfigurationError(
        f"{what.capitalize()} cannot be written to {directory}: {error.strerror}.",
        remedy="Make room or choose another directory; the build continues where it stopped.",
    )
