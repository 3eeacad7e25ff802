"""Scores of where a walk ends and how long it was (Anderson et al. 2018, arXiv:1807.06757).

Distances are geodesic: along the graph, in metres. A walk counts as arrived strictly within 3 m of the goal, which
is the last viewpoint of the reference path, as in R2R's eval.py and RxR. Every function raises
``ViewpointNotFoundError`` for an unknown id, ``GraphError`` for what is no walk, and ``NoPathError`` where goal and
walk are not joined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from environments.errors import GraphError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from environments.graph import NavigationGraph

SUCCESS_DISTANCE = 3.0


def goal(reference: Sequence[str]) -> str:
    """The last viewpoint of a reference path."""
    if not reference:
        raise GraphError(
            "The reference path is empty.", remedy="Its last viewpoint is the goal; give at least one."
        )
    return reference[-1]


def navigation_error(graph: NavigationGraph, walked: Sequence[str], reference: Sequence[str]) -> float:
    """Distance from the walk's last viewpoint to the goal, in metres."""
    graph.check_path(walked)
    return graph.distance(walked[-1], goal(reference))


def success(graph: NavigationGraph, walked: Sequence[str], reference: Sequence[str]) -> float:
    """1.0 when the navigation error is strictly under 3 m, else 0.0."""
    return float(navigation_error(graph, walked, reference) < SUCCESS_DISTANCE)


def oracle_success(graph: NavigationGraph, walked: Sequence[str], reference: Sequence[str]) -> float:
    """1.0 when any viewpoint of the walk is strictly within 3 m of the goal, else 0.0."""
    graph.check_path(walked)
    nearest = min(graph.distance(viewpoint_id, goal(reference)) for viewpoint_id in walked)
    return float(nearest < SUCCESS_DISTANCE)


def spl(graph: NavigationGraph, walked: Sequence[str], reference: Sequence[str]) -> float:
    """Success weighted by Path Length: success * shortest / max(shortest, walked), in [0, 1].

    ``shortest`` is the distance from where the walk starts to the goal. Our choice: where it starts at the goal,
    standing still scores 1.0 (the formula divides 0 by 0) and any walk, even one that returns, 0.0.
    """
    if not success(graph, walked, reference):
        return 0.0
    shortest, length = graph.distance(walked[0], goal(reference)), graph.path_length(walked)
    return 1.0 if length == 0.0 else shortest / max(shortest, length)
