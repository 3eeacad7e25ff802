"""Scores of many walks at once, by a compiled kernel: the same numbers as ``score_path``."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from environments.errors import PangeaError
from environments.graph import ALL_PAIRS_LIMIT
from environments.metrics.report import RXR_KEYS, score_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from environments.graph import NavigationGraph

    Path = Sequence[str]


def score_paths(
    graph: NavigationGraph, walked: Sequence[Path], references: Sequence[Path]
) -> NDArray[np.float64]:
    """The scores of walks in one graph, each beside its own reference path.

    Args:
        walked, references: n paths each, of viewpoint ids.

    Returns:
        (n, 9), the columns in the order of ``RXR_KEYS``. A walk that ``score_path`` would refuse is a row of NaN.
    """
    scores = np.full((len(walked), len(RXR_KEYS)), np.nan)
    if len(graph) > ALL_PAIRS_LIMIT:
        for row, *pair in zip(scores, walked, references, strict=True):
            row[:] = _alone(graph, *pair)
        return scores
    from environments.metrics.kernels import score_all

    score_all(
        graph.distances, graph.edge_lengths, *_indices(graph, walked), *_indices(graph, references), scores
    )
    return scores


def _alone(graph: NavigationGraph, walked: Path, reference: Path) -> list[float]:
    """In a graph too large for a table of all distances."""
    try:
        return list(score_path(graph, walked, reference).as_rxr().values())
    except PangeaError:
        return [np.nan] * len(RXR_KEYS)


def _indices(graph: NavigationGraph, paths: Sequence[Path]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All viewpoints of all paths as numbers, and where each path begins, (n + 1,)."""
    begin = np.zeros(len(paths) + 1, np.int64)
    np.cumsum([len(path) for path in paths], out=begin[1:])
    return graph.indices(chain.from_iterable(paths)), begin
