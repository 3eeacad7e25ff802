"""Long sequences are warped in bounded memory."""

from __future__ import annotations

import tracemalloc

import numpy as np

from environments.metrics.dtw import dtw_vectors


def test_long_sequences_stay_in_the_memory_of_their_band() -> None:
    first = np.random.default_rng(0).random((120_000, 2))
    tracemalloc.start()
    path = dtw_vectors(first, first[::2], band=20).path
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert path[-1].tolist() == [119_999, 59_999]
    assert peak < 50e6
