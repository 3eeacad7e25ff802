"""What the pictures of neighbours say about headings, positions and edges: rules over ``seen.support``.

One mistake makes many steps doubtful. So what explains the most is looked for first: a mistake of the whole place, then
a heading, a picture upside down, two pictures exchanged, a picture of elsewhere; the rest is said of single edges.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.ndimage import maximum_filter, maximum_filter1d

from environments.check.findings import PlaceFinding, Severity, Sureness
from environments.check.seen import (
    AS_STATED,
    SLACK,
    STEP,
    TURNS,
    Common,
    PictureFeatures,
    common_features,
    support,
)
from environments.geometry import heading_elevation, wrap_angle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from environments.check.seen import Support
    from environments.scan import Scan

    Matrix = NDArray[np.float64]

Edge = tuple[str, str]
FEWEST = 10
"""Common features that fit a step which exists: the demo house's weakest, on the stairs, has 13."""
STRONG = 20
"""Common features that fit another direction, where this is no accident: unlike pictures reach 15."""
TIMES = 2
"""So many times more must fit another direction than the stated one."""
TIMES_TURNED = 1.3
"""The same for a turn of a viewpoint, with which more than half of its steps must be strong."""
DETAILED = 500
"""Features of a picture from which on it is known that nothing is seen in common."""
MOST_EXCHANGED = 12
"""Viewpoints whose pictures are tried at each other's places, each with each."""
LEVEL = np.eye(3)
MIRROR = np.diag([-1.0, 1.0, 1.0])
HEAD_DOWN = np.diag([-1.0, 1.0, -1.0])
"""A panorama turned by half around where it looks."""


class StepVerdict(Enum):
    """Of a step, by its two pictures."""

    FITS = "fits"
    CONTRADICTED = "contradicted"  # they see each other, elsewhere
    UNSEEN = "unseen"  # they show nothing in common


class Mistake(NamedTuple):
    """A mistake of the whole place, beside headings that are all turned: how positions and headings are to be taken."""

    if_only: str
    remedy: str
    positions: Matrix
    backwards: bool


MISTAKES = (
    Mistake(
        "",
        "Measure headings from +y to the middle of the picture, and write each of them anew.",
        LEVEL,
        False,
    ),
    Mistake(
        "x had the other sign",
        "Write x to the right of y, seen from above: change the sign of every x, or exchange x and y. "
        "If all pictures are upside down, turn them instead.",
        MIRROR,
        False,
    ),
    Mistake(
        "headings grew to the left",
        "Measure headings to the right, as a compass does: change the sign of each.",
        LEVEL,
        True,
    ),
)


def check_seen(
    scan: Scan, features: Mapping[str, PictureFeatures], common: Mapping[Edge, Common]
) -> list[PlaceFinding]:
    """Findings about headings, positions and edges.

    Args:
        features: of each panorama that could be read.
        common: of the edges between them.
    """
    place = _Place(scan, features, common)
    if mistake := _whole_place(place):
        return [mistake]
    return [*_headings(place), *_upside_down(place), *_exchanged(place), *_elsewhere(place), *_edges(place)]


class _Place:
    """A scan, its steps' supports, and what was found to be turned or explained so far."""

    def __init__(
        self, scan: Scan, features: Mapping[str, PictureFeatures], common: Mapping[Edge, Common]
    ) -> None:
        self.scan = scan
        self.features = features
        self.common = {edge: both for edge, both in common.items() if self._are_apart(edge)}
        self.supports = {edge: self.supported(edge, both) for edge, both in self.common.items()}
        self.turned = dict.fromkeys(features, AS_STATED)
        self.explained: set[str] = set()

    def _are_apart(self, edge: Edge) -> bool:
        return bool(self.towards(edge).any())

    def towards(self, edge: Edge) -> Matrix:
        a, b = edge
        return np.subtract(self.scan.graph.position(b), self.scan.graph.position(a))

    def orientation(self, viewpoint_id: str) -> Matrix:
        return np.array(self.scan.viewpoints[viewpoint_id].orientation)

    def supported(
        self, edge: Edge, common: Common, mistake: Mistake | None = None, flipped: str = ""
    ) -> Support:
        """Support of a step, with what a mistake says, or with the picture of the viewpoint ``flipped`` upside down."""
        turns = [self.orientation(end) @ (HEAD_DOWN if end == flipped else LEVEL) for end in edge]
        towards = self.towards(edge)
        if mistake:
            towards = mistake.positions @ towards
            turns = [turn.T for turn in turns] if mistake.backwards else turns  # the opposite of a heading
        here, there = ((rays @ turn.T).astype(np.float32) for rays, turn in zip(common, turns, strict=True))
        return support(Common(here, there), towards)

    def edges_of(self, viewpoint_id: str) -> list[Edge]:
        return [edge for edge in self.common if viewpoint_id in edge]

    def verdict(self, edge: Edge) -> StepVerdict:
        a, b = edge
        stated = _around(self.supports[edge])[self.turned[a], self.turned[b]]
        return _judged(int(stated), int(self.supports[edge].max()))

    def profile(self, viewpoint_id: str, edge: Edge, table: Support) -> NDArray[np.int64]:
        """How much fits (120,) if this end of an edge were turned, and the other hardly."""
        a, b = edge
        by_turn = table if viewpoint_id == a else table.T
        other = self.turned[b if viewpoint_id == a else a]
        return maximum_filter1d(by_turn, SLACK, axis=1, mode="wrap")[:, other].astype(np.int64)

    def doubtful(self, *, least: float = 1.0) -> list[str]:
        """Viewpoints that have steps, of which this share at least does not fit."""
        return [name for name in self.features if name not in self.explained and self._unfit(name) >= least]

    def _unfit(self, viewpoint_id: str) -> float:
        edges = self.edges_of(viewpoint_id)
        return (
            sum(self.verdict(edge) is not StepVerdict.FITS for edge in edges) / len(edges) if edges else 0.0
        )


def _around(table: Support) -> Support:
    """The best support within what measuring allows, of each pair of turns."""
    best: Support = maximum_filter(table, SLACK, mode="wrap")
    return best


def _judged(stated: int, best: int) -> StepVerdict:
    if best >= STRONG and best > TIMES * stated:
        return StepVerdict.CONTRADICTED
    return StepVerdict.FITS if stated >= FEWEST else StepVerdict.UNSEEN


def _whole_place(place: _Place) -> PlaceFinding | None:
    """A mistake that explains nearly all steps, where more than a quarter of them, and three, are contradicted."""
    verdicts = [place.verdict(edge) for edge in place.common]
    wrong = verdicts.count(StepVerdict.CONTRADICTED)
    if wrong < 3 or 4 * wrong <= len(verdicts):
        return None
    fitting, turn, mistake = max(
        ((*_best_turn(place, mistake), mistake) for mistake in MISTAKES), key=lambda each: each[0]
    )
    if fitting < 0.8 * len(verdicts):
        return None
    turned = f"all headings were turned by {_degrees(turn)}" if abs(turn) > SLACK // 2 else ""
    return PlaceFinding(
        Severity.WARNING,
        "mistake of the whole place",
        place.scan.scan_id,
        (),
        f"{wrong} of its {len(verdicts)} steps lead elsewhere in the pictures; {fitting} would fit if "
        f"{' and '.join(filter(None, (mistake.if_only, turned)))}.",
        mistake.remedy,
        Sureness.LIKELY,
    )


def _best_turn(place: _Place, mistake: Mistake) -> tuple[int, int]:
    """How many steps fit with a mistake if all headings are also turned by the best turn, and that turn."""
    fitting, features = np.zeros(len(TURNS), np.int64), np.zeros(len(TURNS), np.int64)
    for edge, common in place.common.items():
        table = place.supported(edge, common, mistake)
        stated = np.diagonal(_around(table))
        fitting += (stated >= FEWEST) & (TIMES * stated >= table.max())
        features += np.diagonal(table)
    turn = max(range(len(TURNS)), key=lambda turn: (fitting[turn], features[turn]))
    return int(fitting[turn]), turn - AS_STATED


def _headings(place: _Place) -> Iterator[PlaceFinding]:
    """The viewpoint whose turn makes the most steps fit is turned, again and again until nothing is gained."""
    while gains := [gain for name in place.features if (gain := _gain(place, name)) is not None]:
        _, name, turn, edges = max(gains)
        place.turned[name] = turn
        place.explained.add(name)
        off = turn - AS_STATED
        stated = float(heading_elevation(place.orientation(name)[:, 1])[0])
        right = round(float(wrap_angle(stated + off * STEP)), 2) + 0.0  # no -0.0
        yield PlaceFinding(
            Severity.WARNING,
            "heading off",
            place.scan.scan_id,
            (name,),
            f"{_listed_ends(name, edges)} seen {_degrees(-off)} of where the heading {stated:.3g} "
            f"has {'it' if len(edges) == 1 else 'them'}; about {right:.2f} would fit.",
            "Correct the heading: look where a neighbour is in the picture, and where the plan has it.",
            Sureness.LIKELY if len(edges) > 1 else Sureness.POSSIBLE,
        )


def _gain(place: _Place, name: str) -> tuple[int, str, int, list[Edge]] | None:
    """How much more fits if this viewpoint is turned by its best turn, and the edges that say so."""
    tables = {edge: place.supports[edge] for edge in place.edges_of(name)}
    if name in place.explained or not tables:
        return None
    total = _total(place.profile(name, edge, table) for edge, table in tables.items())
    turn, fitting = _best_fit(place, name, tables)
    stated, best = int(maximum_filter1d(total, SLACK, mode="wrap")[AS_STATED]), int(total[turn])
    if best <= TIMES_TURNED * stated or not fitting:
        return None
    return best - stated, name, turn, fitting


def _best_fit(place: _Place, name: str, tables: Mapping[Edge, Support]) -> tuple[int, list[Edge]]:
    """The turn of a viewpoint that fits its steps best, and the steps that fit well then; none if they are not most."""
    profiles = {edge: place.profile(name, edge, table) for edge, table in tables.items()}
    turn = int(np.argmax(_total(profiles.values())))
    fitting = [
        edge
        for edge, profile in profiles.items()
        if profile[turn] >= STRONG and TIMES * profile[turn] >= tables[edge].max()
    ]
    return turn, fitting if 2 * len(fitting) > len(tables) else []


def _upside_down(place: _Place) -> Iterator[PlaceFinding]:
    for name in place.doubtful():
        tables = {
            edge: place.supported(edge, place.common[edge], flipped=name) for edge in place.edges_of(name)
        }
        flipped = int(_total(place.profile(name, edge, table) for edge, table in tables.items()).max())
        before = sum(int(place.supports[edge].max()) for edge in tables)
        if flipped >= STRONG and flipped > TIMES * before:
            place.explained.add(name)
            yield PlaceFinding(
                Severity.WARNING,
                "picture upside down",
                place.scan.scan_id,
                (name,),
                f"Turned by half it fits {_neighbours(len(tables))}.",
                "Turn the picture by 180 degrees.",
                Sureness.LIKELY,
            )


def _exchanged(place: _Place) -> Iterator[PlaceFinding]:
    doubtful = place.doubtful(least=0.5)
    if len(doubtful) > MOST_EXCHANGED:
        return
    for a, b in combinations(doubtful, 2):
        if place.explained.isdisjoint((a, b)) and _fits_at(place, a, b) and _fits_at(place, b, a):
            place.explained.update((a, b))
            yield PlaceFinding(
                Severity.WARNING,
                "pictures exchanged",
                place.scan.scan_id,
                (a, b),
                "Each of their pictures fits the neighbours of the other.",
                "Exchange the names of the two picture files.",
                Sureness.LIKELY,
            )


def _fits_at(place: _Place, name: str, other: str) -> bool:
    """Whether a viewpoint's picture fits the other's neighbours, however it is turned."""
    tables = {}
    for edge in place.edges_of(other):
        if name not in edge:
            here, there = (place.features[name if end == other else end] for end in edge)
            tables[edge] = place.supported(edge, common_features(here, there))
    return bool(tables) and bool(_best_fit(place, other, tables)[1])


def _elsewhere(place: _Place) -> Iterator[PlaceFinding]:
    for name in place.doubtful():
        edges = [edge for edge in place.edges_of(name) if place.explained.isdisjoint(edge)]
        if len(edges) > 1 and _is_detailed(place, name):
            place.explained.add(name)
            yield PlaceFinding(
                Severity.WARNING,
                "picture of elsewhere",
                place.scan.scan_id,
                (name,),
                f"It fits none of its {len(edges)} neighbours.",
                "See whether it is the right picture; if it is, correct the position or the edges.",
                Sureness.LIKELY,
            )


def _edges(place: _Place) -> Iterator[PlaceFinding]:
    for edge in place.common:
        if place.explained.isdisjoint(edge):
            verdict = place.verdict(edge)
            if verdict is StepVerdict.CONTRADICTED:
                yield _contradicted(place, edge)
            elif verdict is StepVerdict.UNSEEN and all(_is_detailed(place, end) for end in edge):
                yield PlaceFinding(
                    Severity.WARNING,
                    "nothing seen in common",
                    place.scan.scan_id,
                    edge,
                    "Their pictures show nothing in common that fits a step between them.",
                    "Walk it: if it leads through a wall, remove the edge; if not, all is well.",
                    Sureness.POSSIBLE,
                )


def _contradicted(place: _Place, edge: Edge) -> PlaceFinding:
    table = place.supports[edge]
    ends = np.unravel_index(int(table.argmax()), table.shape)
    off = " and ".join(
        f"{_degrees(AS_STATED - int(turn))} at {end}" for turn, end in zip(ends, edge, strict=True)
    )
    return PlaceFinding(
        Severity.WARNING,
        "direction doubtful",
        place.scan.scan_id,
        edge,
        f"They see each other elsewhere than the numbers say, by {off}.",
        "Correct the position or the heading of one of them.",
        Sureness.POSSIBLE,
    )


def _total(profiles: Iterable[NDArray[np.int64]]) -> NDArray[np.int64]:
    total: NDArray[np.int64] = np.sum(list(profiles), axis=0)
    return total


def _is_detailed(place: _Place, name: str) -> bool:
    return len(place.features[name].words) >= DETAILED


def _degrees(turns: int) -> str:
    side = "to the right" if turns > 0 else "to the left"
    degrees = abs(round(turns * math.degrees(STEP)))
    return f"{degrees} degrees {side}" if degrees else "0 degrees"


def _neighbours(number: int) -> str:
    return "its neighbour" if number == 1 else f"its {number} neighbours"


def _listed_ends(name: str, edges: list[Edge]) -> str:
    others = [b if a == name else a for a, b in edges]
    return f"{others[0]} is" if len(others) == 1 else f"{', '.join(others[:-1])} and {others[-1]} are"
