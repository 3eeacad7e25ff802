"""How often the comparison of systems is right: simulated people whose true difference is known in closed form.

``make bench-compare`` prints, for several designs, how often each interval contains the truth (95 % are due), how often
a difference is found where there is none (5 %), and how often one of ten points is found (the power).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import exp, sqrt

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from scipy import stats

from pangea_server.quality.comparison import ScoredWalk, column, compare_systems, estimate
from pangea_server.quality.comparison.walks import WALK_MEASURES, Column

CONSOLE = Console(soft_wrap=True, highlight=False, markup=False)
SUCCESS, ERROR = WALK_MEASURES[0], WALK_MEASURES[1]
Interval = Callable[[Column, np.random.Generator], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Design:
    """A campaign of two systems, A and B, whose walks are simulated.

    Attributes:
        paths, people: how many.
        walks: of each system on each path; nobody walks a path twice.
        path, person: standard deviations of difficulty and skill, where the noise of a single walk has 1.
        path_system, person_system: the same of how much better one system is on a path, or for a person.
        ability: the systems' means on the same scale.
    """

    paths: int = 60
    people: int = 20
    walks: int = 1
    path: float = 0.7
    person: float = 0.5
    path_system: float = 0.3
    person_system: float = 0.1
    ability: tuple[float, float] = (0.5, 0.5)

    @property
    def spread(self) -> float:
        """Variance of a walk around its system's ability."""
        return 1 + self.path**2 + self.person**2 + self.path_system**2 + self.person_system**2

    def success(self, system: int) -> float:
        """The true success rate, over all paths and people there might be."""
        return float(stats.norm.cdf(self.ability[system] / sqrt(self.spread)))

    def error(self, system: int) -> float:
        """The true mean navigation error in metres."""
        return exp(1 - 0.5 * self.ability[system] + 0.125 * self.spread)


def simulate(design: Design, random: np.random.Generator) -> list[ScoredWalk]:
    """The walks of one campaign."""
    difficulty, skill = (
        random.normal(0, design.path, design.paths),
        random.normal(0, design.person, design.people),
    )
    suits_path = random.normal(0, design.path_system, (design.paths, 2))
    suits_person = random.normal(0, design.person_system, (design.people, 2))
    walks = []
    for path in range(design.paths):
        for turn, person in enumerate(random.permutation(design.people)[: 2 * design.walks]):
            system = turn % 2
            quality = design.ability[system] + difficulty[path] + skill[person] + random.normal()
            quality += suits_path[path, system] + suits_person[person, system]
            scores = {"sr": float(quality > 0), "ne": exp(1 - 0.5 * quality)}
            walks.append(ScoredWalk("AB"[system], str(path), f"{'AB'[system]}{path}", str(person), scores))
    return walks


def resampled(by: tuple[str, ...]) -> Interval:
    """The percentile bootstrap over paths, people, or both (each walk weighs as often as both were drawn)."""

    def interval(walks: Column, random: np.random.Generator) -> tuple[float, float]:
        weights = np.ones((500, len(walks.values)))
        for name in by:
            codes: NDArray[np.intp] = getattr(walks, name)
            count = int(codes.max()) + 1
            present = np.unique(codes)
            drawn = np.zeros((500, count))
            drawn[:, present] = random.multinomial(len(present), np.full(len(present), 1 / len(present)), 500)
            weights *= drawn[:, codes]
        means = (weights @ walks.values) / np.maximum(weights.sum(axis=1), 1e-9)
        low, high = np.quantile(means, [0.025, 0.975])
        return float(low), float(high)

    return interval


def two_way(walks: Column, _: np.random.Generator) -> tuple[float, float]:
    found = estimate(walks, SUCCESS)
    assert found.low is not None
    assert found.high is not None
    return found.low, found.high


INTERVALS: dict[str, Interval] = {
    "bootstrap over paths": resampled(("paths",)),
    "bootstrap over people": resampled(("people",)),
    "bootstrap over both": resampled(("paths", "people")),
    "two-way, Wilson": two_way,
}


@dataclass(frozen=True, slots=True)
class Rates:
    """Shares of the campaigns.

    Attributes:
        intervals: in which the interval of A's success contained the truth, by the interval's name.
        width: mean width of these intervals, by name.
        error, apart, apart_error: the same of A's mean error, of the difference in success, and in error.
        found: in which p was under 0.05.
        agrees: in which the interval of the difference excluded 0 exactly when p was under 0.05.
    """

    intervals: dict[str, float]
    width: dict[str, float]
    error: float
    apart: float
    apart_error: float
    found: float
    agrees: float


def rates(design: Design, campaigns: int, seed: int) -> Rates:
    random = np.random.default_rng(seed)
    truth, truth_apart = design.success(0), design.success(0) - design.success(1)
    truth_error, truth_error_apart = design.error(0), design.error(0) - design.error(1)
    inside: dict[str, list[bool]] = {
        name: [] for name in (*INTERVALS, "error", "apart", "apart_error", "found", "agrees")
    }
    width: dict[str, list[float]] = {name: [] for name in INTERVALS}
    for _ in range(campaigns):
        walks = simulate(design, random)
        first = column(walks, "sr").of("A")
        for name, interval in INTERVALS.items():
            low, high = interval(first, random)
            inside[name].append(low <= truth <= high)
            width[name].append(high - low)
        found = estimate(column(walks, "ne").of("A"), ERROR)
        inside["error"].append((found.low or 0) <= truth_error <= (found.high or 0))
        success, error = (compare_systems(walks, measure)[0] for measure in (SUCCESS, ERROR))
        assert success.low is not None and success.high is not None and success.p is not None  # noqa: PT018
        assert error.low is not None and error.high is not None  # noqa: PT018
        inside["apart"].append(success.low <= truth_apart <= success.high)
        inside["apart_error"].append(error.low <= truth_error_apart <= error.high)
        inside["found"].append(success.p < 0.05)
        inside["agrees"].append((success.p < 0.05) == (not success.low <= 0 <= success.high))
    share = {name: float(np.mean(values)) for name, values in inside.items()}
    return Rates(
        {name: share[name] for name in INTERVALS},
        {name: float(np.mean(values)) for name, values in width.items()},
        *(share[name] for name in ("error", "apart", "apart_error", "found", "agrees")),
    )


DESIGNS = {
    "60 paths, 20 people, one walk each": Design(),
    "60 paths, 20 people, three walks each": Design(walks=3),
    "few people: 60 paths, 8 people": Design(people=8, walks=2),
    "few paths: 12 paths, 30 people": Design(paths=12, walks=3),
    "people differ much": Design(person=1.2),
    "paths differ much": Design(path=1.5, walks=2),
    "nothing but noise": Design(path=0, person=0, path_system=0, person_system=0),
    "a system suits some people": Design(person_system=0.6),
    "almost all arrive": Design(ability=(2.0, 2.0)),
}


def main() -> None:
    """Print a line for each design."""
    campaigns = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for name, design in DESIGNS.items():
        none = rates(design, campaigns, seed=1)
        some = rates(with_difference(design), campaigns, seed=2)
        CONSOLE.print(f"{name}: A's success {design.success(0):.2f}")
        for interval, share in none.intervals.items():
            CONSOLE.print(f"  {interval:24} covers {share:.3f}, mean width {none.width[interval]:.3f}")
        CONSOLE.print(f"  {'mean error, two-way':24} covers {none.error:.3f}")
        for title, seen in (("no difference", none), ("B 10 points worse", some)):
            CONSOLE.print(
                f"  {title:24} difference covers {seen.apart:.3f}, of errors {seen.apart_error:.3f}; "
                f"found {seen.found:.3f}; interval and p agree {seen.agrees:.3f}"
            )


def with_difference(design: Design, points: float = 10) -> Design:
    """The same with a system B that succeeds so many points less often."""
    from dataclasses import replace

    below = stats.norm.ppf(design.success(0) - points / 100) * sqrt(design.spread)
    return replace(design, ability=(design.ability[0], float(below)))


if __name__ == "__main__":
    main()
