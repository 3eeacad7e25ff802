"""How long the proofs run: a little at every push, ``PROMISES_SCALE`` times as long where somebody wants to know."""

from __future__ import annotations

import os

SCALE = float(os.environ.get("PROMISES_SCALE", "1"))


def times(at_a_push: int) -> int:
    """How often to do what a push does so often."""
    return max(1, round(at_a_push * SCALE))
