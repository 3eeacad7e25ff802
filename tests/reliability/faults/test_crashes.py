"""A few deaths of the server under upload; ``make prove-server`` lets it die two hundred times of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reliability.crashes import Crashes
from tests.reliability.loop_disk import LoopDisk
from tests.reliability.seed import SEED
from tests.reliability.server import UNSAFE

DEATHS = 4


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[LoopDisk]:
    disk = LoopDisk(tmp_path, megabytes=500)
    yield disk
    disk.remove()


def test_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    report = Crashes(tmp_path, guides=4, seed=SEED).run(DEATHS)
    assert report.findings.total == report.idle == 0, f"PROOF_SEED={SEED}: {report}"
    assert report.annotations > 0, f"PROOF_SEED={SEED}"


def test_a_kill_at_any_call_to_the_disk_loses_nothing(tmp_path: Path) -> None:
    """From the first chunk on: its write and sync, the commit before and after, the submit's files."""
    crashes = Crashes(tmp_path, guides=2, seed=SEED, at_calls=[0, 1, 2, 90])
    report = crashes.run(4)
    assert report.findings.total == report.idle == 0, f"PROOF_SEED={SEED}: {report}"
    assert report.annotations > 0, f"PROOF_SEED={SEED}"


def test_power_cuts_lose_nothing_that_was_acknowledged(tmp_path: Path, disk: LoopDisk) -> None:
    report = Crashes(tmp_path, guides=4, seed=SEED, disk=disk).run(DEATHS)
    assert report.findings.total == report.idle == 0, f"PROOF_SEED={SEED}: {report}"
    assert report.annotations > 0, f"PROOF_SEED={SEED}"


@pytest.mark.parametrize("plant", UNSAFE)
def test_power_cuts_find_a_fault_that_is_planted(tmp_path: Path, disk: LoopDisk, plant: str) -> None:
    crashes = Crashes(tmp_path, guides=4, seed=SEED, disk=disk, plants=[plant])
    report = crashes.run_until_found(20)
    assert report.findings.total > 0, f"PROOF_SEED={SEED}: {report}"
