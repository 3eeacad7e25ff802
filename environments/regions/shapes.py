"""The four kinds of regions: sets of directions that are seen from one viewpoint, in the world frame.

Angles are radians; headings have their zero along +y and grow to the right, elevations grow upwards. Headings of any
size are taken and wrapped to [-pi, pi). Everything else that is not as described here is refused by InvalidDataError.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import isfinite, pi, radians
from numbers import Real
from typing import Literal

import numpy as np

from environments.errors import InvalidDataError
from environments.geometry import wrap_angle

Approximation = Literal["sph", "fov", "planar"]
Angles = tuple[float, float]
"""Heading and elevation of a direction."""

ROUND = 2 * pi
LEAST_CORNERS = 3
MOST_CORNERS = 1000
LEAST_DRAWN = radians(0.2)
MOST_CELLS = 2**25
"""Of a mask: 8192 x 4096."""
_SLACK = 1e-9  # radians by which an angle may pass its limit through rounding


@dataclass(frozen=True, slots=True)
class ViewBox:
    """What a level camera without roll sees in a centred rectangle: the box that people draw.

    Its four sides are great circles, so it knows neither seam nor pole. Also called bounding field of view (BFoV).

    Attributes:
        heading, elevation: of its centre; elevation in [-pi/2, pi/2].
        width, height: its horizontal and vertical field of view through the centre; each in (0, pi).

    Raises:
        InvalidDataError: a number is not finite, or outside its limits.
    """

    heading: float
    elevation: float
    width: float
    height: float
    kind: Literal["view"] = field(default="view", kw_only=True)

    def __post_init__(self) -> None:
        _set(self, "heading", _wrapped(_number(self, "heading")))
        _set(self, "elevation", _elevation(self, "elevation"))
        for name in ("width", "height"):
            value = _number(self, name)
            if not 0 < value < pi:
                raise _refused(self, name, value, "It must be over 0 and under pi (180°); use a polygon.")
            _set(self, name, value)


@dataclass(frozen=True, slots=True)
class LatLonBox:
    """A box in longitude and latitude, as on an equirectangular picture; its upper and lower side are no great circles.

    Attributes:
        west: heading of its left side; it reaches ``width`` to the right of it, so the seam is no special case.
        width: in (0, 2 pi].
        low, high: elevations; -pi/2 <= low < high <= pi/2.

    Raises:
        InvalidDataError: a number is not finite, or outside its limits.
    """

    west: float
    width: float
    low: float
    high: float
    kind: Literal["latlon"] = field(default="latlon", kw_only=True)

    def __post_init__(self) -> None:
        _set(self, "west", _wrapped(_number(self, "west")))
        width = _number(self, "width")
        if not 0 < width <= ROUND + _SLACK:
            raise _refused(self, "width", width, "It must be over 0 and at most 2 pi (360°).")
        _set(self, "width", min(width, ROUND))
        low, high = _elevation(self, "low"), _elevation(self, "high")
        if low >= high:
            raise _refused(self, "low", low, f"It must lie under high, which is {high!r}.")
        _set(self, "low", low)
        _set(self, "high", high)


@dataclass(frozen=True, slots=True)
class Polygon:
    """A polygon whose edges are the shorter great-circle arcs; convex or not.

    Attributes:
        points: heading and elevation of its corners. Its inside is on the left of each edge as seen from outside the
            sphere, which is on the right as seen from its centre: clockwise as people see it.

    Raises:
        InvalidDataError: it has fewer than 3 points, repeats one, has an edge of half a circle, crosses or touches
            itself, or encloses more than half the sphere (as one that is wound the wrong way does).
    """

    points: tuple[Angles, ...]
    kind: Literal["polygon"] = field(default="polygon", kw_only=True)

    def __post_init__(self) -> None:
        from environments.regions.polygons import check_polygon

        points = tuple(self._point(number, point) for number, point in enumerate(_listed(self, "points")))
        if not LEAST_CORNERS <= len(points) <= MOST_CORNERS:
            raise _refused(
                self, "points", len(points), f"It needs {LEAST_CORNERS} to {MOST_CORNERS:,} points."
            )
        _set(self, "points", points)
        check_polygon(points)

    def _point(self, number: int, point: object) -> Angles:
        name = f"points[{number}]"
        if not isinstance(point, Sequence) or isinstance(point, str) or len(point) != 2:
            raise _refused(self, name, point, "It must be a heading and an elevation.")
        heading, elevation = point
        heading = _finite(self, f"{name}.heading", heading)
        return _wrapped(heading), _limited(self, f"{name}.elevation", elevation)


@dataclass(frozen=True, slots=True)
class Mask:
    """Cells of an equirectangular grid in the world frame: column 0 begins at heading -pi, row 0 straight up.

    Attributes:
        runs: numbers of cells row by row, in turn outside and inside, beginning with outside (which may be 0); they add
            up to ``columns * rows``. COCO's counts go column by column: convert them where the file is read.
        columns, rows: of the grid.

    Raises:
        InvalidDataError: the runs do not add up, one after the first is not positive, or no cell is inside.
    """

    runs: tuple[int, ...]
    columns: int = 1024
    rows: int = 512
    kind: Literal["mask"] = field(default="mask", kw_only=True)

    def __post_init__(self) -> None:
        for name in ("columns", "rows"):
            _set(self, name, _whole(self, name, getattr(self, name), 1))
        cells = self.columns * self.rows
        if cells > MOST_CELLS:
            raise _refused(self, "columns", self.columns, f"A grid has at most {MOST_CELLS:,} cells.")
        runs = tuple(
            _whole(self, f"runs[{at}]", run, min(at, 1)) for at, run in enumerate(_listed(self, "runs"))
        )
        _set(self, "runs", runs)
        if sum(runs) != cells:
            raise _refused(
                self, "runs", sum(runs), f"They must add up to {cells:,} ({self.columns} x {self.rows})."
            )
        if len(runs) < 2:  # outside alone
            raise _refused(self, "runs", list(runs), "At least one cell must be inside.")

    def cells(self) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
        """Which cells are inside: (rows, columns)."""
        inside = np.arange(len(self.runs)) % 2 == 1
        return np.repeat(inside, self.runs).reshape(self.rows, self.columns)

    @classmethod
    def of(cls, cells: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> Mask:
        """The mask of cells (rows, columns), row 0 straight up, column 0 from heading -pi on."""
        cells = np.asarray(cells, np.bool_)
        if cells.ndim != 2:
            raise InvalidDataError(
                f"Cells of a mask have the shape {cells.shape}.", remedy="Pass (rows, columns)."
            )
        flat = cells.ravel()
        changes = [0, *(np.flatnonzero(flat[1:] != flat[:-1]) + 1).tolist(), flat.size]
        runs = [after - before for before, after in pairwise(changes)]
        return cls(tuple([0, *runs] if flat.size and flat[0] else runs), cells.shape[1], cells.shape[0])


Region = ViewBox | LatLonBox | Polygon | Mask
KINDS: dict[str, type[Region]] = {"view": ViewBox, "latlon": LatLonBox, "polygon": Polygon, "mask": Mask}


def check_drawn(region: Region) -> None:
    """Refuse what no person draws on purpose: under 0.2° in a direction, or over half the sphere.

    Raises:
        InvalidDataError: the region is so small or so large.
    """
    from environments.regions.bounds import bounding_view
    from environments.regions.overlap import area

    around = bounding_view([region])
    if around is not None:
        for name in ("width", "height"):
            if getattr(around, name) < LEAST_DRAWN:
                degrees = f"{np.degrees(getattr(around, name)):.3g}°"
                raise _refused(region, name, degrees, "A slip of the hand? Draw at least 0.2°.")
    size = area(region)
    if size > ROUND:
        raise _refused(region, "area", f"{size:.4g} sr", "A slip of the hand? Draw at most half the sphere.")


def _set(region: object, name: str, value: object) -> None:
    object.__setattr__(region, name, value)


def _wrapped(heading: float) -> float:
    return heading if -pi <= heading < pi else float(wrap_angle(heading))


def _number(region: object, name: str) -> float:
    return _finite(region, name, getattr(region, name))


def _finite(region: object, name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
        raise _refused(region, name, value, "It must be a finite number, in radians.")
    return float(value)


def _elevation(region: object, name: str) -> float:
    return _limited(region, name, getattr(region, name))


def _limited(region: object, name: str, value: object) -> float:
    elevation = _finite(region, name, value)
    if abs(elevation) > pi / 2 + _SLACK:
        raise _refused(region, name, elevation, "It must lie between -pi/2 and pi/2, in radians.")
    return max(-pi / 2, min(pi / 2, elevation))


def _listed(region: object, name: str) -> list[object]:
    value = getattr(region, name)
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise _refused(region, name, value, "It must be a list.")
    return list(value)


def _whole(region: object, name: str, value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise _refused(region, name, value, f"It must be a whole number of at least {least}.")
    return int(value)


def _refused(region: object, name: str, value: object, remedy: str) -> InvalidDataError:
    kind = getattr(type(region), "__name__", "region")
    return InvalidDataError(
        f"{name} of a {kind} is {value!r}.", remedy=remedy, kind=kind, field=name, value=value
    )
