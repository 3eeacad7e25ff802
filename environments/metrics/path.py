"""Scores of a walk's end and length.

Source: Anderson et al. 2018, arXiv:1807.06757. A walk succeeds when it ends strictly within 3 m of the goal, along the
graph, as in R2R's eval.py and RxR.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from environments.metrics.comparison import Comparison

SUCCESS_DISTANCE = 3.0


def navigation_error(walk: Comparison) -> float:
    """Metres from the walk's last viewpoint to the goal."""
    return float(walk.distances[-1, -1])


def success(walk: Comparison) -> float:
    """1.0 when the navigation error is strictly under 3 m, else 0.0."""
    return float(navigation_error(walk) < SUCCESS_DISTANCE)


def oracle_success(walk: Comparison) -> float:
    """1.0 when any viewpoint of the walk is strictly within 3 m of the goal, else 0.0."""
    return float(walk.distances[:, -1].min() < SUCCESS_DISTANCE)


def spl(walk: Comparison) -> float:
    """Success weighted by Path Length: success * shortest / max(shortest, walked), in [0, 1].

    ``shortest`` is the distance from the walk's start to the goal. Our choice: if the start is the goal, standing still
    scores 1.0 (the formula divides 0 by 0); walking away and coming back scores 0.0, as the formula says.
    """
    if walk.walked_length == 0.0:
        return success(walk)
    shortest = float(walk.distances[0, -1])
    return success(walk) * shortest / max(shortest, walk.walked_length)
