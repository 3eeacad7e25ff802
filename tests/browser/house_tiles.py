"""The tiles of the demo house, cut once on a machine: that takes all cores for half a minute."""

from __future__ import annotations

import fcntl
import shutil
import tempfile
from functools import cache
from pathlib import Path

from environments import open_environment
from environments.tiles.build import build_tiles

CUT_ONCE = Path(__file__).parents[2] / ".pytest_cache" / "d" / "demo-tiles"


def house_tiles() -> Path:
    """This process's own copy: no other one builds in it meanwhile. It is kept until the process ends."""
    return Path(_copy().name)


@cache
def _copy() -> tempfile.TemporaryDirectory[str]:
    copy = tempfile.TemporaryDirectory(prefix="pangea-tiles-")
    CUT_ONCE.mkdir(parents=True, exist_ok=True)
    with CUT_ONCE.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        outcomes = list(build_tiles(open_environment("demo"), CUT_ONCE))
        assert not [outcome.error for outcome in outcomes if outcome.error]
        shutil.copytree(CUT_ONCE, copy.name, dirs_exist_ok=True)
    return copy
