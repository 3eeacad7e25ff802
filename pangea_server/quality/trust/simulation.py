"""The protocol's cost and error rates on simulated crowds; it runs the real rules and state machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from math import sqrt
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.quality.trust.standing import StandingEvent, advance, newcomer

Flags = NDArray[np.bool_]
BATCH, GOLD_OF_BATCH, GOLD_NEEDED = 20, 4, 3
CROWD = 40
Z_95 = 1.959963984540054
Share = TypeVar("Share")  # a number, or an estimate of one


@dataclass(frozen=True, slots=True)
class CheckOdds:
    """How often a check item of a kind of task is passed by a good answer, and by a bad one (``README.md``)."""

    kind: str
    passed_if_good: float
    passed_if_bad: float


FOLLOWER = CheckOdds("follower", passed_if_good=0.97, passed_if_bad=0.06)
GUIDE = CheckOdds("guide", passed_if_good=0.82, passed_if_bad=0.36)


@dataclass(frozen=True, slots=True)
class Crowd:
    """A simulated crowd.

    Attributes:
        quality: (people, items); how probable a good answer is.
        is_good: (people,); whether this person always works well.
    """

    quality: NDArray[np.float64]
    is_good: Flags


@dataclass(frozen=True, slots=True)
class CrowdEstimate:
    """A mean over crowds and half its 95 % confidence interval."""

    mean: float
    margin: float


@dataclass(frozen=True, slots=True)
class Shares(Generic[Share]):
    """The result of a crowd's work, or of many crowds' work: a row of the table. Shares in [0, 1].

    Attributes:
        checks: of all work, check items.
        thrown_away: of all work, real items that were refused with their batch.
        bad_accepted: of the accepted answers, bad ones.
        good_stopped: of the people who always work well, those who were demoted.
    """

    checks: Share
    thrown_away: Share
    bad_accepted: Share
    good_stopped: Share


Protocol = Callable[[np.random.Generator, Crowd, CheckOdds], Shares[float]]


def crowd(rng: np.random.Generator, items: int, people: int = CROWD) -> Crowd:
    """People who would each do this many items: 70 % work well (95 % of their answers are good), 15 % carelessly
    (60 %), 5 % at random (10 %), and 10 % well until they stop caring (20 %) at a moment of their own."""
    good, careless, random = range(3)
    sort = rng.choice(4, size=people, p=[0.70, 0.15, 0.05, 0.10])
    quality = np.where(sort == careless, rng.beta(12, 8, people), rng.beta(57, 3, people))
    quality[sort == random] = 0.1
    stays = (np.arange(items) < rng.integers(items, size=(people, 1))) | (sort <= random)[:, None]
    return Crowd(np.where(stays, quality[:, None], 0.2), sort == good)


def unchecked(rng: np.random.Generator, people: Crowd, check: CheckOdds) -> Shares[float]:
    """Everything is accepted."""
    good, _ = _answers(rng, people, check)
    done = np.ones_like(good)
    return _tally(people, good, done, is_check=~done, kept=done)


def gold(rng: np.random.Generator, people: Crowd, check: CheckOdds) -> Shares[float]:
    """Of each batch of 20 items 4 are check items, and the batch is refused unless 3 of them are passed."""
    good, passed = _answers(rng, people, check)
    number = np.arange(good.shape[1])
    is_check = np.broadcast_to(number % BATCH < GOLD_OF_BATCH, good.shape)
    found = np.add.reduceat(passed & is_check, number[::BATCH], axis=1, dtype=np.int64)
    kept = (found >= GOLD_NEEDED)[:, number // BATCH]
    return _tally(people, good, np.ones_like(good), is_check, kept)


def trusted(rules: TrustRules) -> Protocol:
    """The protocol with these rules; the real items of a demoted person are kept, and they get no more items."""

    def work(rng: np.random.Generator, people: Crowd, check: CheckOdds) -> Shares[float]:
        good, passed = _answers(rng, people, check)
        number = np.arange(good.shape[1])
        is_check = (number < rules.opening) | (rng.random(good.shape) < rules.share)
        ends = [
            _end(mine, answers, check.kind, rules) for mine, answers in zip(is_check, passed, strict=True)
        ]
        done = number < np.array(ends)[:, None]
        return _tally(people, good, done, is_check, kept=done)

    return work


def simulate(
    protocol: Protocol, check: CheckOdds, items: int, crowds: int = 100, seed: int = 1
) -> Shares[CrowdEstimate]:
    """Many crowds under one protocol; the same seed gives the same numbers."""
    generators = [np.random.default_rng(each) for each in np.random.SeedSequence([seed, items]).spawn(crowds)]
    tallies = [protocol(rng, crowd(rng, items), check) for rng in generators]
    return Shares(
        **{each.name: _estimate([getattr(tally, each.name) for tally in tallies]) for each in fields(Shares)}
    )


def _answers(rng: np.random.Generator, people: Crowd, check: CheckOdds) -> tuple[Flags, Flags]:
    """Which answers are good, and which would pass if they were to a check item; both (people, items)."""
    good = rng.random(people.quality.shape) < people.quality
    return good, rng.random(good.shape) < np.where(good, check.passed_if_good, check.passed_if_bad)


def _end(is_check: Flags, passed: Flags, kind: str, rules: TrustRules) -> int:
    """The number of items that a person did before they were demoted; all items if they never were."""
    standing = newcomer(rules)
    for number in np.flatnonzero(is_check).tolist():
        standing = advance(
            standing, StandingEvent.PASSED if passed[number] else StandingEvent.FAILED, kind, rules
        )
        if not standing.may_work:
            return int(number) + 1
    return len(is_check)


def _tally(people: Crowd, good: Flags, done: Flags, is_check: Flags, kept: Flags) -> Shares[float]:
    real = done & ~is_check
    stopped = ~done[:, -1]
    return Shares(
        checks=(done & is_check).sum() / done.sum(),
        thrown_away=(real & ~kept).sum() / done.sum(),
        bad_accepted=(real & kept & ~good).sum() / max(1, (real & kept).sum()),
        good_stopped=(stopped & people.is_good).sum() / max(1, people.is_good.sum()),
    )


def _estimate(values: Sequence[float]) -> CrowdEstimate:
    return CrowdEstimate(float(np.mean(values)), Z_95 * float(np.std(values, ddof=1)) / sqrt(len(values)))
