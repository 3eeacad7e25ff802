"""Scores of how closely a walk keeps to the reference path.

Distances are geodesic, as in the authors' code: between viewpoints along the graph, in metres. Every function raises
``ViewpointNotFoundError`` for an unknown id, ``GraphError`` for a path that is no walk, and ``NoPathError`` where the
two paths are not joined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from environments.metrics.dtw import Warping, dtw
from environments.metrics.path import SUCCESS_DISTANCE, success

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from environments.graph import NavigationGraph


def warping(graph: NavigationGraph, walked: Sequence[str], reference: Sequence[str]) -> Warping:
    """The cheapest alignment of the two paths; its cost, in metres, is the score ``dtw``."""
    return dtw(_distances(graph, walked, reference))


def ndtw(graph: NavigationGraph, walked: Sequence[str], reference: Sequence[str]) -> float:
    """Normalized DTW: exp(-DTW / (3 m * viewpoints of the reference)), in (0, 1].

    Source: Ilharco et al. 2019, arXiv:1907.05446.
    """
    return normalized(warping(graph, walked, reference).cost, reference)


def normalized(cost: float, reference: Sequence[str]) -> float:
    """nDTW for a DTW ``cost`` in metres."""
    return float(np.exp(-cost / (SUCCESS_DISTANCE * len(reference))))


def sdtw(graph: NavigationGraph, walked: Sequence[str], reference: Sequence[str]) -> float:
    """Success weighted by normalized DTW: success * nDTW, in [0, 1].

    Source: Ilharco et al. 2019, arXiv:1907.05446.
    """
    return success(graph, walked, reference) * ndtw(graph, walked, reference)


def cls(graph: NavigationGraph, walked: Sequence[str], reference: Sequence[str]) -> float:
    """Coverage weighted by Length Score: how much of the reference was passed near by, and no detours; in [0, 1].

    Source: Jain et al. 2019, arXiv:1905.12255, with the threshold of 3 m. Our choice: for a reference of a single
    viewpoint the length score is 0 / 0 when the walk stands still as well, and taken as 1.0.
    """
    nearest = _distances(graph, walked, reference).min(axis=0)
    coverage = float(np.exp(-nearest / SUCCESS_DISTANCE).mean())
    expected, length = coverage * graph.path_length(reference), graph.path_length(walked)
    length_score = 1.0 if expected == length else expected / (expected + abs(expected - length))
    return coverage * length_score


def _distances(
    graph: NavigationGraph, walked: Sequence[str], reference: Sequence[str]
) -> NDArray[np.float64]:
    graph.check_path(walked)
    graph.check_path(reference)
    graph.distance(walked[0], reference[0])  # raises when the two walks lie in separate parts of the graph
    return graph.distances_between(walked, reference)
