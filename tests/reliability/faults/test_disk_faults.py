"""A slice of the proof `prove disk-faults`, with a seed of its own each time."""

from __future__ import annotations

from pathlib import Path

from tests.promises.scale import times
from tests.reliability.disk_faults import fail_calls
from tests.reliability.seed import SEED


def test_a_call_to_the_disk_that_fails_costs_nothing_acknowledged(tmp_path: Path) -> None:
    found = fail_calls(tmp_path, times(8), SEED)
    assert found.faults == [], f"PROOF_SEED={SEED}: {found.faults}"
    assert found.acknowledged > 0, f"PROOF_SEED={SEED}"
