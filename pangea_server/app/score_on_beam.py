"""Scores of single walks as a Beam pipeline; ``pangea score`` afterwards finds them made, and scores the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from align.beam import each_on_beam
from environments import NavigationGraph, PangeaError, open_environment
from environments.metrics.files import count_rows, rows_scorer, score_alone
from pangea_server.core.ahead import Ahead

ROWS = 100
"""Rows that a worker scores together, at least."""
PARTS = 200
"""Of a long file, which is read from its beginning for each."""


@dataclass(frozen=True, slots=True)
class ScoredAhead:
    """Scores a walk as ``score_alone`` does, unless that was done ahead."""

    ahead: Ahead[list[float]]

    @classmethod
    def of(cls, folder: Path) -> ScoredAhead:
        return cls(Ahead(folder, list[float]))

    def __call__(
        self, scan_id: str, graph: NavigationGraph, walked: Sequence[str], path: Sequence[str]
    ) -> list[float]:
        return self.ahead.of((scan_id, walked, path), partial(score_alone, scan_id, graph, walked, path))


@dataclass
class ScoreStep:
    """Scores some rows; ``folder`` is where every worker keeps the scores of walks that were scored alone."""

    environment: str
    guide: Path
    follower: Path
    folder: Path
    _score: Callable[[int, int], None] | None = field(init=False, repr=False, compare=False)

    def __enter__(self) -> ScoreStep:
        self._score = None
        with suppress(PangeaError):
            places = open_environment(self.environment)
            self._score = rows_scorer(places, self.guide, self.follower, ScoredAhead.of(self.folder))
        return self

    def __exit__(self, *exception: object) -> None:
        del self._score

    def __call__(self, name: str) -> None:
        """What cannot be scored is left to the command that follows, which says why."""
        first, last = map(int, name.split())
        with suppress(PangeaError):
            if self._score:
                self._score(first, last)


def score_ahead(step: ScoreStep, scored: int, runner: str, options: Sequence[str]) -> ScoredAhead:
    """Score the rows after the first ones, which are ``scored``, as a pipeline, and wait for its end.

    Raises:
        ConfigurationError, EngineNotInstalledError: as ``align.beam.each_on_beam``.
        ConfigurationError, InvalidDataError: the file cannot be read.
    """
    count = count_rows(step.follower)
    size = max(ROWS, count // PARTS)
    names = [f"{first} {first + size}" for first in range(scored, count, size)]
    each_on_beam(step, names, runner, options)
    return ScoredAhead.of(step.folder)
