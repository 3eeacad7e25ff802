"""Groups of annotations in figures. Pure: a table in, numbers out; what is not known is None."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pangea_server.monitoring.dimensions import NOT_KNOWN, Dimension, Mask
from pangea_server.monitoring.intervals import MOST, Floats, Mean, grouped_means, means, wilson_interval
from pangea_server.monitoring.table import FLAGGED, FOLLOWER, GUIDE, OUTCOMES, Table

Places = NDArray[np.intp]
Values = NDArray[Any]
WALK = ("ne", "osr", "spl", "ndtw", "sdtw")
SPARSE = 4  # codes are counted in a table up to so many times as long as the rows, and else sorted


@dataclass(frozen=True, slots=True)
class Rate:
    """``successes`` among ``n``, with Wilson's interval."""

    value: float
    n: int
    successes: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Group:
    """Annotations that have something in common; ``flagged`` is the share of those that flags were computed of.

    Scores are of Followers' walks. ``speaking``, ``transcription``, ``transcription_ratio`` (seconds, and the second
    over the first) are of Guides; ``active`` (seconds on the page) is of both.
    """

    name: str | None
    guides: int
    followers: int
    gave_up: int
    success: Rate | None
    flagged: Rate | None
    ne: Mean | None
    osr: Mean | None
    spl: Mean | None
    ndtw: Mean | None
    sdtw: Mean | None
    speaking: Mean | None
    transcription: Mean | None
    transcription_ratio: Mean | None
    active: Mean | None


class Selection:
    """Some rows of a table and what is measured in them, column by column, for any number of groupings.

    Attributes:
        places: of its rows in the table, (n,), in its order.
    """

    def __init__(self, table: Table, mask: Mask) -> None:
        self.table = table
        self.places = np.flatnonzero(mask)
        kind = table.rows["kind"][self.places]
        self._guides, self._followers = np.flatnonzero(kind == GUIDE), np.flatnonzero(kind == FOLLOWER)
        outcome, reached = self._column("outcome", self._followers), self._column("sr", self._followers)
        self._gave_up = self._followers[outcome == OUTCOMES.index("gave_up")]
        self._success = Trials(self._followers[~np.isnan(reached)], self._followers[reached >= 1])
        flagged = self._column("flagged", slice(None))
        self._flagged = Trials(np.flatnonzero(flagged), np.flatnonzero(flagged == FLAGGED.index("true")))
        self._means = {
            **{name: _known(self._followers, self._column(name, self._followers)) for name in WALK},
            **{name: _known(self._guides, values) for name, values in self._work().items()},
            "active": _known(np.arange(len(kind)), self._column("active", slice(None))),
        }

    def total(self) -> Group:
        """All of them."""
        [group] = self._groups([None], np.zeros(len(self.places), np.intp))
        return group

    def groups(self, by: Dimension) -> list[Group]:
        """Group by group; what belongs to none comes last, as the group None."""
        codes, groups = _numbered(by.codes(self.table)[self.places])
        names = [by.name(self.table, code) if code != NOT_KNOWN else None for code in codes.tolist()]
        made = self._groups(names, groups)
        if by.by_name:
            made.sort(key=lambda group: group.name or "")
        return sorted(made, key=lambda group: group.name is None)

    def _groups(self, names: Sequence[str | None], groups: Places) -> list[Group]:
        """A group for each name; ``groups`` says of each row in which it is."""

        def counted(places: Places) -> list[int]:
            counts: list[int] = np.bincount(groups[places], minlength=len(names)).tolist()
            return counts

        def rates(trials: Trials) -> Iterator[Rate | None]:
            return map(_rate, counted(trials.successes), counted(trials.places))

        means = self._interval_means(groups, len(names))
        return [
            Group(*counts, **dict(zip(self._means, of_group, strict=True)))
            for *counts, of_group in zip(
                names,
                counted(self._guides),
                counted(self._followers),
                counted(self._gave_up),
                rates(self._success),
                rates(self._flagged),
                means,
                strict=True,
            )
        ]

    def _interval_means(self, groups: Places, count: int) -> list[Sequence[Mean | None]]:
        """All means of each group: at once where they are as good as normal, else resampled."""
        inside = self._where(lambda places: groups[places])
        sizes = self._where(lambda places: np.bincount(groups[places], minlength=count))
        columns = [
            grouped_means(each.values, each.squares, *where)
            for each, *where in zip(self._means.values(), inside, sizes, strict=True)
        ]
        found: list[Sequence[Mean | None]] = list(zip(*columns, strict=True))
        few = np.bincount(groups, minlength=count) <= MOST
        members = np.flatnonzero(few[groups])
        members = members[np.argsort(groups[members], kind="stable")]
        ends = np.cumsum(np.bincount(groups[members], minlength=count)).tolist()
        matrix = self._matrix(members)
        for group in np.flatnonzero(few).tolist():
            found[group] = means(matrix[ends[group - 1] if group else 0 : ends[group]])
        return found

    def _matrix(self, rows: Places) -> Floats:
        """A column for each mean of these rows; NaN where it is not of this kind."""
        matrix = np.full((len(rows), len(self._means)), np.nan)
        found = self._where(lambda places: _found(places, rows))
        for column, each, at in zip(matrix.T, self._means.values(), found, strict=True):
            column[at >= 0] = each.values[at[at >= 0]]
        return matrix

    def _where(self, work: Callable[[Places], Places]) -> list[Places]:
        """What ``work`` says of the places of each column, once for those that share theirs."""
        places = {id(each.places): each.places for each in self._means.values()}
        said = {name: work(some) for name, some in places.items()}
        return [said[id(each.places)] for each in self._means.values()]

    def _work(self) -> dict[str, Values]:
        speaking, transcription = (
            self._column(name, self._guides) for name in ("recording", "transcription")
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.where(speaking > 0, transcription.astype(np.float64) / speaking, np.nan)
        return {"speaking": speaking, "transcription": transcription, "transcription_ratio": ratio}

    def _column(self, name: str, rows: Places | slice) -> Values:
        values: Values = self.table.rows[name][self.places[rows]]
        return values


@dataclass(frozen=True, slots=True)
class Trials:
    """The rows of a selection of which is known whether something came true, and those where it did; in order."""

    places: Places
    successes: Places


@dataclass(frozen=True, slots=True)
class Known:
    """The values of a column that are known, and in which rows of a selection they are, in order.

    Columns that are known in the same rows share their places.
    """

    places: Places
    values: Values
    squares: Floats


def _known(places: Places, column: Values) -> Known:
    known = ~np.isnan(column)
    values = column[known]
    return Known(places if known.all() else places[known], values, values.astype(np.float64) ** 2)


def _found(places: Places, rows: Places) -> Places:
    """Where each of these rows is among the places, which are in order; -1 where it is not."""
    if not len(places):
        return np.full(len(rows), -1)
    at = np.minimum(np.searchsorted(places, rows), len(places) - 1)
    return np.where(places[at] == rows, at, -1)


def _numbered(codes: NDArray[np.int64]) -> tuple[NDArray[np.int64], Places]:
    """The codes that there are, in order, and of each row which of them it has."""
    if not len(codes):
        return codes, codes
    first, last = codes.min(), codes.max()
    if last - first > SPARSE * len(codes):
        return np.unique(codes, return_inverse=True)
    present = np.bincount(codes - first) > 0
    return np.flatnonzero(present) + first, (np.cumsum(present) - 1)[codes - first]


def _rate(successes: int, n: int) -> Rate | None:
    if n == 0:
        return None
    low, high = wilson_interval(successes, n)
    return Rate(successes / n, n, successes, low, high)
