"""Scores of the walks in a file, for ``pangea score``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from environments.metrics.batch import score_walks
from environments.metrics.forks import each_in_order, forks_for
from environments.metrics.guides import read_guides
from environments.metrics.report import score_path
from environments.metrics.rows import ScoredFollowerRow, read_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from environments.errors import InvalidDataError
    from environments.metrics.guides import Guides
    from environments.metrics.rows import Block, RowBatch
    from environments.protocol import Environment


class ScoredFollower(msgspec.Struct, frozen=True, gc=False):
    """A row of ``pangea score``: the ids of a walk, and its scores as in ``PathScores.as_rxr``."""

    demonstration_id: int
    instruction_id: int
    ne: float
    sr: float
    spl: float
    osr: float
    cls: float
    dtw: float
    ndtw: float
    sdtw: float
    path_length: float


@dataclass(frozen=True, slots=True)
class ScoredFollowers:
    """Some thousand Followers of a file, in the file's order.

    Attributes:
        demonstration_ids, instruction_ids: n of each.
        scores: (n, 9), with the columns ``RXR_KEYS``.
        read: share of the file's bytes up to the last of these rows.
    """

    demonstration_ids: list[int]
    instruction_ids: list[int]
    scores: NDArray[np.float64]
    read: float

    def rows(self) -> list[ScoredFollower]:
        columns = self.scores.T.tolist()
        return list(map(ScoredFollower, self.demonstration_ids, self.instruction_ids, *columns))


def score_files(
    environment: Environment, guides: Path, followers: Path, *, start: int = 0
) -> Iterator[ScoredFollowers]:
    """Score every Follower of one file against the Guides of another, some thousand rows at a time.

    Long files are read and scored by as many processes as there are cores, at most four.

    Args:
        environment: contains the scans of all rows.
        guides: JSON Lines with at least ``instruction_id``, ``scan`` and ``path``; RxR's guide files are.
        followers: JSON Lines with at least ``demonstration_id``, ``instruction_id`` and ``path``.
            Either file may be compressed; its name then ends in ``.gz``.
        start: number of Followers to skip, because an earlier run has scored them.

    Raises:
        ConfigurationError: a file cannot be read.
        InvalidDataError: a row is not as above, repeats an ``instruction_id``, or follows an unknown one.
        ScanNotFoundError, ViewpointNotFoundError, GraphError, NoPathError: a row's scan or path.
            Each message begins with file and line.
    """
    scored = _Scorer(environment, read_guides(guides, environment)).scored
    blocks = _unscored(read_blocks(followers), start)
    forks = forks_for(followers)
    yield from each_in_order(scored, blocks, forks) if forks else map(scored, blocks)


def _unscored(blocks: Iterable[Block], start: int) -> Iterator[tuple[Block, int]]:
    """Skip the blocks within the first ``start`` rows; yields the others, and how many of their rows to skip."""
    for block in blocks:
        count = block.count() if start else 0
        if start == 0 or start < count:
            yield block, start
        start = max(0, start - count)


class _Scorer:
    """Scores Followers against their Guides."""

    def __init__(self, environment: Environment, guides: Guides) -> None:
        self._guides = guides
        self._graph = cache(lambda scan_id: environment.scan(scan_id).graph)

    def scored(self, some: tuple[Block, int]) -> ScoredFollowers:
        """The Followers of a block, without the first rows to skip."""
        block, start = some
        followers = block.rows(ScoredFollowerRow).after(start)
        return ScoredFollowers(
            [follower.demonstration_id for follower in followers.contents],
            [follower.instruction_id for follower in followers.contents],
            self._scores(followers),
            block.read,
        )

    def _scores(self, followers: RowBatch[ScoredFollowerRow]) -> NDArray[np.float64]:
        """Scores (n, 9) of n Followers, each against its Guide."""
        guides, numbers = self._guides, self._numbers(followers)
        places = guides.written.places[numbers]
        walks = guides.atlas.walks(places, [follower.path for follower in followers.contents])
        scores = score_walks(guides.atlas, places, walks, guides.paths.of(numbers))
        for row in np.flatnonzero(np.isnan(scores[:, 0])).tolist():
            scores[row] = self._alone(followers, followers.contents[row], numbers[row])
        return scores

    def _numbers(self, followers: RowBatch[ScoredFollowerRow]) -> NDArray[np.int64]:
        """The index (n,) of each Follower's Guide."""
        try:
            numbers = [self._guides.numbers[follower.instruction_id] for follower in followers.contents]
        except KeyError:
            raise self._unknown(followers) from None
        return np.array(numbers, np.int64)

    def _unknown(self, followers: RowBatch[ScoredFollowerRow]) -> InvalidDataError:
        follower = next(row for row in followers.contents if row.instruction_id not in self._guides.numbers)
        return followers.error(
            follower,
            f"instruction_id {follower.instruction_id} is not in {self._guides.written.file.name}.",
            remedy="Give the guide file that these Followers were given.",
        )

    def _alone(
        self, followers: RowBatch[ScoredFollowerRow], follower: ScoredFollowerRow, guide: int
    ) -> list[float]:
        """Scores of a walk in a graph without a table; raises the fault of any other walk, or of its Guide's path."""
        guides = self._guides.written
        with guides.located(guide):
            graph, path = self._graph(guides.scan(guide)), guides.path(guide)
            graph.check_path(path)
        with followers.located(follower):
            return list(score_path(graph, follower.path, path).as_rxr().values())
