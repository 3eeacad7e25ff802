"""All scores of a walk at once."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from environments.metrics.comparison import compare
from environments.metrics.fidelity import cls, normalize, path_dtw
from environments.metrics.path import navigation_error, oracle_success, spl, success

if TYPE_CHECKING:
    from collections.abc import Sequence

    from environments.graph import NavigationGraph


RXR_KEYS = ("ne", "sr", "spl", "osr", "cls", "dtw", "ndtw", "sdtw", "path_length")
"""The keys of RxR's files, and three more: ``osr``, ``cls``, ``path_length``; in the order of ``PathScores``."""


METRICS_VERSION = 1
"""Increases when a score's definition changes, so that a file can name the definitions of its numbers.

1: success is strictly under 3 m of graph distance; SPL (Anderson 2018); nDTW = exp(-DTW / (3 |reference|)) and SDTW
(Ilharco 2019); CLS (Jain 2019).
"""


@dataclass(frozen=True, slots=True)
class PathScores:
    """How a walk compares with its reference path.

    Attributes:
        navigation_error: metres along the graph from where it ended to the goal.
        success, oracle_success: 1.0 if strictly within 3 m of the goal at the end, or at any time; else 0.0.
        spl, cls, ndtw, sdtw: in [0, 1], higher is better.
        dtw: metres, summed over the alignment of the two paths.
        path_length: of the walk, in metres.
    """

    navigation_error: float
    success: float
    spl: float
    oracle_success: float
    cls: float
    dtw: float
    ndtw: float
    sdtw: float
    path_length: float

    def as_rxr(self) -> dict[str, float]:
        """The scores under ``RXR_KEYS``."""
        return dict(zip(RXR_KEYS, astuple(self), strict=True))


def score_path(graph: NavigationGraph, walked: Sequence[str], reference: Sequence[str]) -> PathScores:
    """All scores of a walk.

    Args:
        walked: viewpoint ids, start included; every step an edge.
        reference: viewpoint ids of the path it should have taken; the last one is the goal.

    Raises:
        ViewpointNotFoundError: an id is not in the graph.
        GraphError: one of the paths is empty or has a step that is not an edge.
        NoPathError: the two lie in separate parts of the graph.
    """
    walk = compare(graph, walked, reference)
    arrived, cost = success(walk), path_dtw(walk)
    return PathScores(
        navigation_error=navigation_error(walk),
        success=arrived,
        spl=spl(walk),
        oracle_success=oracle_success(walk),
        cls=cls(walk),
        dtw=cost,
        ndtw=normalize(walk, cost),
        sdtw=arrived * normalize(walk, cost),
        path_length=walk.walked_length,
    )
