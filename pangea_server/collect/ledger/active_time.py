"""Active time: how long somebody worked, with the time that they were away taken out. Pure; all times are the server's.

A person is at work from one sign of work to the next, unless longer than the idle limit lies between them; then the
whole gap counts as away. The limit's default is CVAT's, 100 s.
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
    """A stretch of work, in seconds."""

    start: float
    end: float

    @property
    def seconds(self) -> float:
        return self.end - self.start


def spans(signs: Iterable[Sign], idle_limit: float) -> list[Span]:
    """The stretches of work that these signs show, in order and apart by more than ``idle_limit`` seconds."""
    return _joined((Span(sign.time, sign.time) for sign in signs), idle_limit)


def together(stretches: Iterable[Span]) -> list[Span]:
    """Their union: what somebody does in two tabs at once counts once."""
    return _joined(stretches, 0.0)


def seconds_of(stretches: Iterable[Span]) -> float:
    """The sum of their lengths."""
    return math.fsum(stretch.seconds for stretch in stretches)


def by_phase(signs: Iterable[Sign], idle_limit: float) -> Mapping[str, float]:
    """Active seconds in each phase: a stretch between two signs belongs to the phase that it began in.

    A sign that names no phase is of the phase before it.
    """
    found: dict[str, list[float]] = defaultdict(list)
    phase = ""
    for sign, following in pairwise(sorted(signs)):
        phase = sign.phase or phase
        if following.time - sign.time <= idle_limit:
            found[phase].append(following.time - sign.time)
    return {name: math.fsum(lengths) for name, lengths in found.items()}


def shares(attempts: Mapping[str, Sequence[Span]]) -> Mapping[str, float]:
    """Active seconds of each of one person's attempts; where they overlap, the one that is named first has the time."""
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
