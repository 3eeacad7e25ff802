"""The order of rooms is held wherever a reference is planted."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from tests.contract.test_floors import FLOOR, ROOT, floor_of, ours, upward
from tests.structure.floors import Rooms
from tests.structure.sources import PACKAGES, Sources, read_sources

__all__ = ["ours"]
PLANTED = {
    "a lazy import": "def f():\n    from {module} import name\n",
    "an import for types": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import {module}\n",
    "a string": 'WHERE = "{module}:Name"\n',
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("house")
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__", "*.jpg", "*.png")
        )
    (root / "static" / "src").mkdir(parents=True)
    return root


@pytest.mark.parametrize("how", PLANTED)
def test_a_forbidden_reference_in_any_room_is_found(ours: Sources, copy: Path, how: str) -> None:
    rooms = Rooms(ours)
    files = {floor_of(rooms.room(file.module)): file for file in reversed(ours.python)}
    named = [room for room in FLOOR if not room.endswith("/__init__")]  # no string says only a package's name
    for room, above in pairwise(named):
        planted = PLANTED[how].format(module=files[above].module)
        (copy / files[room].path).write_text(f"{files[room].text}\n{planted}", encoding="utf-8")
    found = {line.partition(":")[0] for line in upward(read_sources(copy))}
    assert {str(files[room].path) for room in named[:-1]} - found == set()
