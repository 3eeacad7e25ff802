"""Fixtures for every test: where the real data is, when it is there, and a disk that is soon full; what comes first."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.disks import mount
from tests.reliability.seed import SEED

# A busy machine is no fault of the code; the first DTW compiles its kernel.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

LONGEST = (
    "docs/test_pages_followed.py",
    "security/test_schema.py",
    "security/test_framing.py",
    "align/test_viterbi_figures.py",
    "firebase/test_firebase_store.py",
    "reliability/test_crashes.py",
    "flags/test_flag_figures.py",
    "server/test_cli.py",
    "server/test_aligning.py",
    "campaigns/test_schedules.py",
    "landmarks/advancing/test_taken_out.py",
    "landmarks/advancing/test_whole_way.py",
    "reliability/test_sync_order.py",
    "reliability/test_restarts.py",
    "firebase/test_same_behaviour.py",
    "firebase/test_archive.py",
    "docs/test_site.py",
    "browser/test_by_keys.py",
    "browser/test_by_touch.py",
    "browser/test_firefox.py",
    "browser/test_webkit.py",
    "browser/test_other_tasks.py",
    "browser/test_capture_interrupted.py",
    "browser/test_bad_days.py",
    "browser/test_viewer_orientation.py",
    "browser/test_equipment.py",
    "browser/test_viewer_bad_input.py",
)
"""Files of more than 15 seconds, in a browser 50. Begun first, none of them is what all workers wait for at the end."""

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real input beside the project's root; tests that use it are marked ``shared_data``."""
    if not (SHARED / "data").is_dir():
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse(f"there is no real data at {SHARED}")
    return SHARED


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", disk)
    yield disk
    subprocess.run(["umount", disk], check=True)


def pytest_report_header() -> str:
    """The seed of this run's slices of the proofs, whether they hold or not."""
    return f"PROOF_SEED={SEED}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuses ``quiet`` where the Makefile's lane for it does not look; sorts what takes longest to the front."""
    if loud := [item.nodeid for item in items if item.get_closest_marker("quiet") and not in_browser(item)]:
        raise pytest.UsageError(
            f"Tests that measure time belong in tests/browser, which runs them alone: {loud}"
        )
    places = {Path(__file__).parent / name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))


def in_browser(item: pytest.Item) -> bool:
    return Path(__file__).parent / "browser" in item.path.parents


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
