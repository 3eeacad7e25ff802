"""What is compared: walks of people who followed the instructions of several systems, each with its scores."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from environments import InvalidDataError

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class WalkMeasure:
    """A score of a walk.

    Attributes:
        key: as in RxR's files.
        title: its name for people.
        unit: "points" for a share that is told in percent, "m" for metres, "" for a number from 0 to 1.
        more_is_better: whether a higher value is a better walk.
        most: the highest possible value; the lowest is 0.
    """

    key: str
    title: str
    unit: str = ""
    more_is_better: bool = True
    most: float = 1.0


WALK_MEASURES = (
    WalkMeasure("sr", "Success", unit="points"),
    WalkMeasure("ne", "Navigation error", unit="m", more_is_better=False, most=math.inf),
    WalkMeasure("spl", "SPL"),
    WalkMeasure("ndtw", "nDTW"),
    WalkMeasure("sdtw", "sDTW"),
)
"""What systems are compared by; the first one is the question, the others say more about the answer."""


@dataclass(frozen=True, slots=True)
class ScoredWalk:
    """One person's walk along one instruction.

    Attributes:
        system: who wrote the instruction: a person, a group of people, a model.
        path: the path that the instruction describes; systems are compared over the paths they share.
        instruction: the instruction's id, unique over all systems.
        person: who walked; None where unknown.
        scores: at least one of ``WALK_MEASURES`` by its key.
        language: of the instruction (BCP 47), where it is known.
    """

    system: str
    path: str
    instruction: str
    person: str | None
    scores: Mapping[str, float]
    language: str | None = None


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """One score of all walks that have it.

    Attributes:
        values: (n,) the score.
        systems, paths, people: (n,) numbers of names; a walk of an unknown person has a number of its own.
        system_names: the name of each number in ``systems``.
        people_known: whether the person of every walk is known.
    """

    values: Floats
    systems: Codes
    paths: Codes
    people: Codes
    system_names: Sequence[str]
    people_known: bool

    def only(self, chosen: NDArray[np.bool_]) -> ScoreColumn:
        return ScoreColumn(
            self.values[chosen],
            self.systems[chosen],
            self.paths[chosen],
            self.people[chosen],
            self.system_names,
            self.people_known,
        )

    def of(self, system: str) -> ScoreColumn:
        """The walks of one system."""
        return self.only(self.systems == self.system_names.index(system))


def column(walks: Sequence[ScoredWalk], key: str) -> ScoreColumn:
    """The score ``key`` of the walks that have it.

    Raises:
        InvalidDataError: a score is not a number, or lies outside its range.
    """
    systems = sorted({walk.system for walk in walks})
    having = [walk for walk in walks if key in walk.scores]
    for walk in having:
        _check(walk, key)
    people = [
        ("person", walk.person) if walk.person is not None else ("walk", str(number))
        for number, walk in enumerate(having)
    ]
    return ScoreColumn(
        values=np.array([walk.scores[key] for walk in having], dtype=np.float64),
        systems=np.array([systems.index(walk.system) for walk in having], dtype=np.intp),
        paths=_numbers([walk.path for walk in having]),
        people=_numbers(people),
        system_names=systems,
        people_known=all(walk.person is not None for walk in having),
    )


def _check(walk: ScoredWalk, key: str) -> None:
    value = walk.scores[key]
    most = next((measure.most for measure in WALK_MEASURES if measure.key == key), math.inf)
    if not (math.isfinite(value) and 0 <= value <= most):
        allowed = f"from 0 to {most:g}" if math.isfinite(most) else "of at least 0"
        raise InvalidDataError(
            f"{key} of a walk along instruction {walk.instruction} is {value}: it is a number {allowed}.",
            remedy="Score the walk again, or leave the score out.",
        )


def _numbers(names: Sequence[object]) -> Codes:
    known: dict[object, int] = {}
    return np.array([known.setdefault(name, len(known)) for name in names], dtype=np.intp)
