"""A slice of the proof `prove flips`, with a seed of its own each time."""

from __future__ import annotations

from pathlib import Path

from tests.promises.scale import times
from tests.reliability.flips import KINDS, flip_bits
from tests.reliability.seed import SEED


def test_no_flipped_bit_is_missed(tmp_path: Path) -> None:
    found = flip_bits(tmp_path, times(100), SEED)
    assert found.missed == [], f"PROOF_SEED={SEED}: {found}"
    assert all(found.reported[kind] for kind in KINDS), f"PROOF_SEED={SEED}: {found}"
    assert {kind for kind in KINDS if found.harmless[kind]} <= {"database"}, f"PROOF_SEED={SEED}: {found}"
