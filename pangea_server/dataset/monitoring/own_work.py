"""One person's figures beside those of the others, of whom none can be told apart. Pure.

Check items and learning periods count as any other task: left out, they could be told by what is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pangea_server.dataset.monitoring.dimensions import DIMENSIONS, Mask
from pangea_server.dataset.monitoring.table import FOLLOWER, GUIDE, KINDS, Rows, Table

FEWEST_OTHERS = 5
FEWEST_VALUES = 3  # of a person, so that one lucky walk is not a rate
DIGITS = 2  # of what is said of others: no more than is shown

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Measure:
    """A figure of annotations of one kind.

    Attributes:
        whose: the column with the person whom a value is counted for.
    """

    kind: int
    values: Callable[[Rows], Floats]
    whose: Literal["annotator", "guide"] = "annotator"


@dataclass(frozen=True, slots=True)
class Spread:
    """The quartiles of what ``people`` others have, each a mean over their annotations."""

    people: int
    low: float
    middle: float
    high: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """A person's mean over ``n`` annotations, None where there are none; ``others`` is None when they are too few."""

    measure: str
    value: float | None
    n: int
    others: Spread | None


@dataclass(frozen=True, slots=True)
class Step:
    """Where a person stands in their ``tasks``-th annotations (such as "3-4"); ``others`` as in ``Comparison``."""

    tasks: str
    value: float | None
    n: int
    others: float | None


def _column(name: str) -> Callable[[Rows], Floats]:
    return lambda rows: rows[name].astype(np.float64)


def _success(rows: Rows) -> Floats:
    rate = _column("sr")(rows)
    return np.where(np.isnan(rate), np.nan, rate >= 1)


def _transcription_ratio(rows: Rows) -> Floats:
    spoken, typed = _column("recording")(rows), _column("transcription")(rows)
    ratio: Floats = np.divide(typed, spoken, out=np.full(len(rows), np.nan), where=spoken > 0)
    return ratio


MEASURES = {
    "success": Measure(FOLLOWER, _success),
    "ne": Measure(FOLLOWER, _column("ne")),
    "ndtw": Measure(FOLLOWER, _column("ndtw")),
    "follower_time": Measure(FOLLOWER, _column("active")),
    "understood": Measure(FOLLOWER, _success, whose="guide"),
    "transcription_ratio": Measure(GUIDE, _transcription_ratio),
    "guide_time": Measure(GUIDE, _column("active")),
}
"""``ne`` in metres, times in seconds; ``understood`` is how often others arrived by a Guide's words."""

CURVES = ("success", "transcription_ratio")


def done(table: Table, person: int) -> dict[str, int]:
    """How many annotations of each kind they handed in."""
    mine = table.rows["kind"][table.rows["annotator"] == person]
    return {kind: int((mine == code).sum()) for code, kind in enumerate(KINDS)}


def comparisons(table: Table, person: int) -> list[Comparison]:
    """Each measure of this person beside the others'."""
    return [_comparison(name, measure, table.rows, person) for name, measure in MEASURES.items()]


def learning_curve(table: Table, person: int, name: str) -> list[Step]:
    """A measure over a person's first, second, third and later annotations, as far as they have come."""
    measure, experience = MEASURES[name], DIMENSIONS["experience"]
    steps = experience.codes(table)
    here = table.rows[measure.whose] == person
    reached = steps[here & (table.rows["kind"] == measure.kind)]
    return [
        _step(experience.name(table, code), measure, table.rows[steps == code], person)
        for code in np.unique(reached).tolist()
    ]


def _comparison(name: str, measure: Measure, rows: Rows, person: int) -> Comparison:
    people, means, counts = _by_person(measure, rows)
    others = means[(people != person) & (counts >= FEWEST_VALUES)]
    return Comparison(name, *_own(people == person, means, counts), _spread(others))


def _step(tasks: str, measure: Measure, rows: Rows, person: int) -> Step:
    people, means, counts = _by_person(measure, rows)
    others = means[people != person]
    middle = round(float(others.mean()), DIGITS) if len(others) >= FEWEST_OTHERS else None
    return Step(tasks, *_own(people == person, means, counts), middle)


def _by_person(measure: Measure, rows: Rows) -> tuple[NDArray[np.int64], Floats, NDArray[np.int64]]:
    """People, the mean of each, and over how many values."""
    of_kind = rows[rows["kind"] == measure.kind]
    values, whose = measure.values(of_kind), of_kind[measure.whose]
    known: Mask = ~np.isnan(values) & (whose != 0)
    people, place = np.unique(whose[known], return_inverse=True)
    counts = np.bincount(place, minlength=len(people))
    return (
        people.astype(np.int64),
        np.bincount(place, values[known], len(people)) / np.maximum(counts, 1),
        counts,
    )


def _own(mine: Mask, means: Floats, counts: NDArray[np.int64]) -> tuple[float | None, int]:
    if not mine.any():
        return None, 0
    return float(means[mine][0]), int(counts[mine][0])


def _spread(others: Floats) -> Spread | None:
    if len(others) < FEWEST_OTHERS:
        return None
    quartiles = np.quantile(others, (0.25, 0.5, 0.75)).round(DIGITS)
    return Spread(len(others), *quartiles.tolist())
