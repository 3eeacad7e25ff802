"""Scores of the walks in a file, for ``pangea score``."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import islice, repeat
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from environments.errors import ConfigurationError, InvalidDataError
from environments.metrics.atlas import Walks
from environments.metrics.batch import score_walks
from environments.metrics.guides import read_guides
from environments.metrics.report import RXR_KEYS, score_path
from environments.metrics.rows import ScoredFollowerRow, decode_path, read_blocks, read_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from environments.graph import NavigationGraph
    from environments.metrics.guides import Guides
    from environments.metrics.rows import Block, RowBatch
    from environments.protocol import Environment

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Alone = Callable[[str, NavigationGraph, Sequence[str], Sequence[str]], list[float]]
    """Scores of one walk: the id of its scan and its graph, the viewpoints walked, and those of the Guide's path."""


UNKNOWN = -1
"""A path that no Guide has."""
BLOCKS = 8
"""Blocks whose walks are scored together, so that there are many of each length."""


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
    scores: Floats
    read: float

    def rows(self) -> list[ScoredFollower]:
        columns = self.scores.T.tolist()
        return list(map(ScoredFollower, self.demonstration_ids, self.instruction_ids, *columns))


def score_alone(
    scan_id: str, graph: NavigationGraph, walked: Sequence[str], path: Sequence[str]
) -> list[float]:
    """The columns ``RXR_KEYS`` of a walk in a graph that is too large for a table of all distances."""
    return list(score_path(graph, walked, path).as_rxr().values())


def score_files(
    environment: Environment,
    guides: Path,
    followers: Path,
    *,
    scored: Sequence[int] = (),
    alone: Alone = score_alone,
) -> Iterator[ScoredFollowers]:
    """Score every Follower of one file against the Guides of another, some thousand rows at a time.

    Args:
        environment: contains the scans of all rows.
        guides: JSON Lines with at least ``instruction_id``, ``scan`` and ``path``; RxR's guide files are.
        followers: JSON Lines with at least ``demonstration_id``, ``instruction_id`` and ``path``.
            Either file may be compressed; its name then ends in ``.gz``.
        scored: the ``demonstration_id`` of the first rows, which an earlier run has scored; they are skipped.
        alone: scores, or knows the scores of, a walk as ``score_alone`` does.

    Raises:
        ConfigurationError: a file cannot be read, or the two were given in the other order.
        InvalidDataError: a row is not as above, repeats an ``instruction_id`` or a ``demonstration_id``, or follows an
            unknown instruction.
        ScanNotFoundError, ViewpointNotFoundError, GraphError, NoPathError: a row's scan or path.
            Each message begins with file and line.
    """
    with _naming_other_order(guides, followers):
        scorer = _Scorer(environment, read_guides(guides, environment), scored, alone)
        blocks = _within(read_blocks(followers), len(scored))
        while some := list(islice(blocks, BLOCKS)):
            yield scorer.scored(some)


def count_rows(followers: Path) -> int:
    """How many rows a file has."""
    return sum(block.count() for block in read_blocks(followers))


def rows_scorer(
    environment: Environment, guides: Path, followers: Path, alone: Alone
) -> Callable[[int, int], None]:
    """Scores the rows from one to before another, counted from 0, for what ``alone`` keeps; raises as ``score_files``
    does."""
    scorer = _Scorer(environment, read_guides(guides, environment), (), alone)

    def score(first: int, last: int) -> None:
        scorer.forget()  # rows that are given once more are not repeated ones
        for some in _within(read_blocks(followers), first, last):
            scorer.scored([some])

    return score


@contextmanager
def _naming_other_order(guides: Path, followers: Path) -> Iterator[None]:
    """Where the rows are not as they should be because the files have changed places, raise ConfigurationError."""
    try:
        yield
    except InvalidDataError:
        if not (_has_walks(guides) and not _has_walks(followers)):
            raise
        raise ConfigurationError(
            f"{guides.name} has the walks of Followers, and {followers.name} has none.",
            remedy="Give the two files in the other order: first the Guides', then the Followers'.",
        ) from None


def _has_walks(file: Path) -> bool:
    try:
        return any(batch.contents for batch in islice(read_rows(file, ScoredFollowerRow), 1))
    except InvalidDataError:
        return False


def _within(blocks: Iterable[Block], first: int, last: int | None = None) -> Iterator[tuple[Block, slice]]:
    """The blocks with rows from ``first`` to before ``last``, and which of their rows these are."""
    for block in blocks:
        count = block.count() if first or last is not None else 0
        if not first or first < count:
            yield block, slice(first, last)
        first = max(0, first - count)
        if last is not None:
            last -= count
            if last <= 0:
                return


@dataclass(frozen=True, slots=True)
class _Followed:
    """The n Followers of a block.

    Attributes:
        guides: (n,) the row of each one's Guide.
        as_guided: (n,) the number of the Guides' path that was walked; ``UNKNOWN`` for any other.
        own: the walks of these others.
    """

    rows: RowBatch[ScoredFollowerRow]
    guides: Ints
    as_guided: Ints
    own: Walks


class _Scorer:
    """Scores Followers against their Guides."""

    def __init__(self, environment: Environment, guides: Guides, scored: Iterable[int], alone: Alone) -> None:
        self._guides = guides
        self._met = set(scored)
        self._score_alone = alone
        self._graph = cache(lambda scan_id: environment.scan(scan_id).graph)
        self._faithful = np.full((len(guides.paths), len(RXR_KEYS)), np.nan)
        """Scores (m, 9) of walks along the reference path itself, as far as they are known: those of most."""

    def scored(self, blocks: Sequence[tuple[Block, slice]]) -> ScoredFollowers:
        """The Followers in these rows of some blocks."""
        followed = [self._followed(block.rows(ScoredFollowerRow).only(rows)) for block, rows in blocks]
        contents = [follower for some in followed for follower in some.rows.contents]
        return ScoredFollowers(
            [follower.demonstration_id for follower in contents],
            [follower.instruction_id for follower in contents],
            self._scores(followed),
            blocks[-1][0].read,
        )

    def forget(self) -> None:
        """Have met nobody."""
        self._met = set()

    def _followed(self, rows: RowBatch[ScoredFollowerRow]) -> _Followed:
        self._meet(rows)
        known, guides = self._guides, self._rows(rows)
        places = known.places[known.path_numbers[guides]]
        looked_up = map(known.known.get, rows.paths(), repeat(UNKNOWN))
        as_guided = np.fromiter(looked_up, np.int64, len(guides))
        elsewhere = known.places[as_guided] != places
        as_guided[elsewhere] = UNKNOWN
        other = np.flatnonzero(as_guided == UNKNOWN)
        own = rows.viewpoints(bytes(rows.contents[row].path) for row in other.tolist())
        return _Followed(rows, guides, as_guided, known.atlas.walks(places[other], own))

    def _meet(self, rows: RowBatch[ScoredFollowerRow]) -> None:
        """Refuse a walk that was met before: it would count twice."""
        met = len(self._met)
        self._met.update([follower.demonstration_id for follower in rows.contents])
        if len(self._met) < met + len(rows.contents):
            raise _repeated(rows.block.file)

    def _rows(self, rows: RowBatch[ScoredFollowerRow]) -> Ints:
        """The row (n,) of each Follower's Guide."""
        try:
            guides = [self._guides.rows[follower.instruction_id] for follower in rows.contents]
        except KeyError:
            raise self._unknown(rows) from None
        return np.array(guides, np.int64)

    def _unknown(self, rows: RowBatch[ScoredFollowerRow]) -> InvalidDataError:
        follower = next(row for row in rows.contents if row.instruction_id not in self._guides.rows)
        return rows.error(
            follower,
            f"instruction_id {follower.instruction_id} is not in {self._guides.file.name}.",
            remedy="Give the guide file that these Followers were given.",
        )

    def _scores(self, followed: Sequence[_Followed]) -> Floats:
        """Scores (n, 9) of n Followers, each against its Guide."""
        guides = self._guides
        walked = np.concatenate([some.as_guided for some in followed])
        targets = guides.path_numbers[np.concatenate([some.guides for some in followed])]
        walks = Walks.joined([guides.walks, *(some.own for some in followed)])
        own = walked == UNKNOWN
        walked[own] = np.arange(np.count_nonzero(own)) + len(guides.paths)
        scores = self._faithful_scores(walked == targets, targets)
        other = np.flatnonzero(walked != targets)
        scores[other] = self._compared(walks.of(walked[other]), targets[other])
        begin = 0
        for some in followed:
            self._fill(scores[begin : begin + len(some.guides)], some)
            begin += len(some.guides)
        return scores

    def _faithful_scores(self, faithful: NDArray[np.bool_], targets: Ints) -> Floats:
        """Scores (n, 9) of walks along these paths, of which those of the ``faithful`` are known."""
        wanted = np.bincount(targets[faithful], minlength=len(self._faithful)) > 0
        new = np.flatnonzero(wanted & np.isnan(self._faithful[:, 0]))
        self._faithful[new] = self._compared(self._guides.walks.of(new), new)
        scores: Floats = self._faithful[targets]
        return scores

    def _compared(self, walks: Walks, targets: Ints) -> Floats:
        guides = self._guides
        return score_walks(guides.atlas, guides.places[targets], walks, guides.walks.of(targets))

    def _fill(self, scores: Floats, followed: _Followed) -> None:
        """Score those walks alone whose scores (n, 9) are missing."""
        for row in np.flatnonzero(np.isnan(scores[:, 0])).tolist():
            follower, guide = followed.rows.contents[row], int(followed.guides[row])
            scores[row] = self._alone(followed.rows, follower, guide)

    def _alone(
        self, followers: RowBatch[ScoredFollowerRow], follower: ScoredFollowerRow, guide: int
    ) -> list[float]:
        """Scores of a walk in a graph without a table; raises the fault of any other walk, or of its Guide's path."""
        guides = self._guides
        with guides.located(guide):
            scan_id, path = guides.scan(guide), guides.path(guide)
            graph = self._graph(scan_id)
            graph.check_path(path)
        with followers.located(follower):
            return self._score_alone(scan_id, graph, decode_path(follower.path), path)


def _repeated(file: Path) -> InvalidDataError:
    """The first ``demonstration_id`` of a file that is in two lines."""
    earlier: dict[int, int] = {}
    rows = (
        row
        for batch in read_rows(file, ScoredFollowerRow)
        for row in zip(batch.lines, batch.contents, strict=True)
    )
    for line, follower in rows:
        number = follower.demonstration_id
        if earlier.setdefault(number, line) != line:
            break
    return InvalidDataError(
        f"{file.name} line {line}: demonstration_id {number} is already in line {earlier[number]}.",
        remedy="Keep each demonstration_id in one line only.",
    )
