"""Where a model is on the ground, by the fixes of its cameras: scale and north, by the similarity that most fixes fit.

Of a place outdoors; inside houses fixes are off by tens of metres. Heights are not used: they are far less exact.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

NOISE = 5.0
"""Metres, standard deviation of a fix of a camera or a telephone under open sky, in each direction."""
WIDEST = 3.0
"""Times ``NOISE`` from which on a fix is taken for wrong."""
FEWEST = 4
"""Fixes that fit."""
MOST_PAIRS = 300
_EQUATOR, _FLATTENING = 6_378_137.0, 1 / 298.257223563


class Fix(NamedTuple):
    """A photograph's place by GPS.

    Attributes:
        latitude, longitude: degrees, WGS 84.
        direction: degrees from north of what the middle of the picture shows, growing to the right; None: not said.
    """

    latitude: float
    longitude: float
    direction: float | None = None


class GroundFit(NamedTuple):
    """How a model lies on the ground.

    Attributes:
        names: (n,) of the photographs that have a fix.
        scale: metres of a unit of the model.
        north: radians by which its headings grow, so that 0 is north.
        residuals: (n,) metres from each fix to its camera.
        fits: (n,) which fixes were used.
        sure: standard deviation of the scale, as a share of it.
        directions: what compasses say, in degrees, by photograph: only to be compared.
    """

    names: tuple[str, ...]
    scale: float
    north: float
    residuals: Floats
    fits: NDArray[np.bool_]
    sure: float
    directions: Mapping[str, float]


def fix_of(told: Mapping[int, Any]) -> Fix | None:
    """The fix of a picture, by the tags of its EXIF's GPS directory (CIPA DC-008 4.6.6); None where they say none."""
    try:
        latitude, longitude = (
            sum(float(part) / 60**power for power, part in enumerate(told[tag]))
            * (-1 if told[tag - 1] in "SW" else 1)
            for tag in (2, 4)
        )
        direction = float(told[17]) % 360 if told.get(16) == "T" and 17 in told else None
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return None
    if not abs(latitude) <= 90 or not abs(longitude) <= 180 or latitude == longitude == 0:
        return None  # also what is no number; 0, 0 is what a camera without reception writes
    return Fix(latitude, longitude, direction if direction is not None and math.isfinite(direction) else None)


def east_north(fixes: Sequence[Fix]) -> Floats:
    """Metres (n, 2) east and north of the middle of some fixes that are some kilometres apart at most.

    Source: the radii of curvature of WGS 84's ellipsoid at the middle.
    """
    degrees = np.array([(fix.longitude, fix.latitude) for fix in fixes], np.float64)
    away = degrees - degrees[0]
    away[:, 0] = (away[:, 0] + 180) % 360 - 180  # past the date line
    away -= away.mean(axis=0)
    latitude = math.radians(float(degrees[:, 1].mean()))
    eccentricity = _FLATTENING * (2 - _FLATTENING)
    bulge = 1 - eccentricity * math.sin(latitude) ** 2
    east = _EQUATOR / math.sqrt(bulge) * math.cos(latitude)
    north = _EQUATOR * (1 - eccentricity) / bulge**1.5
    metres: Floats = np.radians(away) * (east, north)
    return metres


def grounded(names: Sequence[str], centres: Floats, ground: Floats) -> GroundFit | None:
    """The scale and turn that most fixes fit; None where too few do, or where they are no wider apart than inexact.

    Two of the fixes are tried after the other, the most distant ones first, and the rest is by least squares.

    Args:
        centres: (n, 3) of cameras, z up, in units of the model.
        ground: (n, 2) metres east and north.
    """
    here, there = _complex(centres), _complex(ground)
    pairs = sorted(combinations(range(len(here)), 2), key=lambda pair: -abs(there[pair[0]] - there[pair[1]]))
    best = np.zeros(len(here), bool)
    for a, b in pairs[:MOST_PAIRS]:
        if abs(here[a] - here[b]) > 0 and abs(there[a] - there[b]) > 2 * WIDEST * NOISE:
            turn = (there[b] - there[a]) / (here[b] - here[a])
            off = there - turn * here
            near = np.abs(off - _middle(off)) < WIDEST * NOISE
            best = near if near.sum() > best.sum() else best
    for _ in range(10):
        if best.sum() < max(FEWEST, len(here) / 2):
            return None
        turn, off = _least_squares(here[best], there[best])
        residuals = np.abs(turn * here + off - there)
        near = residuals < WIDEST * NOISE
        if (near == best).all():
            break
        best = near
    spread = float(np.sqrt((np.abs(there[best] - there[best].mean()) ** 2).mean()))
    if spread < WIDEST * NOISE:
        return None
    sure = NOISE / (spread * math.sqrt(best.sum()))
    return GroundFit(tuple(names), float(abs(turn)), float(-np.angle(turn)), residuals, best, sure, {})


def _complex(places: Floats) -> NDArray[np.complex128]:
    return places[:, 0] + 1j * places[:, 1]


def _middle(places: NDArray[np.complex128]) -> complex:
    return complex(np.median(places.real), np.median(places.imag))


def _least_squares(
    here: NDArray[np.complex128], there: NDArray[np.complex128]
) -> tuple[np.complex128, np.complex128]:
    """The factor, which scales and turns, and the shift that take one to the other."""
    a, b = here - here.mean(), there - there.mean()
    turn = np.vdot(a, b) / np.vdot(a, a)
    return turn, there.mean() - turn * here.mean()
