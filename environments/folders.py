"""Making folders that only their owner can look into."""

from __future__ import annotations

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
