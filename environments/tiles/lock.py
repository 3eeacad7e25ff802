"""One build at a time in a directory: two that write the same viewpoint would take each other's tiles away."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from environments.errors import ConfigurationError


@contextmanager
def sole_build(directory: Path) -> Iterator[None]:
    """Holds ``directory``, which is made where it is missing, until the block ends or the process does.

    Raises:
        ConfigurationError: another build holds it, or it cannot be made.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(directory, os.O_RDONLY)
    except OSError as exc:
        raise not_written(directory, exc) from exc
    try:
        _lock(descriptor, directory)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, directory: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ConfigurationError(
            f"Another build is writing tiles to {directory}.",
            remedy="Let it end, or choose another directory.",
        ) from None


def not_written(directory: Path, error: OSError) -> ConfigurationError:
    """What a build says that cannot write there."""
    return ConfigurationError(
        f"Tiles cannot be written to {directory}: {error.strerror}.",
        remedy="Make room or choose another directory; a build goes on where it stopped.",
    )
