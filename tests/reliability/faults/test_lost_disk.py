"""A lost disk costs seconds of acknowledged work, where `pangea backup --every 1s` has run."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.firebase.emulators import storage_emulator
from tests.reliability.lost_disk import lose_a_disk
from tests.reliability.seed import SEED


def test_a_lost_disk_costs_seconds(tmp_path: Path) -> None:
    """On a quiet machine about a second and a half; the bound leaves room for a busy one."""
    loss = lose_a_disk(tmp_path, random.Random(SEED), guides=6)
    assert loss.acknowledged > 10, f"PROOF_SEED={SEED}: {loss}"
    assert loss.findings.changed == 0, f"PROOF_SEED={SEED}: {loss}"
    assert loss.acknowledged > loss.lost, f"PROOF_SEED={SEED}: {loss}"
    assert loss.seconds < 30, f"PROOF_SEED={SEED}: {loss}"


@pytest.mark.emulator
def test_so_does_one_that_is_backed_up_to_a_bucket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with storage_emulator("voices") as address:
        monkeypatch.setenv("STORAGE_EMULATOR_HOST", address)
        loss = lose_a_disk(tmp_path, random.Random(SEED), guides=6, to="gs://voices/copy")
    assert loss.acknowledged > 10, f"PROOF_SEED={SEED}: {loss}"
    assert loss.findings.changed == 0, f"PROOF_SEED={SEED}: {loss}"
    assert loss.acknowledged > loss.lost, f"PROOF_SEED={SEED}: {loss}"
    assert loss.seconds < 30, f"PROOF_SEED={SEED}: {loss}"
