"""A graph of a whole city answers in bounded time."""

from __future__ import annotations

import time
from itertools import pairwise

from environments import NavigationGraph


def test_large_graphs_answer_without_all_pairs() -> None:
    ids = [str(number) for number in range(10_000)]
    graph = NavigationGraph({name: (float(name), 0.0, 0.0) for name in ids}, pairwise(ids))
    before = time.perf_counter()
    assert graph.distance("0", "9999") == 9999.0
    assert len(graph.shortest_path("0", "40")) == 41
    assert time.perf_counter() - before < 5.0  # all pairs take minutes, and 1.2 GB
