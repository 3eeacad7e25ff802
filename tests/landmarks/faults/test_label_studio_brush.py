"""A mask that claims to be huge costs nothing."""

from __future__ import annotations

import tracemalloc

import pytest

from environments import InvalidDataError
from pangea_server.dataset.formats.landmarks.label_studio.brush import unpacked


def test_a_bomb_of_values_costs_no_memory() -> None:
    """Eleven bytes that say they are four thousand million values, each as long as can be."""
    bomb = [0xFF] * 11
    tracemalloc.start()
    try:
        with pytest.raises(InvalidDataError, match=r"rle has 4,294,967,295 values"):
            unpacked(bomb, 1024, 1024)
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()
