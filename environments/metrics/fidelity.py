"""Scores of how closely a walk follows the reference path, with distances along the graph as in RxR."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from environments.metrics.dtw import dtw
from environments.metrics.path import SUCCESS_DISTANCE, success

if TYPE_CHECKING:
    from environments.metrics.comparison import Comparison


def path_dtw(walk: Comparison) -> float:
    """Metres between the two paths, summed over their cheapest alignment: the score ``dtw``."""
    return dtw(walk.distances).cost


def ndtw(walk: Comparison) -> float:
    """Normalized DTW: exp(-DTW / (3 m * viewpoints of the reference)), in [0, 1].

    Source: Ilharco et al. 2019, arXiv:1907.05446.
    """
    return normalize(walk, path_dtw(walk))


def normalize(walk: Comparison, cost: float) -> float:
    """nDTW of a walk whose DTW is already known."""
    return float(np.exp(-cost / (SUCCESS_DISTANCE * walk.distances.shape[1])))


def sdtw(walk: Comparison) -> float:
    """Success weighted by normalized DTW: success * nDTW, in [0, 1].

    Source: Ilharco et al. 2019, arXiv:1907.05446.
    """
    return success(walk) * ndtw(walk)


def cls(walk: Comparison) -> float:
    """Coverage weighted by Length Score: how much of the reference the walk came near, without detours; in [0, 1].

    Source: Jain et al. 2019, arXiv:1905.12255, with the threshold of 3 m. Our choice: for a reference of a single
    viewpoint the length score is 0 / 0 if the walk stands still too, and is then 1.0.
    """
    coverage = float(np.exp(-walk.distances.min(axis=0) / SUCCESS_DISTANCE).mean())
    expected = coverage * walk.reference_length
    if expected == walk.walked_length:
        return coverage
    return coverage * expected / (expected + abs(expected - walk.walked_length))
