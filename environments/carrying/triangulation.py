"""Where the rays through the middles of two or more view boxes meet, and how sure that is."""

from __future__ import annotations

from itertools import combinations
from math import pi
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from environments.errors import InvalidDataError
from environments.geometry import direction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from environments.regions import ViewBox

    Floats = NDArray[np.float64]

LEAST_ANGLE = np.radians(2)
"""Between two rays of which one has to be this far from parallel to the other."""
LEAST_MISS = 0.5
"""Metres by which a ray may pass the thing's middle; more for things that are larger."""
_OFF, _OFF_SHARE = np.radians(0.4), 0.08
"""Deviation of a box's middle from the thing's: radians, and a share of the box's size. Fitted on the demo house."""
_WIDEST = pi * 0.89  # of a box whose tangent still says how large the thing is
_ROUNDS = 3


class NoMeetingError(InvalidDataError):
    """The rays towards boxes meet nowhere, so that the boxes do not show one thing, or do not say where it is."""


class ApartError(NoMeetingError):
    """The rays pass each other too far, or meet behind a camera; nearly parallel ones may still show one thing."""


class Meeting(NamedTuple):
    """Where a thing is: its middle, and one standard deviation along each axis of the world; (3,) in metres."""

    position: Floats
    spread: Floats


def meet(boxes: Sequence[ViewBox], cameras: Floats) -> Meeting:
    """The point that is nearest to all rays, each weighed by how sure it is there, by least squares.

    The spread is the covariance of that point; it grows where rays pass each other farther than they should.

    Args:
        boxes: two or more, from different viewpoints.
        cameras: (k, 3) their positions in metres.

    Raises:
        ApartError: a ray meets the others behind its camera, or passes too far.
        NoMeetingError: all rays are nearly parallel.
    """
    rays = direction([box.heading for box in boxes], [box.elevation for box in boxes])
    if not _cross(rays, cameras):
        raise NoMeetingError(
            f"The rays of {len(boxes)} boxes are within 2° of parallel, or start at one place.",
            remedy="Draw the thing from a viewpoint that sees it from another side.",
        )
    sizes = np.array([max(box.width, box.height) for box in boxes])
    off = _OFF + _OFF_SHARE * sizes
    metres = np.ones(len(boxes))
    across = np.eye(3) - rays[:, :, np.newaxis] * rays[:, np.newaxis, :]
    for _ in range(_ROUNDS):
        weights = (off * metres) ** -2.0
        told = np.einsum("k,kij->ij", weights, across)
        covariance = np.linalg.inv(told)
        position = covariance @ np.einsum("k,kij,kj->i", weights, across, cameras)
        metres = np.maximum(np.linalg.norm(position - cameras, axis=1), 0.1)
    ways = position - cameras
    if (np.einsum("kj,kj->k", ways, rays) <= 0).any():
        raise ApartError(
            f"The rays of {len(boxes)} boxes meet behind a camera.",
            remedy="Look whether the boxes show one thing.",
        )
    misses = np.linalg.norm(np.einsum("kij,kj->ki", across, ways), axis=1)
    most = np.maximum(LEAST_MISS, np.tan(np.minimum(sizes, _WIDEST) / 2) * metres)
    if (misses > most).any():
        worst = int((misses / most).argmax())
        raise ApartError(
            f"A ray passes {misses[worst]:.2f} m from where the others meet; up to {most[worst]:.2f} m is one thing.",
            remedy="Look whether the boxes show one thing.",
        )
    freedom = 2 * len(boxes) - 3
    grown = max(1.0, float(np.square(misses / (off * metres)).sum()) / freedom)
    return Meeting(position, np.sqrt(np.diag(covariance) * grown))


def _cross(rays: Floats, cameras: Floats) -> bool:
    """Whether two rays from different places are far enough from parallel."""
    return any(
        abs(float(rays[one] @ rays[other])) < np.cos(LEAST_ANGLE)
        and np.linalg.norm(cameras[one] - cameras[other]) > 1e-6
        for one, other in combinations(range(len(rays)), 2)
    )
