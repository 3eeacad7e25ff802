"""Figures of groups of annotations. Pure: a table in, numbers out; unknown values are None."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pangea_server.dataset.monitoring.columns import Columns, KnownValues, Places, Trials, Values, numbered
from pangea_server.dataset.monitoring.dimensions import NOT_KNOWN, Dimension, Mask
from pangea_server.dataset.monitoring.intervals import IntervalEstimate, Mean, wilson_interval
from pangea_server.dataset.monitoring.table import (
    FLAGGED,
    OUTCOMES,
    Table,
    declarations_of,
    own_scores,
    score_of,
    success_of,
)

WALK = ("ne", "oracle_success", "spl", "ndtw", "sdtw")


@dataclass(frozen=True, slots=True)
class Rate(IntervalEstimate):
    """A share of ``n``, and the interval (Wilson, 95 %) in which the true one is."""

    low: float
    high: float
    successes: int


@dataclass(frozen=True, slots=True)
class OfKind:
    """Annotations of one kind: ``success_rate`` as the kind says, None where it says none; ``scores`` of its own."""

    annotations: int
    gave_up: int
    success_rate: Rate | None
    scores: Mapping[str, Mean | None]


@dataclass(frozen=True, slots=True)
class Group:
    """Annotations that have something in common: ``name``, None where that is not known.

    ``kinds`` has the kinds of which there are some. ``success_rate`` (less than 3 m from the goal), ``ne``
    (metres), ``oracle_success``, ``spl``, ``ndtw`` and ``sdtw`` are of walks after a Guide's words. ``speaking``,
    ``transcription`` (seconds) and the ratio of the second to the first are of those who spoke along a path;
    ``gave_up``, ``active``, the seconds on the task's page, and ``flagged``, the share with a quality flag that is
    raised among those that were looked at, are of all.
    """

    name: str | None
    kinds: Mapping[str, OfKind]
    gave_up: int
    success_rate: Rate | None
    flagged: Rate | None
    ne: Mean | None
    oracle_success: Mean | None
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
        shown = declarations_of(table.names)
        walks = np.flatnonzero(np.array([each.follows_words for each in shown], bool)[kind])
        self._speakers = np.flatnonzero(np.array([each.gives_words for each in shown], bool)[kind])
        self._gave_up = np.flatnonzero(self._column("outcome", slice(None)) == OUTCOMES.index("gave_up"))
        success = success_of(table)[self.places]
        self._success_trials = _trials(walks, success[walks])
        self._kinds = {
            name: (rows, _trials(rows, success[rows]) if each.success else None)
            for code, (name, each) in enumerate(zip(table.names["kind"].names, shown, strict=True))
            if len(rows := np.flatnonzero(kind == code))
        }
        flagged = self._column("flagged", slice(None))
        self._flagged = Trials(np.flatnonzero(flagged), np.flatnonzero(flagged == FLAGGED.index("true")))
        self._means = Columns(
            {
                **{name: KnownValues.of(walks, self._column(name, walks)) for name in WALK},
                **{name: KnownValues.of(self._speakers, values) for name, values in self._work().items()},
                "active": KnownValues.of(np.arange(len(kind)), self._column("active", slice(None))),
                **{
                    f"{name}/{score}": KnownValues.of(rows, score_of(table, name, score, self.places[rows]))
                    for name, (rows, _) in self._kinds.items()
                    for score in own_scores(table.names, name)
                },
            }
        )

    def total(self) -> Group:
        """All of them."""
        [group] = self._groups([None], np.zeros(len(self.places), np.intp))
        return group

    def groups(self, by: Dimension) -> list[Group]:
        """Group by group; rows without a group come last, as the group None."""
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
        of_kinds = {
            kind: (
                counted(rows),
                counted(np.intersect1d(rows, self._gave_up, assume_unique=True)),
                list(rates(trials)) if trials else [None] * len(names),
            )
            for kind, (rows, trials) in self._kinds.items()
        }

        def kinds(group: int, found: Mapping[str, Mean | None]) -> dict[str, OfKind]:
            return {
                kind: OfKind(count[group], gave_up[group], success_rate[group], _of_kind(kind, found))
                for kind, (count, gave_up, success_rate) in of_kinds.items()
                if count[group]
            }

        made = []
        for group, (name, gave_up, success_rate, flagged, of_group) in enumerate(
            zip(
                names,
                counted(self._gave_up),
                rates(self._success_trials),
                rates(self._flagged),
                means,
                strict=True,
            )
        ):
            found = dict(zip(self._means.names, of_group, strict=True))
            shared = {each: mean for each, mean in found.items() if "/" not in each}
            made.append(Group(name, kinds(group, found), gave_up, success_rate, flagged, **shared))
        return made

    def _work(self) -> dict[str, Values]:
        speaking, transcription = (
            self._column(name, self._speakers) for name in ("recording", "transcription")
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.where(speaking > 0, transcription.astype(np.float64) / speaking, np.nan)
        return {"speaking": speaking, "transcription": transcription, "transcription_ratio": ratio}

    def _column(self, name: str, rows: Places | slice) -> Values:
        values: Values = self.table.rows[name][self.places[rows]]
        return values


def _trials(places: Places, success: Values) -> Trials:
    return Trials(places[~np.isnan(success)], places[success > 0])


def _of_kind(kind: str, means: Mapping[str, Mean | None]) -> dict[str, Mean | None]:
    prefix = f"{kind}/"
    return {name.removeprefix(prefix): mean for name, mean in means.items() if name.startswith(prefix)}


def _rate(successes: int, n: int) -> Rate | None:
    if n == 0:
        return None
    low, high = wilson_interval(successes, n)
    return Rate(successes / n, n, low, high, successes)
