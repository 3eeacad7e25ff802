"""Scores of the walks in a file, for ``pangea score``."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, cast

import msgspec
import numpy as np

from environments.metrics.batch import score_paths
from environments.metrics.report import RXR_KEYS, score_path
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
        ids = [(row.demonstration_id, row.instruction_id) for row in self.followers.contents]
        return [
            ScoredFollower(*both, *values) for both, values in zip(ids, self.scores.tolist(), strict=True)
        ]


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
    for rows in read_rows(followers, Follower):
        rest = rows.after(start)
        start = max(0, start - len(rows.contents))
        walked_after = [by_id.get(follower.instruction_id) for follower in rest.contents]
        yield ScoredFollowers(rest, _score(environment, rest, references, walked_after))


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


def _score(
    environment: Environment,
    followers: Rows[Follower],
    guides: Rows[Guide],
    walked_after: Sequence[Guide | None],
) -> NDArray[np.float64]:
    """(n, 9) scores of n Followers, each beside their Guide, scan by scan."""
    in_scan: dict[str, list[int]] = defaultdict(list)
    for index, guide in enumerate(walked_after):
        if guide is None:
            raise _unknown(followers, followers.contents[index], guides)
        in_scan[guide.scan].append(index)
    leaders = cast("Sequence[Guide]", walked_after)
    scores = np.empty((len(leaders), len(RXR_KEYS)))
    for scan_id, members in in_scan.items():
        with guides.located(leaders[members[0]]):
            graph = environment.scan(scan_id).graph
        walked = [followers.contents[index].path for index in members]
        scores[members] = score_paths(graph, walked, [leaders[index].path for index in members])
        for unscored in np.flatnonzero(np.isnan(scores[members, 0])).tolist():
            index = members[unscored]
            _refuse(graph, followers, followers.contents[index], guides, leaders[index])
    return scores


def _unknown(followers: Rows[Follower], follower: Follower, guides: Rows[Guide]) -> InvalidDataError:
    return followers.error(
        follower,
        f"instruction_id {follower.instruction_id} is not in {guides.file.name}.",
        remedy="Give the guide file that these Followers were given.",
    )


def _refuse(
    graph: NavigationGraph, followers: Rows[Follower], follower: Follower, guides: Rows[Guide], guide: Guide
) -> None:
    """Raises what is wrong with a walk that has no score, or with the path that it is measured by."""
    with guides.located(guide):
        graph.check_path(guide.path)
    with followers.located(follower):
        score_path(graph, follower.path, guide.path)
