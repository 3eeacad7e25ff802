"""A slice of the proof `prove flips`, with a seed of its own each time."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from tests.promises.scale import times
from tests.reliability.flips import KINDS, flip_bits

SEED = int(os.environ.get("FLIPS_SEED", secrets.randbits(32)))


def test_no_flipped_bit_is_missed(tmp_path: Path) -> None:
    found = flip_bits(tmp_path, times(100), SEED)
    assert found.missed == [], f"FLIPS_SEED={SEED}: {found}"
    assert all(found.reported[kind] for kind in KINDS), f"FLIPS_SEED={SEED}: {found}"
    assert {kind for kind in KINDS if found.harmless[kind]} <= {"database"}, f"FLIPS_SEED={SEED}: {found}"
