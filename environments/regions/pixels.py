"""Regions on equirectangular pictures: pixels to and from the world frame.

A picture's x grows to the right from its left edge and y downwards from its upper one, in pixels; its centre looks
along the panorama's +y. A box that reaches over the seam has x + width beyond the picture's width.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, pi
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from environments.errors import InvalidDataError
from environments.geometry import Rotation, direction, heading_elevation
from environments.regions.bounds import as_polygon, bounding_latlon
from environments.regions.grid import cell_directions
from environments.regions.inside import contains
from environments.regions.shapes import LatLonBox, Mask, Polygon, Region, ViewBox
from environments.scan import IDENTITY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

_GRID = (512, 1024)
_LEVEL = 1e-9
_SLACK = 1e-6  # pixels that rounding may add


class PixelBox(NamedTuple):
    """A box on a picture: its upper left corner and its size in pixels; x in [0, the picture's width)."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Equirectangular:
    """A picture of the whole sphere.

    Attributes:
        columns, rows: its size in pixels.
        orientation: from the panorama's frame to the world, as ``Viewpoint`` has it.
    """

    columns: int
    rows: int
    orientation: Rotation = IDENTITY

    def __post_init__(self) -> None:
        for name in ("columns", "rows"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= 2**20:
                raise InvalidDataError(
                    f"{name} of a picture are {value!r}.",
                    remedy="It must be a whole number from 1 to 1,048,576.",
                )

    @property
    def level(self) -> bool:
        """Whether the panorama stands upright, so that boxes on it are boxes in longitude and latitude."""
        return bool(abs(self._turn[2, 2] - 1) < _LEVEL)

    def pixels(self, looks: ArrayLike) -> NDArray[np.float64]:
        """Where vectors (..., 3) of the world are seen: x and y (..., 2), x in [0, columns]."""
        heading, elevation = heading_elevation(np.asarray(looks, np.float64) @ self._turn)
        return np.stack(
            [(heading / (2 * pi) + 0.5) * self.columns, (0.5 - elevation / pi) * self.rows], axis=-1
        )

    def directions(self, pixels: ArrayLike) -> NDArray[np.float64]:
        """The unit vectors (..., 3) in the world that x and y (..., 2) show; x of any size."""
        x, y = np.moveaxis(np.asarray(pixels, np.float64), -1, 0)
        looks: NDArray[np.float64] = (
            direction((x / self.columns - 0.5) * 2 * pi, (0.5 - y / self.rows) * pi) @ self._turn.T
        )
        return looks

    def box(self, region: Region) -> PixelBox:
        """The smallest box on the picture around a region; around one with a pole inside it is as wide as the picture.

        On a tilted panorama, boxes in longitude and latitude and masks are counted by cells of a third of a degree.
        """
        around = bounding_latlon(self._seen(region))
        x = (around.west / (2 * pi) + 0.5) * self.columns
        return PixelBox(
            float(x % self.columns),
            (0.5 - around.high / pi) * self.rows,
            around.width / (2 * pi) * self.columns,
            (around.high - around.low) / pi * self.rows,
        )

    def region(self, box: Sequence[float]) -> Region:
        """What a box (x, y, width, height) shows: a box in longitude and latitude; a mask on a tilted panorama.

        Raises:
            InvalidDataError: a number is not finite, the box is empty, or it leaves the picture above or below, or is
                wider than it.
        """
        if len(box) != 4 or not all(_is_number(value) for value in box):
            raise InvalidDataError(f"A box is {list(box)!r}.", remedy="It must be x, y, width and height.")
        x, y, width, height = (float(value) for value in box)
        if not (
            0 < width <= self.columns + _SLACK and height > 0 and 0 <= x + _SLACK <= self.columns + 2 * _SLACK
        ):
            raise self._outside(box)
        if not -_SLACK <= y < y + height <= self.rows + _SLACK:
            raise self._outside(box)
        low, high = (0.5 - (y + height) / self.rows) * pi, (0.5 - y / self.rows) * pi
        west = (x / self.columns - 0.5) * 2 * pi
        seen = LatLonBox(west, width / self.columns * 2 * pi, max(low, -pi / 2), min(high, pi / 2))
        if self.level:
            return LatLonBox(west + self._north, seen.width, seen.low, seen.high)
        return self._mask(seen, cell_directions(*_GRID) @ self._turn)

    def polygon(self, points: ArrayLike) -> Polygon:
        """The polygon with corners at these pixels (n, 2), wound as a polygon must be; its sides are great circles.

        Raises:
            InvalidDataError: it is none; see ``Polygon``.
        """
        return wound(self.directions(points))

    def mask(self, cells: NDArray[np.bool_]) -> Mask:
        """What cells (rows, columns) of a picture of any size show.

        Raises:
            InvalidDataError: no cell is inside.
        """
        rows, columns = cells.shape
        shift = self._north / (2 * pi) * columns
        if self.level and abs(shift - round(shift)) < _SLACK:
            return Mask.of(np.roll(cells, round(shift), axis=1))
        return self._mask(Mask.of(cells), cell_directions(rows, columns) @ self._turn)

    def cells(self, region: Region) -> NDArray[np.bool_]:
        """Which pixels (rows, columns) of the picture show a region, by their centres."""
        inside: NDArray[np.bool_] = contains(region, cell_directions(self.rows, self.columns) @ self._turn.T)
        return inside

    def _seen(self, region: Region) -> Region:
        """The region in the panorama's frame."""
        if self.level and not isinstance(region, Mask):
            return _to_the_left(region, self._north)
        if isinstance(region, ViewBox):
            region = as_polygon(region)
        if isinstance(region, Polygon):
            heading, elevation = np.array(region.points).T
            return wound(direction(heading, elevation) @ self._turn)
        rows, columns = (region.rows, region.columns) if isinstance(region, Mask) else _GRID
        return self._mask(region, cell_directions(rows, columns) @ self._turn.T)

    def _mask(self, region: Region, looks: NDArray[np.float64]) -> Mask:
        return Mask.of(contains(region, looks))

    def _outside(self, box: Sequence[float]) -> InvalidDataError:
        return InvalidDataError(
            f"A box {list(box)!r} does not lie on a picture of {self.columns} x {self.rows}.",
            remedy="Only its right side may pass the picture's edge, over the seam.",
        )

    @property
    def _turn(self) -> NDArray[np.float64]:
        return np.array(self.orientation, np.float64)

    @property
    def _north(self) -> float:
        """The heading of the centre of a level panorama."""
        return float(heading_elevation(self._turn[:, 1])[0])


def wound(looks: NDArray[np.float64]) -> Polygon:
    """The polygon with corners in these directions (n, 3), whichever way it is wound.

    Raises:
        InvalidDataError: it is none either way; see ``Polygon``.
    """
    heading, elevation = heading_elevation(looks)
    points = tuple(zip(heading.tolist(), elevation.tolist(), strict=True))
    try:
        return Polygon(points)
    except InvalidDataError as error:
        try:
            return Polygon(points[::-1])
        except InvalidDataError:
            raise error from None


def _to_the_left(region: ViewBox | LatLonBox | Polygon, by: float) -> Region:
    if by == 0:
        return region
    if isinstance(region, ViewBox):
        return ViewBox(region.heading - by, region.elevation, region.width, region.height)
    if isinstance(region, LatLonBox):
        return LatLonBox(region.west - by, region.width, region.low, region.high)
    return Polygon(tuple((heading - by, elevation) for heading, elevation in region.points))


def _is_number(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and abs(value) < 2**53
        and isfinite(value)
    )
