"""Columns of numbers, each known in some rows of a selection, and their means group by group. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pangea_server.dataset.monitoring.intervals import MOST_RESAMPLED, Floats, Mean, grouped_means, means

Places = NDArray[np.intp]
Values = NDArray[Any]
SPARSE = 4  # codes are counted in a table up to so many times as long as the rows, and else sorted


@dataclass(frozen=True, slots=True)
class Trials:
    """Rows of a selection with a known yes or no, and those with yes; both in order."""

    places: Places
    successes: Places


@dataclass(frozen=True, slots=True)
class KnownValues:
    """The values of a column that are known, and in which rows of a selection they are, in order.

    Columns that are known in the same rows share their places.
    """

    places: Places
    values: Values
    squares: Floats

    @classmethod
    def of(cls, places: Places, column: Values) -> KnownValues:
        """The known values of a column that has a value, or NaN, for each of these places."""
        known = ~np.isnan(column)
        values = column[known]
        return cls(places if known.all() else places[known], values, values.astype(np.float64) ** 2)


class Columns:
    """Columns under their names, in order."""

    def __init__(self, columns: Mapping[str, KnownValues]) -> None:
        self.names = tuple(columns)
        self._columns = tuple(columns.values())

    def group_means(self, groups: Places, count: int) -> list[Sequence[Mean | None]]:
        """All means of each group: at once where they are as good as normal, else resampled."""
        inside = self._where(lambda places: groups[places])
        sizes = self._where(lambda places: np.bincount(groups[places], minlength=count))
        columns = [
            grouped_means(each.values, each.squares, *where)
            for each, *where in zip(self._columns, inside, sizes, strict=True)
        ]
        found: list[Sequence[Mean | None]] = list(zip(*columns, strict=True))
        few = np.bincount(groups, minlength=count) <= MOST_RESAMPLED
        members = np.flatnonzero(few[groups])
        members = members[np.argsort(groups[members], kind="stable")]
        ends = np.cumsum(np.bincount(groups[members], minlength=count)).tolist()
        matrix = self._matrix(members)
        for group in np.flatnonzero(few).tolist():
            found[group] = means(matrix[ends[group - 1] if group else 0 : ends[group]])
        return found

    def _matrix(self, rows: Places) -> Floats:
        """All columns in these rows; NaN where one is not known."""
        matrix = np.full((len(rows), len(self._columns)), np.nan)
        found = self._where(lambda places: _positions(places, rows))
        for column, each, at in zip(matrix.T, self._columns, found, strict=True):
            column[at >= 0] = each.values[at[at >= 0]]
        return matrix

    def _where(self, work: Callable[[Places], Places]) -> list[Places]:
        """What ``work`` says of the places of each column, once for those that share theirs."""
        places = {id(each.places): each.places for each in self._columns}
        said = {name: work(some) for name, some in places.items()}
        return [said[id(each.places)] for each in self._columns]


def numbered(codes: NDArray[np.int64]) -> tuple[NDArray[np.int64], Places]:
    """The codes that there are, in order, and of each row which of them it has."""
    if not len(codes):
        return codes, codes
    first, last = codes.min(), codes.max()
    if last - first > SPARSE * len(codes):
        return np.unique(codes, return_inverse=True)
    present = np.bincount(codes - first) > 0
    return np.flatnonzero(present) + first, (np.cumsum(present) - 1)[codes - first]


def _positions(places: Places, rows: Places) -> Places:
    """Where each of these rows is among the places, which are in order; -1 where it is not."""
    if not len(places):
        return np.full(len(rows), -1)
    at = np.minimum(np.searchsorted(places, rows), len(places) - 1)
    return np.where(places[at] == rows, at, -1)
