"""Active time: how long a person worked, without the time they were away. Pure; all times are by the server's clock.

The time between two signs of work counts as work, unless it is longer than the idle limit; then the whole gap counts as
away. The limit's default is CVAT's, 100 s.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True, order=True)
class Sign:
    """A sign of work: when the server saw it (seconds, any origin), and in which phase of the task."""

    time: float
    phase: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A period of work, in seconds."""

    start: float
    end: float

    @property
    def seconds(self) -> float:
        return self.end - self.start


def spans(signs: Iterable[Sign], idle_limit: float) -> list[Span]:
    """The periods of work that these signs show, in order and separated by more than ``idle_limit`` seconds."""
    return _joined((Span(sign.time, sign.time) for sign in signs), idle_limit)


def together(stretches: Iterable[Span]) -> list[Span]:
    """Their union: work in two tabs at the same time counts once."""
    return _joined(stretches, 0.0)


def seconds_of(stretches: Iterable[Span]) -> float:
    """The sum of their lengths, in seconds."""
    return math.fsum(stretch.seconds for stretch in stretches)


def by_phase(signs: Iterable[Sign], idle_limit: float) -> Mapping[str, float]:
    """Active seconds in each phase: the time between two signs belongs to the phase in which it began.

    A sign that names no phase belongs to the phase before it.
    """
    found: dict[str, list[float]] = defaultdict(list)
    phase = ""
    for sign, following in pairwise(sorted(signs)):
        phase = sign.phase or phase
        if following.time - sign.time <= idle_limit:
            found[phase].append(following.time - sign.time)
    return {name: math.fsum(lengths) for name, lengths in found.items()}


def shares(attempts: Mapping[str, Sequence[Span]]) -> Mapping[str, float]:
    """Active seconds of each of one person's attempts; when they overlap, the time goes to the one listed first."""
    found, so_far = {}, list[Span]()
    for name, stretches in attempts.items():
        longer = together([*so_far, *stretches])
        found[name] = seconds_of(longer) - seconds_of(so_far)
        so_far = longer
    return found


def _joined(stretches: Iterable[Span], gap: float) -> list[Span]:
    joined: list[Span] = []
    for stretch in sorted(stretches):
        if joined and stretch.start - joined[-1].end <= gap:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, stretch.end))
        else:
            joined.append(stretch)
    return joined
