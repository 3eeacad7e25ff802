"""Groups of annotations in figures. Pure: a table in, numbers out; what is not known is None."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
        self._outcome = self._column("outcome", self._followers)
        self._success = _known(self._followers, self._column("sr", self._followers))
        flagged = self._column("flagged", slice(None))
        looked_at = np.flatnonzero(flagged)
        self._flagged = Known(looked_at, flagged[looked_at] == FLAGGED.index("true"))
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

        def rates(known: Known) -> Iterator[Rate | None]:
            return map(_rate, counted(known.places[known.values >= 1]), counted(known.places))

        gave_up = self._followers[self._outcome == OUTCOMES.index("gave_up")]
        means = self._interval_means(groups, len(names))
        return [
            Group(*counts, **dict(zip(self._means, of_group, strict=True)))
            for *counts, of_group in zip(
                names,
                counted(self._guides),
                counted(self._followers),
                counted(gave_up),
                rates(self._success),
                rates(self._flagged),
                means,
                strict=True,
            )
        ]

    def _interval_means(self, groups: Places, count: int) -> list[Sequence[Mean | None]]:
        """All means of each group: at once where they are as good as normal, else resampled."""
        columns = [grouped_means(each.values, groups[each.places], count) for each in self._means.values()]
        found: list[Sequence[Mean | None]] = list(zip(*columns, strict=True))
        few = np.bincount(groups, minlength=count) <= MOST
        members = np.flatnonzero(few[groups])
        members = members[np.argsort(groups[members], kind="stable")]
        ends = np.cumsum(np.bincount(groups[members], minlength=count))
        for group in np.flatnonzero(few).tolist():
            found[group] = means(self._matrix(members[ends[group - 1] if group else 0 : ends[group]]))
        return found

    def _matrix(self, rows: Places) -> Floats:
        """A column for each mean of few rows, which are in order; NaN where it is not of this kind."""
        matrix = np.full((len(rows), len(self._means)), np.nan)
        for column, each in zip(matrix.T, self._means.values(), strict=True):
            at = np.minimum(np.searchsorted(each.places, rows), max(0, len(each.places) - 1))
            if len(each.places):
                known = each.places[at] == rows
                column[known] = each.values[at[known]]
        return matrix

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
class Known:
    """The values of a column that are known, and in which rows of a selection they are, in order."""

    places: Places
    values: Values


def _known(places: Places, values: Values) -> Known:
    known = ~np.isnan(values)
    return Known(places[known], values[known])


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
