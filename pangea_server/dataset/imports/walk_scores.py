"""Scores of the walks of an import, those of many entries at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from environments import Environment, NavigationGraph, PangeaError
from environments.metrics.batch import Scorer
from pangea_server.annotate.annotations.records import Scores
from pangea_server.dataset.entries.entries import FollowerEntry
from pangea_server.dataset.imports.followed import FollowedInstruction

Walk = tuple[FollowerEntry, FollowedInstruction]


@dataclass(frozen=True, slots=True)
class WalkScores:
    """Scores walks against the instructions that they follow."""

    places: Environment
    _scorer: Scorer = field(default_factory=Scorer)

    def of(self, walks: Sequence[Walk | None]) -> list[Scores | None]:
        """Of each walk; None where there is none, and where it cannot be scored: who scores it alone is told why."""
        scores: list[Scores | None] = [None] * len(walks)
        known = list(self._in_graphs(walks))
        graphs = [graph for _, graph, _ in known]
        walked = [entry.path for _, _, (entry, _) in known]
        references = [told.path for _, _, (_, told) in known]
        rows = self._scorer.scores(graphs, walked, references).tolist()
        for (index, _, _), row in zip(known, rows, strict=True):
            if row[0] == row[0]:  # not NaN
                scores[index] = Scores.in_order(row)
        return scores

    def _in_graphs(self, walks: Sequence[Walk | None]) -> Iterator[tuple[int, NavigationGraph, Walk]]:
        """The walks with their indexes, in scans that there are."""
        for index, walk in enumerate(walks):
            if walk is not None:
                try:
                    graph = self.places.scan(walk[1].scan_id).graph
                except PangeaError:
                    continue
                yield index, graph, walk
