"""Scores of the walks in a file, for ``pangea score``."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from environments.metrics.batch import score_paths
from environments.metrics.report import RXR_KEYS, score_path
from environments.metrics.rows import Follower, Guide, Row, read_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from environments.protocol import Environment

    Guides = dict[int, Row[Guide]]

_AT_ONCE = 4096


def score_files(
    environment: Environment, guides: Path, followers: Path, *, start: int = 0
) -> Iterator[dict[str, Any]]:
    """Score every Follower of one file against the Guides of another, some thousand rows at a time.

    Args:
        environment: has the scans of all rows.
        guides: JSON Lines with at least ``instruction_id``, ``scan`` and ``path``; RxR's guide files are.
        followers: JSON Lines with at least ``demonstration_id``, ``instruction_id`` and ``path``.
            Either file may be compressed, and is then named ``.gz``.
        start: so many Followers are passed over: an earlier run has scored them.

    Yields:
        ``demonstration_id``, ``instruction_id`` and the keys of ``PathScores.as_rxr``, in the order of ``followers``.

    Raises:
        ConfigurationError: a file cannot be read.
        InvalidDataError: a row is not as above, repeats an ``instruction_id``, or follows an unknown one.
        ScanNotFoundError, ViewpointNotFoundError, GraphError, NoPathError: a row's scan or path.
            Each message begins with file and line.
    """
    references = _read_guides(guides)
    rows = islice(read_rows(followers, Follower), start, None)
    while block := list(islice(rows, _AT_ONCE)):
        walked_after = [_followed(row, references, guides) for row in block]
        scores = _score(environment, block, walked_after)
        for row, values in zip(block, scores.tolist(), strict=True):
            follower = row.content
            yield {
                "demonstration_id": follower.demonstration_id,
                "instruction_id": follower.instruction_id,
                **dict(zip(RXR_KEYS, values, strict=True)),
            }


def _read_guides(file: Path) -> Guides:
    guides: Guides = {}
    for row in read_rows(file, Guide):
        number = row.content.instruction_id
        if number in guides:
            raise row.error(
                f"instruction_id {number} is already in line {guides[number].line}.",
                remedy="Each must stand in one line only.",
            )
        guides[number] = row
    return guides


def _followed(row: Row[Follower], guides: Guides, file: Path) -> Row[Guide]:
    number = row.content.instruction_id
    if number not in guides:
        raise row.error(
            f"instruction_id {number} is not in {file.name}.",
            remedy="Give the guide file that these Followers were given.",
        )
    return guides[number]


def _score(
    environment: Environment, followers: list[Row[Follower]], guides: list[Row[Guide]]
) -> NDArray[np.float64]:
    """(n, 9) scores of n Followers, each beside their Guide, scan by scan."""
    scores = np.empty((len(followers), len(RXR_KEYS)))
    in_scan: dict[str, list[int]] = defaultdict(list)
    for index, guide in enumerate(guides):
        in_scan[guide.content.scan].append(index)
    for scan_id, members in in_scan.items():
        with guides[members[0]].located():
            graph = environment.scan(scan_id).graph
        walked = [followers[index].content.path for index in members]
        references = [guides[index].content.path for index in members]
        scores[members] = score_paths(graph, walked, references)
    for index in np.flatnonzero(np.isnan(scores[:, 0])).tolist():
        _refuse(environment, followers[index], guides[index])
    return scores


def _refuse(environment: Environment, follower: Row[Follower], guide: Row[Guide]) -> None:
    """Raises what is wrong with a walk that has no score, or with the path that it is measured by."""
    graph = environment.scan(guide.content.scan).graph
    with guide.located():
        graph.check_path(guide.content.path)
    with follower.located():
        score_path(graph, follower.content.path, guide.content.path)
