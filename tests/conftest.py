"""For every test: which of them run, in which order, and where the real data is."""

from __future__ import annotations

import logging
import os
import random
import signal
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import takewhile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from pangea_server.stores.local import store
from pangea_server.stores.migrations import bring_up_to_date, expected_schema, newest
from pangea_server.stores.sqlite.sqlite import SqliteDatabase
from tests.disks import mount
from tests.lanes import LANES, lane_of

# A busy machine is no fault of the code; the first DTW compiles its kernel.
settings.register_profile(
    "patient", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")

# A shell starts what runs in the background with SIGINT ignored, and so would be every program that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real input beside the project's root; tests that use it are marked ``shared_data``."""
    if not (SHARED / "data").is_dir():
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse(f"there is no real data at {SHARED}")
    return SHARED


@pytest.fixture(scope="session", autouse=True)
def _copied_schema() -> Iterator[None]:
    """A new local store begins as a copy of an empty one: to make its tables each time took a twentieth of all time."""
    with closing(sqlite3.connect(":memory:")) as made:
        for statement in expected_schema().values():
            made.execute(statement)
        made.execute(f"PRAGMA user_version = {newest()}")
        empty = made.serialize()

    def copy_or_migrate(database: SqliteDatabase) -> None:
        file = database.directory / "pangea.db"
        if not file.exists():
            copy = file.with_name(f"{threading.get_ident()}.new")
            copy.write_bytes(empty)
            with suppress(FileExistsError):  # another thread was first
                os.link(copy, file)
            copy.unlink()
        bring_up_to_date(database)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "bring_up_to_date", copy_or_migrate)
        yield


@pytest.fixture(autouse=True)
def _own_logging() -> Iterator[None]:
    """What a command sets for its logging ends with its test: a handler that is left writes to a closed stream."""
    root, ours = logging.getLogger(), logging.getLogger("pangea_server")
    handlers, levels = [*root.handlers], (root.level, ours.level)
    yield
    for handler in [*root.handlers]:
        if handler not in handlers:
            root.removeHandler(handler)
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", disk)
    yield disk
    subprocess.run(["umount", disk], check=True)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Bytes are called by their argument: the processes that share the tests have to collect the same names, and what
    each of them compressed in another second are other bytes."""
    return argname if isinstance(val, bytes) else None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--lane", action="append", choices=LANES, help="run this lane instead of the gate")
    parser.addoption(
        "--order", type=int, metavar="SEED", help="take the test files in an order drawn from SEED"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Passes over files of lanes that nobody asked for: the gate's are those of none."""
    if collection_path.is_dir():
        return None
    asked = config.getoption("--lane") or {
        lane_of(Path(arg.partition("::")[0]).resolve()) for arg in config.args
    }
    return True if lane_of(collection_path) not in asked else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files in another order: a test that needs another one to have run before it is found."""
    if (seed := config.getoption("--order")) is None:
        return
    files = sorted({item.path for item in items})
    random.Random(seed).shuffle(files)
    items.sort(key=lambda item: files.index(item.path))


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Where bytes differ, instead of megabytes of them in the last lines that CI keeps."""
    if op != "==" or not (isinstance(left, bytes) and isinstance(right, bytes)):
        return None
    shared = takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False))
    first = sum(1 for _ in shared)
    around = slice(max(0, first - 10), first + 20)
    return [
        f"{len(left)} bytes == {len(right)} bytes",
        f"They differ from byte {first} on:",
        repr(left[around]),
        repr(right[around]),
    ]
