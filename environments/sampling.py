"""Sampling paths that are worth describing, and choosing the scans that are kept for testing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING

import numpy as np

from environments.errors import GraphError
from environments.path_rules import ANYWHERE, PathRules

if TYPE_CHECKING:
    from environments.graph import NavigationGraph

Path = tuple[str, ...]
Sampler = Callable[["NavigationGraph", int, int, PathRules], list[Path]]

MOST_LEGS = 3
LEG_LENGTH = (3.0, 12.0)  # metres along the graph
TRIES_PER_PATH = 500


def sample_paths(
    graph: NavigationGraph,
    count: int,
    seed: int,
    rules: PathRules = ANYWHERE,
    *,
    min_viewpoints: int = 4,
    max_viewpoints: int = 7,
    min_length: float = 5.0,
) -> list[Path]:
    """Sample different shortest paths as Room-to-Room did: not trivial, and not too long to describe.

    A path and its reverse are different paths. The same graph, numbers and seed give the same paths.

    Args:
        count: how many.
        rules: of the place: where paths may start, and where none leads.
        min_viewpoints, max_viewpoints: of each path, both ends included.
        min_length: of each path, in metres.

    Returns:
        ``count`` paths of viewpoint ids, in random order.

    Raises:
        GraphError: the graph has fewer such paths; the message gives their number.

    Source: Anderson et al. 2018, arXiv:1711.07280, section 4.2.
    """
    random = np.random.default_rng(seed)
    starts = (
        _shortest_paths(graph, start, random, (min_viewpoints, max_viewpoints), min_length, rules)
        for start in random.permutation(len(graph))
        if rules.may_start(graph.viewpoint_ids[start])
    )
    paths = list(islice(_in_turns(starts), count))
    if len(paths) < count:
        raise GraphError(
            f"{count} paths were asked for, but this graph has only {len(paths)} shortest paths of {min_viewpoints} "
            f"to {max_viewpoints} viewpoints and at least {min_length:g} m{_allowed(rules)}.",
            remedy="Ask for fewer, leave this scan out, or allow shorter or longer ones.",
            available=len(paths),
        )
    return paths


def sample_varied_paths(
    graph: NavigationGraph,
    count: int,
    seed: int,
    rules: PathRules = ANYWHERE,
    *,
    min_viewpoints: int = 5,
    max_viewpoints: int = 16,
    min_length: float = 8.0,
) -> list[Path]:
    """Sample different paths of many lengths that need not be the shortest, as in Room-across-Room.

    RxR draws a sequence of rooms and then viewpoints in them, so that the goal does not give the path away. Our
    choice, since most graphs know no rooms: one to three legs, each a shortest path of 3 to 12 m to a viewpoint drawn
    at random; no viewpoint comes twice. The same graph, numbers and seed give the same paths.

    Args:
        count: how many.
        rules: of the place: where paths may start, and where none leads.
        min_viewpoints, max_viewpoints: of each path, both ends included.
        min_length: of each path, in metres.

    Returns:
        ``count`` paths of viewpoint ids, in random order.

    Raises:
        GraphError: 500 tries per path found fewer than ``count``; the message gives their number.

    Source: the aim is that of Ku et al. 2020, arXiv:2010.07954.
    """
    random = np.random.default_rng(seed)
    found: dict[Path, None] = {}
    starts = [name for name in graph.viewpoint_ids if rules.may_start(name)]
    for _ in range(count * TRIES_PER_PATH if starts else 0):
        if len(found) == count:
            break
        path = _walk(graph, random, starts)
        fits = min_viewpoints <= len(path) <= max_viewpoints and len(set(path)) == len(path)
        if fits and rules.may_contain(path) and graph.path_length(path) >= min_length:
            found[path] = None
    if len(found) < count:
        raise GraphError(
            f"{count} varied paths were asked for, but only {len(found)} of {min_viewpoints} to {max_viewpoints} "
            f"viewpoints and at least {min_length:g} m{_allowed(rules)} were found.",
            remedy="Ask for fewer, leave this scan out, or allow shorter or longer ones.",
            available=len(found),
        )
    return list(found)


SAMPLERS: dict[str, Sampler] = {"r2r": sample_paths, "rxr": sample_varied_paths}
"""Sampling functions by name; each is called with graph, count, seed and the place's rules."""


def is_unseen(scan_id: str, share: float) -> bool:
    """Whether a scan belongs to the ``share`` (0 to 1) that is kept for testing in unseen places.

    This depends only on the scan's name, so that no campaign, seed or number of scans puts a scan into two splits.
    """
    drawn = int.from_bytes(hashlib.sha256(scan_id.encode()).digest()[:8]) / 2**64
    return drawn < share


def _shortest_paths(
    graph: NavigationGraph,
    start: int,
    random: np.random.Generator,
    viewpoints: tuple[int, int],
    min_length: float,
    rules: PathRules,
) -> Iterator[Path]:
    """Shortest paths from one viewpoint within the limits of viewpoints and length, in random order."""
    source = graph.viewpoint_ids[start]
    distances, steps = graph.reach(source)
    fewest, most = viewpoints
    fitting = (distances >= min_length) & (steps >= fewest - 1) & (steps <= most - 1)
    for end in random.permutation(np.flatnonzero(fitting)):
        path = tuple(graph.shortest_path(source, graph.viewpoint_ids[end]))
        if rules.may_contain(path):
            yield path


def _in_turns(sources: Iterable[Iterator[Path]]) -> Iterator[Path]:
    """Yield the first item of each source, then the second of each, and so on; sources are started lazily."""
    waiting: Iterable[Iterator[Path]] = sources
    while True:
        left = []
        for source in waiting:
            for path in islice(source, 1):
                yield path
                left.append(source)
        if not left:
            return
        waiting = left


def _allowed(rules: PathRules) -> str:
    return "" if rules == ANYWHERE else " that its starts and forbidden viewpoints allow"


def _walk(graph: NavigationGraph, random: np.random.Generator, starts: Sequence[str]) -> Path:
    """A path of one to ``MOST_LEGS`` shortest paths, end to end, from one of these viewpoints at random."""
    ids = graph.viewpoint_ids
    stops = [starts[int(random.integers(len(starts)))]]
    for _ in range(random.integers(1, MOST_LEGS + 1)):
        (away,) = graph.distances_between([stops[-1]], ids)
        near, far = LEG_LENGTH
        reachable = np.flatnonzero((away >= near) & (away <= far))
        if not len(reachable):
            break
        stops.append(ids[random.choice(reachable)])
    legs = [graph.shortest_path(a, b)[1:] for a, b in pairwise(stops)]
    return (stops[0], *(viewpoint for leg in legs for viewpoint in leg))
