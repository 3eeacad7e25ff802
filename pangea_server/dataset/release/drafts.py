"""The folder in which a release is built until it is complete."""

from __future__ import annotations

import shutil
from collections.abc import Collection
from pathlib import Path

from environments.folders import make_folder


def clear(draft: Path, kept: Collection[str] = ()) -> None:
    """Make the folder, without what an interrupted run left there, but for what is named."""
    make_folder(draft)
    for left in draft.iterdir():
        if left.name in kept:
            continue
        if left.is_dir() and not left.is_symlink():
            shutil.rmtree(left)
        else:
            left.unlink()
