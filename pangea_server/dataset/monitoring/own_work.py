"""One person's figures beside those of the others, none of whom can be identified. Pure.

Check items and learning periods count like any other task: leaving them out would reveal them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.kinds import declarations, words_kind
from pangea_server.dataset.monitoring.dimensions import DIMENSIONS, Mask
from pangea_server.dataset.monitoring.table import Table, success_of

FEWEST_OTHERS = 5
FEWEST_VALUES = 3  # of a person, so that one lucky walk is not a rate
DIGITS = 2  # of what is said of others: no more than is shown

Floats = NDArray[np.float64]
MeasureName = Literal["success_rate", "ne", "ndtw", "understood", "transcription_ratio", "time"]
Withheld = Literal["too_few_others"]


@dataclass(frozen=True)
class OwnMeasure:
    """A figure of annotations.

    Attributes:
        of: the kinds that have it, by what they declare.
        values: one for each row, NaN where it is not known.
        whose: the column with the person whom a value is counted for.
    """

    of: Callable[[Declaration], bool]
    values: Callable[[Table], Floats]
    whose: Literal["annotator", "guide"] = "annotator"


@dataclass(frozen=True, slots=True)
class Spread:
    """Half of the ``people`` others are between ``low`` and ``high``, half below ``middle``; of each person the mean
    over their annotations counts."""

    people: int
    low: float
    middle: float
    high: float


@dataclass(frozen=True, slots=True)
class OwnComparison:
    """A figure over ``n`` annotations; ``others`` is None, and ``withheld`` says why, where they are too few.

    ``success_rate``, ``ne`` (metres) and ``ndtw`` are of the person's own answers of this ``kind``, ``understood`` is
    the success rate of those who followed their words, ``transcription_ratio`` seconds of typing for each of speaking,
    ``time`` the seconds that a task took.
    """

    kind: str
    measure: MeasureName
    value: float | None
    n: int
    others: Spread | None
    withheld: Withheld | None


@dataclass(frozen=True, slots=True)
class CurveStep:
    """The person's ``tasks``-th annotations, such as "3-4", and the mean of the others in theirs."""

    tasks: str
    value: float | None
    n: int
    others: float | None


def _column(name: str) -> Callable[[Table], Floats]:
    return lambda table: table.rows[name].astype(np.float64)


def _success(table: Table) -> Floats:
    return success_of(table).astype(np.float64)


def _transcription_ratio(table: Table) -> Floats:
    spoken, typed = _column("recording")(table), _column("transcription")(table)
    ratio: Floats = np.divide(typed, spoken, out=np.full(len(table), np.nan), where=spoken > 0)
    return ratio


def _understood(table: Table) -> Floats:
    return np.where(table.rows["hidden"] != 0, np.nan, _success(table))


def _judges_words(kind: Declaration) -> bool:
    return kind.follows_words


MEASURES: Mapping[MeasureName, OwnMeasure] = {
    "success_rate": OwnMeasure(lambda kind: kind.success is not None, _success),
    "ne": OwnMeasure(lambda kind: kind.follows_words, _column("ne")),
    "ndtw": OwnMeasure(lambda kind: kind.follows_words, _column("ndtw")),
    "understood": OwnMeasure(_judges_words, _understood, whose="guide"),
    "transcription_ratio": OwnMeasure(lambda kind: kind.gives_words, _transcription_ratio),
    "time": OwnMeasure(lambda kind: True, _column("active")),
}
"""``ne`` in metres, times in seconds; ``understood`` is how often others arrived by a Guide's words."""

CURVES: tuple[MeasureName, ...] = ("success_rate", "transcription_ratio")


def done(table: Table, person: int) -> dict[str, int]:
    """The number of annotations of each kind that they submitted; only kinds with at least one."""
    mine = np.bincount(table.rows["kind"][table.rows["annotator"] == person])
    return {table.names["kind"].names[code]: int(mine[code]) for code in np.flatnonzero(mine)}


def comparisons(table: Table, person: int) -> list[OwnComparison]:
    """Each measure of each kind, of this person beside the others'.

    ``understood`` is counted for the Guides, and so belongs to the kind that gives words.
    """
    return [
        _comparison(table, kind, name, measure, person)
        for kind in _measured(table)
        for name, measure in MEASURES.items()
        if measure.of(kind)
    ]


def learning_curves(table: Table, person: int) -> Iterator[tuple[str, MeasureName, list[CurveStep]]]:
    """By kind and measure, where the person has done any of it."""
    for kind in _measured(table):
        for name in CURVES:
            steps = learning_curve(table, person, kind.kind, name) if MEASURES[name].of(kind) else []
            if steps:
                yield kind.kind, name, steps


def learning_curve(table: Table, person: int, kind: str, name: MeasureName) -> list[CurveStep]:
    """A measure over a person's first, second, third and later annotations, as far as they have come."""
    measure, experience = MEASURES[name], DIMENSIONS["experience"]
    steps, values = experience.codes(table), measure.values(table)
    of_kind = _of_kind(table, kind)
    reached = steps[(table.rows[measure.whose] == person) & of_kind]
    return [
        _step(
            experience.name(table, code),
            *_by_person(table, measure, values, of_kind & (steps == code)),
            person,
        )
        for code in np.unique(reached).tolist()
    ]


def _measured(table: Table) -> list[Declaration]:
    """The kinds that rotate, for which all people see their figures, and those that anyone has done."""
    there = {table.names["kind"].names[code] for code in np.unique(table.rows["kind"]).tolist()}
    return [kind for kind in declarations() if kind.rotates or kind.kind in there]


def _of_kind(table: Table, kind: str) -> Mask:
    of_kind: Mask = table.rows["kind"] == table.names["kind"].code(kind)
    return of_kind


def _comparison(
    table: Table, kind: Declaration, name: MeasureName, measure: OwnMeasure, person: int
) -> OwnComparison:
    people, means, counts = _by_person(table, measure, measure.values(table), _of_kind(table, kind.kind))
    others = _spread(means[(people != person) & (counts >= FEWEST_VALUES)])
    of = kind.kind if measure.whose == "annotator" else words_kind()
    value, n = _own(people == person, means, counts)
    return OwnComparison(of, name, value, n, others, None if others else "too_few_others")


def _step(
    tasks: str, people: NDArray[np.int64], means: Floats, counts: NDArray[np.int64], person: int
) -> CurveStep:
    others = means[people != person]
    middle = round(float(others.mean()), DIGITS) if len(others) >= FEWEST_OTHERS else None
    return CurveStep(tasks, *_own(people == person, means, counts), middle)


def _by_person(
    table: Table, measure: OwnMeasure, of_all: Floats, rows: Mask
) -> tuple[NDArray[np.int64], Floats, NDArray[np.int64]]:
    """People, the mean of each in these rows, and over how many values."""
    values, whose = of_all[rows], table.rows[measure.whose][rows]
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
