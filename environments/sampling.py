"""Choosing paths that are worth describing."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from environments.errors import GraphError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from environments.graph import NavigationGraph


def sample_paths(
    graph: NavigationGraph,
    count: int,
    seed: int,
    *,
    min_viewpoints: int = 4,
    max_viewpoints: int = 7,
    min_length: float = 5.0,
) -> list[tuple[str, ...]]:
    """Different shortest paths, as Room-to-Room was sampled: neither trivial nor too long to describe.

    A path and its reverse are different paths. The same graph, numbers and seed give the same paths.

    Args:
        count: how many.
        min_viewpoints, max_viewpoints: of each path, both ends included.
        min_length: of each path, in metres.

    Returns:
        ``count`` paths of viewpoint ids, in random order.

    Raises:
        GraphError: the graph has fewer such paths; the message says how many it has.

    Source: Anderson et al. 2018, arXiv:1711.07280, section 4.2.
    """
    candidates = _candidates(graph, np.random.default_rng(seed), min_length)
    fitting = (path for path in candidates if min_viewpoints <= len(path) <= max_viewpoints)
    paths = list(islice(fitting, count))
    if len(paths) < count:
        raise GraphError(
            f"{count} paths were asked for, but this graph has only {len(paths)} shortest paths of {min_viewpoints} "
            f"to {max_viewpoints} viewpoints and at least {min_length:g} m.",
            remedy="Ask for fewer, or allow shorter or longer ones.",
            available=len(paths),
        )
    return paths


def _candidates(
    graph: NavigationGraph, random: np.random.Generator, min_length: float
) -> Iterator[tuple[str, ...]]:
    """Shortest paths of at least ``min_length`` between every two viewpoints, in random order."""
    distances = graph.distances
    pairs = np.argwhere(np.isfinite(distances) & (distances >= min_length))
    for start, end in random.permutation(pairs):
        yield tuple(graph.shortest_path(graph.viewpoint_ids[start], graph.viewpoint_ids[end]))
