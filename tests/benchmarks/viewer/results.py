"""What was measured, and how it stands to what must hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from math import isnan
from statistics import median
from typing import Any

from tests.benchmarks.viewer.browser import Drawn
from tests.benchmarks.viewer.contest import BARE, NAMES, OURS, PEERS, Shown
from tests.benchmarks.viewer.measure_memory import Memory
from tests.benchmarks.viewer.measure_regions import IN_VIEW, TurnsWithRegions

MILLISECONDS = 1000.0


@dataclass
class Samples:
    """One viewer's, of all rounds."""

    load: list[Shown] = field(default_factory=list)
    prefetched: list[Shown] = field(default_factory=list)
    cold: list[Shown] = field(default_factory=list)
    turn: list[Drawn] = field(default_factory=list)


@dataclass
class Results:
    """All samples of a run.

    Attributes:
        source_sharpness: high-frequency energy of the first view, computed from the panorama itself.
    """

    source: str
    source_sharpness: float
    viewers: dict[str, Samples] = field(default_factory=lambda: defaultdict(Samples))
    late: list[float] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    guide: list[float] = field(default_factory=list)
    regions: list[TurnsWithRegions] = field(default_factory=list)
    memory: tuple[Memory, Memory] | None = None

    def figures(self, viewer: str) -> dict[str, float]:
        """A viewer's medians: milliseconds, frames a second, share of the source's sharpness."""
        return {figure: _median(samples) for figure, samples in self._samples(viewer).items()}

    def _samples(self, viewer: str) -> dict[str, list[float]]:
        samples = self.viewers[viewer]
        return {
            "first_ms": [MILLISECONDS * shown.seen for shown in samples.load],
            "sharp_ms": [MILLISECONDS * shown.sharp for shown in samples.load],
            "sharpness": [shown.sharpness / self.source_sharpness for shown in samples.load],
            "frame_rate": [turn.frame_rate for turn in samples.turn],
            "cpu_per_frame_ms": [MILLISECONDS * turn.cpu_per_frame for turn in samples.turn],
            "prefetched_seen_ms": [MILLISECONDS * shown.seen for shown in samples.prefetched],
            "prefetched_sharp_ms": [MILLISECONDS * shown.sharp for shown in samples.prefetched],
            "cold_seen_ms": [MILLISECONDS * shown.seen for shown in samples.cold],
            "cold_sharp_ms": [MILLISECONDS * shown.sharp for shown in samples.cold],
        }

    def soonest_sharp(self) -> str:
        """Of the other viewers."""
        return self._best_peer("sharp_ms", min)

    def _best_peer(self, figure: str, best: Callable[..., str]) -> str:
        figures = {peer: self.figures(peer)[figure] for peer in PEERS}
        measured = [peer for peer in PEERS if not isnan(figures[peer])]
        return best(measured or PEERS, key=figures.__getitem__)

    def as_json(self) -> dict[str, Any]:
        """Medians, what they were asked to be, and every sample."""
        return {
            "source": self.source,
            "viewers": {viewer: self.figures(viewer) for viewer in NAMES},
            "guide_usable_ms": MILLISECONDS * _median(self.guide),
            "claims": [asdict(claim) | {"holds": claim.holds} for claim in self.claims()],
            "regions": [asdict(turns) for turns in self.regions],
            "samples": {viewer: asdict(self.viewers[viewer]) for viewer in NAMES},
        }

    def claims(self) -> list[Claim]:
        """Everything that is asked of ours."""
        return [*self._against_others(), *self._alone()]

    def _against_others(self) -> list[Claim]:
        figures = {viewer: self.figures(viewer) for viewer in NAMES}

        def against(name: str, figure: str, rival: str | None, bound: float, goal: float) -> Claim:
            best = max if figure == "frame_rate" else min
            other = rival or self._best_peer(figure, best)
            ratios = [sample / figures[other][figure] for sample in self._samples(OURS)[figure]]
            return Claim(name, _median(ratios), bound, goal, best is min, NAMES[other], _range(ratios))

        return [
            against("first pixels on the slow line", "first_ms", BARE, 1 / 6, 0.05),
            against("first pixels on the slow line", "first_ms", None, 0.9, 0.25),
            against("sharp on the slow line", "sharp_ms", None, 0.95, 0.85),
            against("frame rate of a steady turn", "frame_rate", BARE, 1.5, 1.75),
            against("frame rate of a steady turn", "frame_rate", None, 1.15, 1.3),
            against("processor time of a frame", "cpu_per_frame_ms", BARE, 0.55, 0.55),
            against("prefetched step, sharp", "prefetched_sharp_ms", None, 0.15, 0.15),
            against("cold step, preview", "cold_seen_ms", None, 0.35, 0.35),
            against("cold step, sharp", "cold_sharp_ms", None, 0.85, 0.85),
        ]

    def _alone(self) -> list[Claim]:

        def milliseconds(name: str, samples: list[float], bound: float, goal: float | None = None) -> Claim:
            return Claim(name, _median(samples), bound, goal, spread=_range(samples))

        claims = [
            Claim(
                "sharpness, as a share of the source's",
                self.figures(OURS)["sharpness"],
                0.97,
                at_most=False,
                spread=_range(self._samples(OURS)["sharpness"]),
            ),
            milliseconds("cold step, preview after the click, ms", self._samples(OURS)["cold_seen_ms"], 120),
            milliseconds(
                "prefetched step, sharp after its animation, ms",
                [MILLISECONDS * late for late in self.late],
                60,
            ),
            milliseconds(
                "prefetched step, longest gap between frames, ms",
                [MILLISECONDS * gap for gap in self.gaps],
                50,
                40,
            ),
        ]
        ratios = [turns.ratio for turns in self.regions]
        name = f"frame rate of a steady turn with {IN_VIEW} regions in view"
        claims.append(Claim(name, _median(ratios), 0.9, 0.95, False, "the same without", _range(ratios)))
        if self.memory:
            before, after = self.memory
            claims += [
                Claim("JavaScript's memory, after 200 more steps", after.heap / before.heap, 1.1),
                Claim("the GPU's memory, after 200 more steps", after.gpu / before.gpu, 1.1),
            ]
        return claims


@dataclass(frozen=True)
class Claim:
    """A figure of ours, or its ratio to ``rival``'s, and what it must not exceed, or must reach.

    Attributes:
        value: the median; ``spread`` has the least and the greatest sample, a rival's being its median.
    """

    name: str
    value: float
    bound: float
    goal: float | None = None
    at_most: bool = True
    rival: str | None = None
    spread: tuple[float, float] | None = None

    @property
    def holds(self) -> bool:
        return self.reaches(self.bound)

    def reaches(self, bound: float) -> bool:
        """False where nothing was measured."""
        return self.value <= bound if self.at_most else self.value >= bound


def _median(values: Iterable[float]) -> float:
    """NaN of nothing."""
    listed = list(values)
    return median(listed) if listed else float("nan")


def _range(values: list[float]) -> tuple[float, float] | None:
    """None of nothing."""
    return (min(values), max(values)) if values else None
