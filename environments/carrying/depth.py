"""What depth pictures say: what hides what, and which pixels of a box show the thing that it was drawn around."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from environments.carrying.pictures import SKY, Pictures
from environments.errors import ImageNotFoundError
from environments.geometry import direction, heading_elevation
from environments.regions import ViewBox, bounding_view, contains
from environments.regions.grid import cell_directions, cell_of
from environments.regions.shapes import LatLonBox, Mask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from environments.depth_pictures import Distances
    from environments.regions import Region
    from environments.scan import Scan

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

SLACK = 0.05
"""Metres by which a point may lie behind what its pixel shows, and be seen."""
_FAR_SLACK = 0.01  # of the distance, when a point is said to be what a pixel shows
_INSIDE = 0.75
"""Share of a surface that lies in a box, from which it belongs to what the box was drawn around."""
_LEAST = 0.2  # of a box that such surfaces fill; else the surface in its middle is taken too


class Votes(NamedTuple):
    """For each point how many viewpoints see it as the thing, and how many as something else."""

    thing: Floats
    other: Floats


class Others:
    """What stands before a thing at one viewpoint, the thing's own pixels (h, w) left out."""

    def __init__(self, depth: DepthMaps, own: Bools) -> None:
        self._depth, self._own = depth, _widened(own)

    def between(self, camera: Floats, points: Floats) -> Bools:
        """Whether something else than the thing stands between the viewpoint's camera (3,) and points (..., 3)."""
        pixels = cell_of(*heading_elevation(points - camera), *self._own.shape)
        hidden: Bools = self._depth.between(camera, points) & ~self._own[pixels]
        return hidden


class DepthMaps:
    """The depth pictures of a scan's viewpoints, and the surfaces in them; for any number of threads."""

    def __init__(self, depth: Distances, scan: Scan) -> None:
        self._pictures = Pictures(depth)
        self._cameras = {name: np.array(place.position) for name, place in scan.viewpoints.items()}
        self._names = {tuple(camera.tolist()): name for name, camera in self._cameras.items()}

    def has(self, viewpoint_id: str) -> bool:
        """Whether a viewpoint has a depth picture."""
        try:
            self._pictures.millimetres(viewpoint_id)
        except ImageNotFoundError:
            return False
        return True

    def between(self, camera: Floats, points: Floats) -> Bools:
        """Whether something stands between a viewpoint's camera (3,) and points (..., 3)."""
        shown, far, _ = self._shown(self._names[tuple(camera.tolist())], points)
        hidden: Bools = far > shown + SLACK
        return hidden

    def thing_in(self, viewpoint_id: str, region: Region) -> Bools:
        """The pixels (h, w) of the thing that a region was drawn around.

        A polygon or a mask is the thing. A box was drawn close around it, so that the thing's surfaces lie in the box,
        while those behind it and beside it go on outside.
        """
        millimetres = self._pictures.millimetres(viewpoint_id)
        cells = _cells(region, *millimetres.shape) & (millimetres < SKY)
        if not isinstance(region, ViewBox | LatLonBox):
            return cells
        numbers, sizes = self._pictures.surfaces(viewpoint_id)
        inside = np.bincount(numbers[cells], minlength=len(sizes))
        mostly = inside >= _INSIDE * sizes
        found: Bools = cells & mostly[numbers]
        if found.sum() < _LEAST * cells.sum():
            found |= cells & (numbers == self._middle(numbers, region, cells))
        return found if found.any() else cells

    @staticmethod
    def _middle(numbers: NDArray[np.int32], region: Region, cells: Bools) -> int:
        """The surface that fills most of the middle of a box; -1 without one."""
        box = bounding_view([region])
        if box is None:
            return -1
        half = ViewBox(box.heading, box.elevation, box.width / 2, box.height / 2)
        middle = cells & _cells(half, *cells.shape)
        return int(np.bincount(numbers[middle]).argmax()) if middle.any() else -1

    def points(self, viewpoint_id: str, cells: Bools) -> Floats:
        """The points (n, 3) of the world that pixels show."""
        millimetres = self._pictures.millimetres(viewpoint_id)
        looks = _looks(*millimetres.shape)[cells]
        points: Floats = self._cameras[viewpoint_id] + millimetres[cells][:, np.newaxis] / 1000 * looks
        return points

    def within(self, viewpoint_id: str, low: Floats, high: Floats) -> tuple[Bools, Floats]:
        """The pixels (h, w) that show something between two corners (3,) of the world, and their points (n, 3)."""
        millimetres, camera = self._pictures.millimetres(viewpoint_id), self._cameras[viewpoint_id]
        middle, radius = (low + high) / 2 - camera, float(np.linalg.norm(high - low)) / 2
        far = float(np.linalg.norm(middle))
        rows, columns = _window(middle, radius, *millimetres.shape)
        shown = millimetres[rows][:, columns]
        near = (shown >= 1000 * (far - radius)) & (shown <= 1000 * (far + radius)) & (shown < SKY)
        cells = np.zeros(millimetres.shape, np.bool_)
        cells[rows, columns] = near
        points = self.points(viewpoint_id, cells)
        inside = ((points >= low) & (points <= high)).all(axis=1)
        cells[cells] = inside
        return cells, points[inside]

    def surfaces(self, viewpoint_id: str, cells: Bools) -> NDArray[np.int32]:
        """The number of the surface of each pixel."""
        return self._pictures.surfaces(viewpoint_id).numbers[cells]

    def showing(self, viewpoint_id: str, surfaces: NDArray[np.int32]) -> Bools:
        """The pixels (h, w) of some surfaces."""
        numbers, sizes = self._pictures.surfaces(viewpoint_id)
        among = np.zeros(len(sizes), np.bool_)
        among[surfaces] = True
        found: Bools = among[numbers]
        return found

    def votes(self, points: Floats, things: Sequence[tuple[str, Bools]]) -> Votes:
        """What viewpoints that see points (n, 3) see there.

        Args:
            things: viewpoints, each with its pixels (h, w) of the thing; a pixel beside them counts as well.
        """
        thing, other = np.zeros(len(points)), np.zeros(len(points))
        for viewpoint_id, cells in things:
            shown, far, pixels = self._shown(viewpoint_id, points)
            seen = np.abs(shown - far) < SLACK + _FAR_SLACK * far
            inside = _widened(cells)[pixels]
            thing += seen & inside
            other += seen & ~inside
        return Votes(thing, other)

    def _shown(
        self, viewpoint_id: str, points: Floats
    ) -> tuple[Floats, Floats, tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """The metres (...) that a viewpoint sees towards points (..., 3), infinite for sky; the metres to the points,
        and their pixels."""
        millimetres = self._pictures.millimetres(viewpoint_id)
        ways = points - self._cameras[viewpoint_id]
        pixels = cell_of(*heading_elevation(ways), *millimetres.shape)
        told = millimetres[pixels]
        return np.where(told == SKY, np.inf, told / 1000), np.linalg.norm(ways, axis=-1), pixels


def _window(middle: Floats, radius: float, height: int, width: int) -> tuple[slice, slice]:
    """Rows and columns of a picture that hold a ball around a place (3,) seen from its camera; all columns where it
    lies over the seam or a pole."""
    far = float(np.linalg.norm(middle))
    if far <= radius:
        return slice(None), slice(None)
    angle = float(np.arcsin(radius / far))
    heading, elevation = (float(each) for each in heading_elevation(middle))
    top, bottom = (0.5 - (elevation + turn) / np.pi for turn in (angle, -angle))
    rows = slice(max(int(top * height) - 1, 0), int(bottom * height) + 2)
    if np.sin(angle) >= np.cos(elevation):
        return rows, slice(None)
    across = float(np.arcsin(np.sin(angle) / np.cos(elevation)))
    left, right = (0.5 + (heading + turn) / (2 * np.pi) for turn in (-across, across))
    inside = left >= 0 and right <= 1
    return rows, slice(max(int(left * width) - 1, 0), int(right * width) + 2) if inside else slice(None)


@lru_cache(maxsize=2)
def _looks(rows: int, columns: int) -> NDArray[np.float32]:
    return cell_directions(rows, columns).astype(np.float32)


def _cells(region: Region, rows: int, columns: int) -> Bools:
    """The cells whose middles lie in a region."""
    if isinstance(region, Mask):
        return contains(region, _looks(rows, columns))
    box = bounding_view([region])
    if box is None:
        return contains(region, cell_directions(rows, columns))
    reach = np.arccos(np.cos(box.width / 2) * np.cos(box.height / 2))
    near: Bools = _looks(rows, columns) @ direction(box.heading, box.elevation).astype(np.float32) >= np.cos(
        min(2 * reach, np.pi)  # twice what a corner needs, whose side bends
    )
    near[near] = contains(region, _looks(rows, columns)[near])
    return near


def _widened(cells: Bools) -> Bools:
    """The cells and their eight neighbours, over the seam."""
    wide = cells | np.roll(cells, 1, axis=1) | np.roll(cells, -1, axis=1)
    above, below = np.zeros_like(wide), np.zeros_like(wide)
    above[1:], below[:-1] = wide[:-1], wide[1:]
    return wide | above | below
