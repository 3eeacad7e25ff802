"""The boxes of a house: how far others' ways to overlap them are off, and how people who draw loosely agree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from align.reference.overlaps import overlaps
from environments.regions import ViewBox, view_ious
from environments.regions.approximations import approximate_ious
from environments.regions.shapes import Approximation
from pangea_server.quality.agreement.distances import AgreementOfRegions, AnsweredItem, agreement_of_regions
from tests.benchmarks.grounding.house import House

Floats = NDArray[np.float64]
WAYS: tuple[Approximation, ...] = ("sph", "fov", "planar")
LOOSE = 0.15
"""Deviation of each side of a drawn box, of the box's size."""
_LEAST, _MOST = np.radians(0.2), np.radians(175)


@dataclass(frozen=True, slots=True)
class Deviation:
    """How far a way is from the exact overlap, of some pairs."""

    pairs: int
    mean: float
    worst: float
    wrong_side: float


def deviations(house: House, seed: int) -> dict[tuple[str, str], Deviation]:
    """For pairs of boxes that overlap: of two things at a viewpoint, and of a thing and how a person may draw it."""
    chance = np.random.default_rng([seed, 2])
    boxes = [_rows([seen.box for seen in found if seen.box]) for found in house.seen.values()]
    every = np.concatenate(boxes)
    pairs = [np.triu_indices(len(rows), 1) for rows in boxes]
    neighbours = (
        np.concatenate([rows[one] for rows, (one, _) in zip(boxes, pairs, strict=True)]),
        np.concatenate([rows[other] for rows, (_, other) in zip(boxes, pairs, strict=True)]),
    )
    high = np.abs(every[:, 1]) >= np.radians(30)
    drawn = drawn_loosely(every, LOOSE, chance)
    kinds = {
        "two things": neighbours,
        "a thing and a loose box": (every, drawn),
        "the same, 30° up or down": (every[high], drawn[high]),
    }
    return {(kind, way): _deviation(*both, way) for kind, both in kinds.items() for way in WAYS}


def drawn_loosely(boxes: Floats, spread: float, chance: np.random.Generator) -> Floats:
    """Boxes (n, 4) whose four sides are moved by normal deviates of ``spread`` times the box's size."""
    left, right, low, high = chance.normal(0, spread, (4, len(boxes)))
    heading, elevation, width, height = boxes.T
    return np.stack(
        [
            heading + width * (right - left) / 2 / np.cos(elevation).clip(0.05),
            (elevation + height * (high - low) / 2).clip(-np.pi / 2, np.pi / 2),
            (width * (1 + left + right)).clip(_LEAST, _MOST),
            (height * (1 + low + high)).clip(_LEAST, _MOST),
        ],
        axis=1,
    )


def agreement(house: House, spread: float, seed: int, people: int = 3) -> AgreementOfRegions:
    """Agreement of people who draw every thing that is seen somewhere; chance is the other things of the viewpoint."""
    chance = np.random.default_rng([seed, 3, round(1000 * spread)])
    items = []
    for at, found in house.seen.items():
        rows = _rows([seen.box for seen in found if seen.box])
        drawn = np.stack([drawn_loosely(rows, spread, chance) for _ in range(people)], axis=1)
        items += [AnsweredItem([(ViewBox(*row),) for row in each], at) for each in drawn.tolist()]
    return agreement_of_regions(items, partial(overlaps, plural="components"))


def _deviation(first: Floats, second: Floats, way: Approximation) -> Deviation:
    exact = view_ious(first, second)
    meet = exact > 0
    exact, found = exact[meet], approximate_ious(first[meet], second[meet], way)
    error = np.abs(found - exact)
    wrong = (found >= 0.5) != (exact >= 0.5)
    return Deviation(int(meet.sum()), float(error.mean()), float(error.max()), float(wrong.mean()))


def _rows(boxes: list[ViewBox]) -> Floats:
    told = [(box.heading, box.elevation, box.width, box.height) for box in boxes]
    return np.array(told, np.float64).reshape(-1, 4)
