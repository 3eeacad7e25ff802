"""Scores of the walks in a file, for ``pangea score``."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, cast

import msgspec
import numpy as np

from environments.metrics.atlas import Atlas
from environments.metrics.batch import score_walks
from environments.metrics.report import score_path
from environments.metrics.rows import Follower, Guide, Rows, read_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from environments.errors import InvalidDataError
    from environments.graph import NavigationGraph
    from environments.protocol import Environment


class ScoredFollower(msgspec.Struct, frozen=True, gc=False):
    """A row of ``pangea score``: whose walk it is, and its scores as ``PathScores.as_rxr`` has them."""

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
    """Some thousand Followers of a file, in its order; ``scores`` is (n, 9), its columns are ``RXR_KEYS``."""

    followers: Rows[Follower]
    scores: NDArray[np.float64]

    def rows(self) -> list[ScoredFollower]:
        ids = zip(
            *((row.demonstration_id, row.instruction_id) for row in self.followers.contents), strict=True
        )
        return list(map(ScoredFollower, *ids, *self.scores.T.tolist()))


def score_files(
    environment: Environment, guides: Path, followers: Path, *, start: int = 0
) -> Iterator[ScoredFollowers]:
    """Score every Follower of one file against the Guides of another, some thousand rows at a time.

    Args:
        environment: has the scans of all rows.
        guides: JSON Lines with at least ``instruction_id``, ``scan`` and ``path``; RxR's guide files are.
        followers: JSON Lines with at least ``demonstration_id``, ``instruction_id`` and ``path``.
            Either file may be compressed, and is then named ``.gz``.
        start: so many Followers are passed over: an earlier run has scored them.

    Raises:
        ConfigurationError: a file cannot be read.
        InvalidDataError: a row is not as above, repeats an ``instruction_id``, or follows an unknown one.
        ScanNotFoundError, ViewpointNotFoundError, GraphError, NoPathError: a row's scan or path.
            Each message begins with file and line.
    """
    references = _read_guides(guides)
    by_id = {guide.instruction_id: guide for guide in references.contents}
    if len(by_id) < len(references.contents):
        raise _repeated(references)
    scorer = _Scorer(environment, references)
    for rows in read_rows(followers, Follower):
        rest = rows.after(start)
        start = max(0, start - len(rows.contents))
        walked_after = [by_id.get(follower.instruction_id) for follower in rest.contents]
        yield ScoredFollowers(rest, scorer.scores(rest, walked_after))


def _read_guides(file: Path) -> Rows[Guide]:
    some = list(read_rows(file, Guide))
    contents = [guide for rows in some for guide in rows.contents]
    return Rows(file, contents, list(chain.from_iterable(rows.lines for rows in some)), 1.0)


def _repeated(guides: Rows[Guide]) -> InvalidDataError:
    earlier: dict[int, int] = {}
    for guide, line in zip(guides.contents, guides.lines, strict=True):
        if earlier.setdefault(guide.instruction_id, line) != line:
            break
    return guides.error(
        guide,
        f"instruction_id {guide.instruction_id} is already in line {earlier[guide.instruction_id]}.",
        remedy="Each must stand in one line only.",
    )


class _Scorer:
    """Scores Followers beside their Guides; knows the graphs that it met."""

    def __init__(self, environment: Environment, guides: Rows[Guide]) -> None:
        self._environment = environment
        self._guides = guides
        self._graphs: dict[str, NavigationGraph] = {}
        self._atlas = Atlas([])

    def scores(self, followers: Rows[Follower], walked_after: Sequence[Guide | None]) -> NDArray[np.float64]:
        """(n, 9) scores of n Followers, each beside their Guide."""
        for follower, guide in zip(followers.contents, walked_after, strict=True):
            if guide is None:
                raise _unknown(followers, follower, self._guides)
        leaders = cast("Sequence[Guide]", walked_after)
        self._meet(leaders)
        scores = score_walks(
            self._atlas,
            [self._graphs[guide.scan] for guide in leaders],
            [follower.path for follower in followers.contents],
            [guide.path for guide in leaders],
        )
        for index in np.flatnonzero(np.isnan(scores[:, 0])).tolist():
            self._refuse(followers, followers.contents[index], leaders[index])
        return scores

    def _meet(self, leaders: Sequence[Guide]) -> None:
        new = {guide.scan: guide for guide in leaders if guide.scan not in self._graphs}
        for scan_id, guide in new.items():
            with self._guides.located(guide):
                self._graphs[scan_id] = self._environment.scan(scan_id).graph
        if new:
            self._atlas = Atlas(list(self._graphs.values()))

    def _refuse(self, followers: Rows[Follower], follower: Follower, guide: Guide) -> None:
        """Raises what is wrong with a walk that has no score, or with the path that it is measured by."""
        graph = self._graphs[guide.scan]
        with self._guides.located(guide):
            graph.check_path(guide.path)
        with followers.located(follower):
            score_path(graph, follower.path, guide.path)


def _unknown(followers: Rows[Follower], follower: Follower, guides: Rows[Guide]) -> InvalidDataError:
    return followers.error(
        follower,
        f"instruction_id {follower.instruction_id} is not in {guides.file.name}.",
        remedy="Give the guide file that these Followers were given.",
    )
