"""Scores of the walks in a file, for ``pangea score``."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from environments.metrics.batch import score_paths
from environments.metrics.report import RXR_KEYS, score_path
from environments.metrics.rows import Follower, Guide, Rows, read_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from environments.protocol import Environment

    Reference = tuple[Rows[Guide], int]


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
    for rows in read_rows(followers, Follower):
        rest = rows.after(start)
        start = max(0, start - len(rows.contents))
        walked_after = [_followed(rest, index, references, guides) for index in range(len(rest.contents))]
        yield ScoredFollowers(rest, _score(environment, rest, walked_after))


def _read_guides(file: Path) -> dict[int, Reference]:
    guides: dict[int, Reference] = {}
    for rows in read_rows(file, Guide):
        for index, guide in enumerate(rows.contents):
            earlier, at = guides.setdefault(guide.instruction_id, (rows, index))
            if (earlier, at) != (rows, index):
                raise rows.error(
                    index,
                    f"instruction_id {guide.instruction_id} is already in line {earlier.lines[at]}.",
                    remedy="Each must stand in one line only.",
                )
    return guides


def _followed(rows: Rows[Follower], index: int, guides: dict[int, Reference], file: Path) -> Reference:
    number = rows.contents[index].instruction_id
    if number not in guides:
        raise rows.error(
            index,
            f"instruction_id {number} is not in {file.name}.",
            remedy="Give the guide file that these Followers were given.",
        )
    return guides[number]


def _score(
    environment: Environment, followers: Rows[Follower], references: list[Reference]
) -> NDArray[np.float64]:
    """(n, 9) scores of n Followers, each beside their Guide, scan by scan."""
    scores = np.empty((len(references), len(RXR_KEYS)))
    in_scan: dict[str, list[int]] = defaultdict(list)
    paths: list[list[str]] = []
    for index, (guides, at) in enumerate(references):
        guide = guides.contents[at]
        in_scan[guide.scan].append(index)
        paths.append(guide.path)
    for scan_id, members in in_scan.items():
        guides, at = references[members[0]]
        with guides.located(at):
            graph = environment.scan(scan_id).graph
        walked = [followers.contents[index].path for index in members]
        scores[members] = score_paths(graph, walked, [paths[index] for index in members])
    for index in np.flatnonzero(np.isnan(scores[:, 0])).tolist():
        _refuse(environment, followers, index, references[index])
    return scores


def _refuse(environment: Environment, followers: Rows[Follower], index: int, reference: Reference) -> None:
    """Raises what is wrong with a walk that has no score, or with the path that it is measured by."""
    guides, at = reference
    guide = guides.contents[at]
    graph = environment.scan(guide.scan).graph
    with guides.located(at):
        graph.check_path(guide.path)
    with followers.located(index):
        score_path(graph, followers.contents[index].path, guide.path)
