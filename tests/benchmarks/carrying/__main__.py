"""``make bench-carrying``: regions of things at some viewpoints, foretold at one that is left out.

For each thing and each viewpoint that sees it, the boxes (or masks) of up to ``--most`` choices of other viewpoints are
carried there. What is refused or not foretold counts as IoU 0; ``blind`` is the share of viewpoints that see no pixel
of a thing and are foretold to. Limits were fitted on the half ``development`` of the demo house's things; ``--half
held-out`` is the other one. ``--house FOLDER`` takes a house that was rendered.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import combinations

import numpy as np
from rich.console import Console
from rich.table import Table

from environments.carrying.carry import CarriedThing, SeenRegion, WorldPosition, carry
from environments.carrying.depth import DepthMaps
from environments.carrying.triangulation import NoMeetingError
from environments.geometry import direction
from environments.regions import contains, iou
from environments.sightings import Sighting
from tests.benchmarks.grounding.house import House, open_house

GOALS = {"two boxes, floor plan": 0.7, "two masks, depth": 0.9, "two boxes, depth": 0.9}
LEAST_PIXELS = 30
"""Of what counts as seen: smaller things are not drawn."""
HALVES = ("development", "held-out", "both")
Seen = Mapping[str, Mapping[str, Sighting]]
"""By thing and viewpoint."""


@dataclass(frozen=True, slots=True)
class Way:
    """What is carried, and what is known."""

    boxes: int
    plan: bool = True
    depth: bool = False
    masks: bool = False
    covers: bool = True


WAYS = {
    "one box, floor plan: wedge": Way(1),
    "two boxes": Way(2, plan=False),
    "two boxes, floor plan": Way(2),
    "two boxes, floor plan, nobody said what is hidden": Way(2, covers=False),
    "three boxes, floor plan": Way(3),
    "one box, depth": Way(1, depth=True),
    "two boxes, depth": Way(2, depth=True),
    "three boxes, depth": Way(3, depth=True),
    "one mask, depth": Way(1, depth=True, masks=True),
    "two masks, depth": Way(2, depth=True, masks=True),
}


@dataclass(frozen=True, slots=True)
class Trial:
    """One viewpoint that was left out.

    Attributes:
        overlap: of the foretold box with the true one; 0 where there is none.
        expected: the overlap that was foretold; None without one.
        held: whether the foretold box holds the middle of the true one.
        hidden: share of the thing that is hidden there.
        refused: that the rays do not meet.
        off: metres from the foretold place to the middle of the thing's box, in standard deviations (3,); None without.
        told, true: how much of the thing is seen.
    """

    overlap: float
    expected: float | None
    held: bool
    hidden: float
    refused: bool
    off: np.ndarray | None
    metres: float | None
    told: str | None
    true: str | None


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--house", default="demo", help="demo, held-out, or a folder (%(default)s)")
    parser.add_argument("--half", default="both", choices=HALVES, help="of the things (%(default)s)")
    parser.add_argument(
        "--most", type=int, default=2, help="choices of viewpoints for each trial (%(default)s)"
    )
    parser.add_argument("--way", action="append", choices=[*WAYS], help="only these")
    args = parser.parse_args()
    console = Console(width=150, highlight=False)
    house = open_house(args.house)
    seen = seen_of(house, args.half)
    pairs = sum(map(len, seen.values()))
    console.print(
        f"{args.house}, {args.half}: {len(seen)} things that {pairs} pairs of a thing and a viewpoint show."
    )
    table = Table(
        "carried",
        "trials",
        "IoU ≥ 0.5",
        "mean IoU",
        "middle held",
        "refused",
        "blind",
        "goal",
        "CPU ms",
        "m off",
        "in 1 σ",
        "cover right",
    )
    calibration = Table(
        "carried",
        *(f"expected {low:.1f}" for low in np.arange(0, 1, 0.2)),
        title="IoU ≥ 0.5, by what was expected (trials)",
    )
    hidden = Table("carried", "whole", "cut", "mostly hidden", title="IoU ≥ 0.5, by how much is seen")
    for name in args.way or WAYS:
        console.print(f"{name} …")
        began = time.process_time()
        trials = list(trials_of(house, seen, WAYS[name], args.most))
        milliseconds = (time.process_time() - began) / len(trials) * 1e3
        table.add_row(
            name,
            *row(trials),
            f"{np.mean([*foretold_blindly(house, seen, WAYS[name])]):.2f}",
            f"{GOALS[name]:.0%}" if name in GOALS else "",
            f"{milliseconds:.0f}",
            *placed(trials),
        )
        calibration.add_row(name, *by_expected(trials))
        console.print(*row(trials), sep="  ")
        hidden.add_row(name, *by_cover(trials))
    for each in (table, calibration, hidden):
        console.print(each)


def seen_of(house: House, half: str) -> Seen:
    """What is seen of the things of a half, where a box holds it."""
    found: dict[str, dict[str, Sighting]] = {}
    for viewpoint, sightings in house.seen.items():
        for each in sightings:
            big = each.mask.cells().sum() >= LEAST_PIXELS
            if big and each.box is not None and half in ("both", half_of(each.object_id)):
                found.setdefault(each.object_id, {})[viewpoint] = each
    return found


def half_of(object_id: str) -> str:
    """By the digest of the thing's name."""
    return HALVES[sha256(object_id.encode()).digest()[0] % 2]


def trials_of(house: House, seen: Seen, way: Way, most: int) -> Iterator[Trial]:
    """Every thing at every viewpoint that sees it, from the same choices in every run."""
    chance = np.random.default_rng(0)
    scan = house.scan if way.plan else replace(house.scan, floor_plan=None)
    depth = DepthMaps(house.labels, scan) if way.depth else None
    boxes = {thing.object_id: thing.box for thing in house.labels.objects}
    for thing, by_viewpoint in sorted(seen.items()):
        corners = boxes[thing]
        assert corners is not None
        middle = np.mean(corners, axis=0)
        for target, true in sorted(by_viewpoint.items()):
            rest = [each for name, each in sorted(by_viewpoint.items()) if name != target]
            choices = [*combinations(rest, way.boxes)]
            for place in sorted(chance.permutation(len(choices))[:most]):
                told = [given(each, way) for each in choices[place]]
                try:
                    carried = carry(scan, told, depth, at={target})
                except NoMeetingError:
                    carried = None
                yield trial(carried, true, middle)


def foretold_blindly(house: House, seen: Seen, way: Way) -> Iterator[bool]:
    """Whether a viewpoint that sees no pixel of a thing is foretold to see it: one viewpoint for each thing."""
    chance = np.random.default_rng(1)
    scan = house.scan if way.plan else replace(house.scan, floor_plan=None)
    depth = DepthMaps(house.labels, scan) if way.depth else None
    shows = {name: {each.object_id for each in found} for name, found in house.seen.items()}
    for thing, by_viewpoint in sorted(seen.items()):
        blind = sorted(name for name, things in shows.items() if thing not in things)
        if blind and len(by_viewpoint) >= way.boxes:
            told = [given(each, way) for _, each in sorted(by_viewpoint.items())[: way.boxes]]
            try:
                yield bool(carry(scan, told, depth, at={str(chance.choice(blind))}).foretold)
            except NoMeetingError:
                yield False


def given(sighting: Sighting, way: Way) -> SeenRegion:
    """What somebody drew."""
    assert sighting.box is not None
    region = sighting.mask if way.masks else sighting.box
    return SeenRegion(sighting.viewpoint_id, region, sighting.cover if way.covers else None)


def trial(carried: CarriedThing | None, true: Sighting, middle: np.ndarray) -> Trial:
    """What was foretold beside what is true."""
    assert true.box is not None
    place: WorldPosition | None = carried.place if carried else None
    off = None if place is None else (np.array(place.position) - middle) / np.array(place.spread)
    metres = None if place is None else float(np.linalg.norm(np.array(place.position) - middle))
    hidden = true.hidden or 0.0
    if carried is None or not carried.foretold:
        return Trial(0.0, None, False, hidden, carried is None, off, metres, None, true.cover)
    [found] = carried.foretold
    held = bool(contains(found.box, direction(true.box.heading, true.box.elevation)))
    return Trial(
        iou(found.box, true.box), found.overlap, held, hidden, False, off, metres, found.visible, true.cover
    )


def row(trials: Sequence[Trial]) -> list[str]:
    """How many, and how good."""
    overlaps = np.array([each.overlap for each in trials])
    return [
        str(len(trials)),
        f"{(overlaps >= 0.5).mean():.3f}",
        f"{overlaps.mean():.3f}",
        f"{np.mean([each.held for each in trials]):.3f}",
        f"{np.mean([each.refused for each in trials]):.3f}",
    ]


def placed(trials: Sequence[Trial]) -> list[str]:
    """How far the place is off, how often it is within a standard deviation of the truth, and how often what was told
    of the cover is right."""
    off = np.array([each.off for each in trials if each.off is not None])
    metres = [each.metres for each in trials if each.metres is not None]
    told = [each.told == each.true for each in trials if each.told is not None]
    right = f"{np.mean(told):.2f} of {len(told)}" if told else "-"
    if not len(off):
        return ["-", "-", right]
    return [
        f"{np.median(metres):.2f} / {np.quantile(metres, 0.9):.2f}",
        f"{(np.abs(off) <= 1).mean():.2f}",
        right,
    ]


def by_expected(trials: Sequence[Trial]) -> Iterator[str]:
    """By fifths of the overlap that was expected."""
    for low in np.arange(0, 1, 0.2):
        some = [
            each.overlap >= 0.5
            for each in trials
            if each.expected is not None and low <= each.expected < low + 0.2 + 1e-9
        ]
        yield f"{np.mean(some):.2f} ({len(some)})" if some else "-"


def by_cover(trials: Sequence[Trial]) -> Iterator[str]:
    """By how much of the thing is seen."""
    for low, high in ((0, 0.02), (0.02, 0.5), (0.5, 1)):
        some = [each.overlap >= 0.5 for each in trials if low <= each.hidden < high or (low == high == 0)]
        yield f"{np.mean(some):.2f} ({len(some)})" if some else "-"


if __name__ == "__main__":
    main()
