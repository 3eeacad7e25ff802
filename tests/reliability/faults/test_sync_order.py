"""Every acknowledgement comes after every sync that POSIX asks for, in the order of the server's own system calls."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.reliability.sync_order import SyncOrder, observe


@pytest.fixture(autouse=True)
def _strace() -> None:
    if shutil.which("strace") is None:
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse("strace is not installed")


def test_nothing_is_acknowledged_before_all_of_it_is_synced(tmp_path: Path) -> None:
    order = observe(tmp_path)
    assert order.acknowledged > 15
    assert order.faults == []


@pytest.mark.parametrize(
    ("plant", "unsafe"),
    [
        ("files_are_not_synced", "/.segments/"),
        ("folders_are_not_synced", "/.segments not synced"),
        ("rows_are_not_synced", "pangea.db-wal"),
    ],
)
def test_a_sync_that_is_forgotten_is_named(tmp_path: Path, plant: str, unsafe: str) -> None:
    assert any(unsafe in fault for fault in observe(tmp_path, plant).faults)


def test_a_call_that_strace_splits_is_one_call() -> None:
    order = SyncOrder(Path("/data"))
    order.follow(
        iter(
            [
                '7 pwrite64(3</data/a>, "x", 1, 0) = 1',
                "7 fsync(3</data/a> <unfinished ...>",
                '8 write(9<TCP:[1]>, "HTTP/1.1 201 Created", 20) = 20',
                "7 <... fsync resumed>) = 0",
                '8 write(9<TCP:[1]>, "HTTP/1.1 201 Created", 20) = 20',
            ]
        )
    )
    assert order.faults == ["acknowledgement 1: /data/a not synced"]
