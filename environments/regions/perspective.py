"""Pictures that a level camera takes: which direction each pixel shows, and where a direction is seen."""

from __future__ import annotations

from dataclasses import dataclass
from math import tan
from typing import TYPE_CHECKING

import numpy as np

from environments.geometry import rotation
from environments.regions.inside import contains

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from environments.regions.shapes import Region

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

BAND = 128  # rows that are made at once


@dataclass(frozen=True, slots=True)
class Perspective:
    """A perspective picture with square pixels; its camera is level and does not roll.

    Attributes:
        heading, elevation: where its middle looks, in radians of the world frame.
        field_of_view: from its left edge to its right one, in (0, pi).
        width, height: pixels.
    """

    heading: float
    elevation: float
    field_of_view: float
    width: int
    height: int

    @property
    def focal(self) -> float:
        """Pixels from the eye to the picture."""
        return self.width / 2 / tan(self.field_of_view / 2)

    def directions(self, pixels: Floats) -> Floats:
        """Unit vectors (..., 3) of the world that x and y (..., 2) in pixels show; also beyond the picture."""
        x, y = np.moveaxis(pixels, -1, 0)
        rays = np.stack([x - self.width / 2, np.full(x.shape, self.focal), self.height / 2 - y], axis=-1)
        unit: Floats = (rays / np.linalg.norm(rays, axis=-1, keepdims=True)) @ self._turn.T
        return unit

    def pixels(self, looks: Floats) -> Floats:
        """Where directions (..., 3) are seen, as x and y (..., 2); NaN for those that are not before the camera."""
        x, y, z = np.moveaxis(looks @ self._turn, -1, 0)
        ahead = np.where(y > 0, y, np.nan)
        return np.stack(
            [self.width / 2 + self.focal * x / ahead, self.height / 2 - self.focal * z / ahead], axis=-1
        )

    def cells(self, region: Region) -> Bools:
        """Which pixels (height, width) show a region, by their centres."""
        across = np.arange(self.width) + 0.5
        found = np.empty((self.height, self.width), np.bool_)
        for first in range(0, self.height, BAND):
            rows = np.arange(first, min(first + BAND, self.height))
            pixels = np.stack(np.broadcast_arrays(across, rows[:, None] + 0.5), axis=-1)
            found[rows] = contains(region, self.directions(pixels))
        return found

    @property
    def _turn(self) -> Floats:
        return rotation(self.heading, self.elevation)
