"""Making folders that only their owner can look into, and folders that appear when they are whole."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def make_folder(folder: Path) -> None:
    """Make a folder where there is none, and those above it: closed to other users (mode 0700), whatever the umask.

    What we write holds voices, or lies beside them: a folder that is opened on purpose is better than one left open.
    ``Path.mkdir(parents=True)`` gives its mode to the last folder only.
    """
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)


@contextmanager
def whole_folder(output: Path, *, replaces: bool = False) -> Iterator[Path]:
    """A new folder to write into, which becomes ``output`` at the end; nothing of it is left where that fails.

    Args:
        replaces: it takes the place of a folder that is there; otherwise that one stays, and the new one is lost.

    Raises:
        OSError: it cannot be written, or something is there.
    """
    partial = output.with_name(f".{output.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        make_folder(partial)
        yield partial
        if replaces:
            shutil.rmtree(output, ignore_errors=True)
        partial.rename(output)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
