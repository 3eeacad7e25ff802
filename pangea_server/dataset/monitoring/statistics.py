"""Groups of annotations in figures. Pure: a table in, numbers out; what is not known is None."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pangea_server.dataset.monitoring.columns import Columns, Known, Places, Trials, Values, numbered
from pangea_server.dataset.monitoring.dimensions import NOT_KNOWN, Dimension, Mask
from pangea_server.dataset.monitoring.intervals import Mean, wilson_interval
from pangea_server.dataset.monitoring.table import FLAGGED, FOLLOWER, GUIDE, OUTCOMES, Table

WALK = ("ne", "osr", "spl", "ndtw", "sdtw")


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
        self._means = Columns(
            {
                **{name: Known.of(self._followers, self._column(name, self._followers)) for name in WALK},
                **{name: Known.of(self._guides, values) for name, values in self._work().items()},
                "active": Known.of(np.arange(len(kind)), self._column("active", slice(None))),
            }
        )

    def total(self) -> Group:
        """All of them."""
        [group] = self._groups([None], np.zeros(len(self.places), np.intp))
        return group

    def groups(self, by: Dimension) -> list[Group]:
        """Group by group; what belongs to none comes last, as the group None."""
        codes, groups = numbered(by.codes(self.table)[self.places])
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

        means = self._means.group_means(groups, len(names))
        return [
            Group(*counts, **dict(zip(self._means.names, of_group, strict=True)))
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


def _rate(successes: int, n: int) -> Rate | None:
    if n == 0:
        return None
    low, high = wilson_interval(successes, n)
    return Rate(successes / n, n, successes, low, high)
