"""A summary of a campaign's paths: their lengths, viewpoints and splits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from environments import Environment
from pangea_server.collect.planning.wanted import WantedPath


@dataclass(frozen=True, slots=True)
class PathFacts:
    """Lengths in metres; each range is the least, the median and the greatest."""

    paths: int
    scans: int
    splits: Mapping[str, int]
    metres: tuple[float, float, float]
    viewpoints: tuple[int, int, int]


def path_facts(environment: Environment, paths: Sequence[WantedPath]) -> PathFacts | None:
    """The summary; None where there are no paths."""
    if not paths:
        return None
    graphs = {path.scan_id: environment.scan(path.scan_id).graph for path in paths}
    lengths = sorted(graphs[path.scan_id].path_length(path.path) for path in paths)
    viewpoints = sorted(len(path.path) for path in paths)
    middle = len(paths) // 2
    return PathFacts(
        paths=len(paths),
        scans=len(graphs),
        splits=Counter(path.split or "train" for path in paths),
        metres=(lengths[0], lengths[middle], lengths[-1]),
        viewpoints=(viewpoints[0], viewpoints[middle], viewpoints[-1]),
    )
