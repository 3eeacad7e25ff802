"""Sightings: what of each labelled thing a viewpoint sees, exactly: its mask, its boxes, and how much of it is hidden.

The truth for everything that draws regions or carries them to other viewpoints::

    labels = DemoHouse().labels("demo-house")
    seen = sighting(labels, "red-sofa", "living-room-sofa")
    seen.box, seen.hidden, seen.cover

Needs level pictures, as environments/demo/README.md describes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from environments.geometry import direction, heading_elevation
from environments.regions import LatLonBox, Mask, ViewBox, area, bounding_latlon, bounding_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from environments.labels import LabelledObject, Labels
    from environments.scan import Viewpoint

    Floats = NDArray[np.float64]

Cover = Literal["whole", "cut", "mostly_hidden"]
WHOLE, MOSTLY = 0.02, 0.5
"""Shares hidden up to which a thing is seen whole (its outline's pixels apart), and from which it is mostly hidden."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a viewpoint sees of one thing; at least one pixel.

    Attributes:
        mask: its pixels.
        box: the tightest view box around them; None for what no view box under 180 degrees holds.
        bounds: the tightest box in longitude and latitude.
        steradians: of the mask.
        hidden: share of the thing's solid angle that other things or walls hide, in [0, 1); None if the labels do not
            say.
    """

    object_id: str
    viewpoint_id: str
    mask: Mask
    box: ViewBox | None
    bounds: LatLonBox
    steradians: float
    hidden: float | None

    @property
    def cover(self) -> Cover | None:
        """``whole``, ``cut`` or ``mostly_hidden``; None if that is not known."""
        if self.hidden is None:
            return None
        return "whole" if self.hidden <= WHOLE else "cut" if self.hidden < MOSTLY else "mostly_hidden"


def sighting(labels: Labels, object_id: str, viewpoint_id: str) -> Sighting | None:
    """What a viewpoint sees of a thing; None if that is nothing.

    Raises:
        ImageNotFoundError: the viewpoint has no identity picture.
        InvalidDataError: there is no such object.
    """
    return _sighting(labels.object(object_id), viewpoint_id, labels.numbers(viewpoint_id))


def sightings(labels: Labels, viewpoint_id: str) -> tuple[Sighting, ...]:
    """What a viewpoint sees of every thing that it sees, in the order of ``labels.objects``.

    Raises:
        ImageNotFoundError: the viewpoint has no identity picture.
    """
    numbers = labels.numbers(viewpoint_id)
    found = (_sighting(each, viewpoint_id, numbers) for each in labels.objects)
    return tuple(each for each in found if each is not None)


def _sighting(thing: LabelledObject, viewpoint_id: str, numbers: NDArray[np.uint8]) -> Sighting | None:
    cells = numbers == thing.number
    if not cells.any():
        return None
    mask = Mask.of(cells)
    return Sighting(
        thing.object_id,
        viewpoint_id,
        mask,
        bounding_view([mask]),
        bounding_latlon(mask),
        area(mask),
        thing.hidden.get(viewpoint_id),
    )


def points_seen(labels: Labels, object_id: str, viewpoint: Viewpoint) -> Floats:
    """The points (n, 3) of a thing in the world that a viewpoint sees, one a pixel; in metres.

    Raises:
        ImageNotFoundError: the viewpoint has no identity picture, or no depth picture.
    """
    cells = labels.numbers(viewpoint.viewpoint_id) == labels.object(object_id).number
    distances = labels.distances(viewpoint.viewpoint_id)[cells]
    points: Floats = np.asarray(viewpoint.position) + distances[:, np.newaxis] * _looks(cells.shape)[cells]
    return points


def sees(labels: Labels, viewpoint: Viewpoint, points: ArrayLike, slack: float = 0.05) -> NDArray[np.bool_]:
    """Whether nothing lies between a viewpoint and points (..., 3) of the world.

    Args:
        slack: metres by which a point may lie behind what its pixel shows.

    Raises:
        ImageNotFoundError: the viewpoint has no depth picture.
    """
    ways = np.asarray(points, np.float64) - np.asarray(viewpoint.position)
    distances = labels.distances(viewpoint.viewpoint_id)
    shown = distances[pixels_of(*heading_elevation(ways), distances.shape)]
    seen: NDArray[np.bool_] = np.isnan(shown) | (np.linalg.norm(ways, axis=-1) <= shown + slack)
    return seen


def pixels_of(
    heading: ArrayLike, elevation: ArrayLike, shape: Sequence[int]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the pixels that show these directions, in level pictures of this shape."""
    height, width = shape
    rows = np.floor((0.5 - np.asarray(elevation) / np.pi) * height).astype(np.intp)
    columns = np.floor((np.asarray(heading) / (2 * np.pi) + 0.5) * width).astype(np.intp)
    return np.clip(rows, 0, height - 1), columns % width


def _looks(shape: Sequence[int]) -> Floats:
    """Unit vectors (height, width, 3) to the middles of the pixels of a level picture."""
    height, width = shape
    heading = ((np.arange(width) + 0.5) / width - 0.5) * 2 * np.pi
    elevation = (0.5 - (np.arange(height) + 0.5) / height) * np.pi
    return direction(heading, elevation[:, np.newaxis])
