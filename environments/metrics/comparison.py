"""The basis of every score: the comparison of a walk with its reference path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from environments.errors import GraphError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from environments.graph import NavigationGraph


@dataclass(frozen=True, slots=True)
class Comparison:
    """A walk of n viewpoints and a reference path of m; the goal is the last of the m.

    Attributes:
        distances: (n, m) float64, geodesic, in metres: from each viewpoint of the walk to each of the reference.
        walked_length: metres along the walk.
        reference_length: metres along the reference path.
    """

    distances: NDArray[np.float64]
    walked_length: float
    reference_length: float


def compare(graph: NavigationGraph, walked: Sequence[str], reference: Sequence[str]) -> Comparison:
    """Measure a walk against a reference path.

    Args:
        walked: viewpoint ids, start included; every step an edge.
        reference: viewpoint ids of the path that it should have taken.

    Raises:
        ViewpointNotFoundError: an id is not in the graph.
        GraphError: one of the two is empty or has a step that is not an edge.
        NoPathError: the two lie in separate parts of the graph.
    """
    if not reference:
        raise GraphError(
            "The reference path is empty.", remedy="Give at least one viewpoint: the last one is the goal."
        )
    walked_length, reference_length = graph.path_length(walked), graph.path_length(reference)
    graph.distance(walked[0], reference[0])  # raises if they are not joined
    return Comparison(graph.distances_between(walked, reference), walked_length, reference_length)
