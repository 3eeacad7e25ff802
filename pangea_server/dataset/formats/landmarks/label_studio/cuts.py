"""Perspective cuts of a viewpoint's sphere, and regions as what Label Studio draws on them.

A cut is what a level camera sees. Its straight lines are great circles, so polygons and view boxes are exact on every
cut that holds them; a rectangle is a view box where it is in the middle, and a polygon elsewhere. Parallels are drawn
in steps of 2 degrees, and what has no simple outline as the pixels of a brush.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, ceil, isfinite, pi, radians, tan
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from environments import InvalidDataError
from environments.geometry import direction
from environments.regions import (
    LatLonBox,
    Mask,
    Polygon,
    Region,
    ViewBox,
    bounding_view,
    contains,
    view_corners,
)
from environments.regions.bounds import Outline
from environments.regions.perspective import Perspective
from environments.regions.pixels import wound
from environments.regions.polygons import corners_of
from pangea_server.dataset.formats.landmarks.label_studio.brush import packed, unpacked

SIDE = 1024
USUAL = radians(90)
WIDEST = radians(150)
AROUND = 1.15
"""How much wider than a wide region its cut is, on the picture."""
MOST_PIXELS = 2**24
"""Of a cut that is read: 4096 x 4096."""
SAME = 1e-3
"""Per cent by which Label Studio's arithmetic may move what nobody touched."""
CENTRED = 1e-9
"""Per cent that rounding may put between the middle of a rectangle and that of its cut."""
STEP = radians(2)
GRID = (1024, 2048)
"""Rows and columns of the world into which brushed pixels are put: cells of 0.18 degrees."""
BAND = 64
"""Rows of it at once."""

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class ShapeValue(msgspec.Struct, kw_only=True):
    """What a row of a result shows: a rectangle, a polygon or a brush, in per cent of the picture; labels, or texts."""

    x: float | None = None
    y: float | None = None
    width: float | None = None
    height: float | None = None
    rotation: float = 0.0
    points: list[tuple[float, float]] | None = None
    closed: bool = True
    rle: msgspec.Raw = msgspec.Raw()
    rectanglelabels: list[str] = []
    polygonlabels: list[str] = []
    brushlabels: list[str] = []
    labels: list[str] = []
    text: str | list[str] = []

    @property
    def drawn(self) -> tuple[object, ...]:
        """What is drawn, whatever is said of it."""
        corners = (self.x, self.y, self.width, self.height, self.rotation)
        return (*corners, self.points, self.closed, bytes(self.rle))


class Cut(msgspec.Struct, frozen=True, kw_only=True):
    """A perspective picture: where a level camera at a viewpoint looks, in radians of the world frame.

    Attributes:
        field_of_view: from its left edge to its right one, in (0, pi).
        width, height: pixels, which are square.
    """

    scan_id: str
    viewpoint_id: str
    heading: float
    elevation: float
    field_of_view: float
    width: int = SIDE
    height: int = SIDE

    def check(self) -> None:
        """Refuse a cut that is none.

        Raises:
            InvalidDataError: an angle or a size is outside its limits.
        """
        looks = all(map(isfinite, (self.heading, self.elevation))) and abs(self.elevation) <= pi / 2
        if not looks or abs(self.heading) > 2 * pi or not 0 < self.field_of_view < pi:
            told = [self.heading, self.elevation, self.field_of_view]
            raise InvalidDataError(
                f"heading, elevation and field_of_view of a cut are {told}.",
                remedy="They are radians: at most 2 pi and pi / 2 to each side, and from 0 to pi.",
            )
        if self.width < 1 or self.height < 1 or self.width * self.height > MOST_PIXELS:
            raise InvalidDataError(
                f"A cut has {self.width} x {self.height} pixels.",
                remedy=f"It has a width and a height, and at most {MOST_PIXELS:,} pixels.",
            )

    @property
    def camera(self) -> Perspective:
        return Perspective(self.heading, self.elevation, self.field_of_view, self.width, self.height)

    def directions(self, pixels: Floats) -> Floats:
        """Unit vectors (..., 3) of the world that x and y (..., 2) in pixels show; also beyond the picture."""
        return self.camera.directions(pixels)

    def per_cent(self, looks: Floats) -> Floats:
        """Where directions (n, 3) in front of the camera are seen, in per cent of width and height (n, 2)."""
        per_cent: Floats = 100 * self.camera.pixels(looks) / (self.width, self.height)
        return per_cent

    def holds(self, region: Region) -> bool:
        """Whether all of a region is on the picture."""
        seen = Outline([region]).seen_from(self.heading, self.elevation)
        if seen is None or contains(region, -direction(self.heading, self.elevation)):
            return False
        half, tall = self.field_of_view / 2, atan(self.height / 2 / self.camera.focal)
        return max(seen.right, -seen.left) <= half and max(seen.high, -seen.low) <= tall


def cut_around(scan_id: str, viewpoint_id: str, region: Region) -> Cut | None:
    """The cut that looks straight at a region; None where it is too wide for any."""
    view = bounding_view([region])
    if view is None:
        return None
    needed = 2 * atan(AROUND * tan(max(view.width, view.height) / 2))
    cut = Cut(
        scan_id=scan_id,
        viewpoint_id=viewpoint_id,
        heading=view.heading,
        elevation=view.elevation,
        field_of_view=max(USUAL, needed),
    )
    return cut if needed <= WIDEST and cut.holds(region) else None


def drawn(region: Region, cut: Cut) -> tuple[str, dict[str, Any]]:
    """A region on a cut that holds it: ``rectangle``, ``polygon`` or ``brush``, and Label Studio's value of it."""
    if isinstance(region, ViewBox) and (region.heading, region.elevation) == (cut.heading, cut.elevation):
        corners = cut.per_cent(view_corners(region))
        (x, y), (right, bottom) = corners[1].tolist(), corners[3].tolist()
        return "rectangle", {"x": x, "y": y, "width": right - x, "height": bottom - y, "rotation": 0}
    outline = _outline(region)
    if outline is None:
        return "brush", {"format": "rle", "rle": packed(cut.camera.cells(region))}
    return "polygon", {"points": cut.per_cent(outline).tolist(), "closed": True}


def is_still(value: ShapeValue, region: Region, cut: Cut) -> bool:
    """Whether nobody touched a region of ours since it was drawn."""
    kind, told = drawn(region, cut)
    if kind == "brush":
        return bool(value.rle) and np.array_equal(
            _painted(value, cut), unpacked(told["rle"], cut.height, cut.width)
        )
    if kind == "polygon":
        return _alike(value.points, told["points"])
    return _alike([[value.x, value.y, value.width, value.height, value.rotation]], [list(told.values())])


def shape_of(value: ShapeValue, cut: Cut) -> Region:
    """What people drew on a cut.

    Raises:
        InvalidDataError: it is not on the picture, crosses itself, shows nothing, or is no region.
    """
    if value.rle:
        return _mask(_painted(value, cut), cut)
    if value.points is not None:
        if not value.closed:
            raise InvalidDataError("A polygon is open.", remedy="Close it in Label Studio.")
        _check(value.points, "points")
        points = (
            value.points[:-1]
            if len(value.points) > 3 and value.points[0] == value.points[-1]
            else value.points
        )
        return wound(cut.directions(np.array(points) * (cut.width / 100, cut.height / 100)))
    box = RotatedBox.of(value)
    if box.is_centred:
        focal = cut.camera.focal
        half, tall = box.width / 200 * cut.width / focal, box.height / 200 * cut.height / focal
        return ViewBox(cut.heading, cut.elevation, 2 * atan(half), 2 * atan(tall))
    return wound(cut.directions(box.corners(cut)))


@dataclass(frozen=True, slots=True)
class RotatedBox:
    """A rectangle: its upper left corner and its size in per cent; turned about that corner, in degrees clockwise."""

    x: float
    y: float
    width: float
    height: float
    rotation: float

    @classmethod
    def of(cls, value: ShapeValue) -> RotatedBox:
        """The rectangle of a value.

        Raises:
            InvalidDataError: it has none, or not on the picture.
        """
        if value.x is None or value.y is None or value.width is None or value.height is None:
            raise InvalidDataError(
                "It has no rectangle, polygon or brush.", remedy="A rectangle has x, y, width and height."
            )
        box = cls(value.x, value.y, value.width, value.height, value.rotation)
        upright = box.rotation % 360 == 0
        _check([(box.x, box.y)], "x and y")
        _check([(box.x + box.width, box.y + box.height)] if upright else [], "x + width and y + height")
        if not (0 < box.width <= 100 + SAME and 0 < box.height <= 100 + SAME and isfinite(box.rotation)):
            raise InvalidDataError(
                f"width, height and rotation of a rectangle are {[box.width, box.height, box.rotation]}.",
                remedy="They are per cent of the picture, and degrees.",
            )
        return box

    @property
    def is_centred(self) -> bool:
        """Whether it is upright in the middle of the picture, and so a view box."""
        aside = max(abs(self.x + self.width / 2 - 50), abs(self.y + self.height / 2 - 50))
        return self.rotation % 360 == 0 and aside <= CENTRED

    def corners(self, cut: Cut) -> Floats:
        """Its corners (4, 2) in pixels."""
        x, y, width, height = (
            each / 100 * side
            for each, side in zip(
                (self.x, self.y, self.width, self.height), (cut.width, cut.height) * 2, strict=True
            )
        )
        turn = radians(self.rotation)
        across = width * np.array([np.cos(turn), np.sin(turn)])
        along = height * np.array([-np.sin(turn), np.cos(turn)])
        corner = np.array([x, y])
        return np.stack([corner + along, corner, corner + across, corner + across + along])


def _outline(region: Region) -> Floats | None:
    """Corners (n, 3) of a polygon that is the region, or follows its parallels; None where it takes pixels."""
    if isinstance(region, ViewBox):
        return view_corners(region)
    if isinstance(region, Polygon):
        return corners_of(region.points)
    if isinstance(region, Mask) or region.width >= pi or max(-region.low, region.high) > pi / 2 - STEP:
        return None
    return _around(region)


def _around(box: LatLonBox) -> Floats:
    headings = np.linspace(box.west, box.west + box.width, 1 + ceil(box.width / STEP))
    return np.concatenate([direction(headings, box.high), direction(headings[::-1], box.low)])


def _painted(value: ShapeValue, cut: Cut) -> Bools:
    try:
        told = msgspec.json.decode(value.rle, type=list[int])
    except msgspec.DecodeError as error:
        raise InvalidDataError(f"rle: {error}.", remedy="It is a list of bytes.") from error
    return unpacked(told, cut.height, cut.width)


def _mask(painted: Bools, cut: Cut) -> Mask:
    """The cells of the world whose centres lie in painted pixels."""
    cells = np.zeros(GRID, np.bool_)
    for first in range(0, GRID[0], BAND):
        column, row = np.moveaxis(cut.camera.pixels(_rows(first)), -1, 0)
        with np.errstate(invalid="ignore"):
            on = (column >= 0) & (column < cut.width) & (row >= 0) & (row < cut.height)
        cells[first : first + BAND][on] = painted[row[on].astype(np.int64), column[on].astype(np.int64)]
    if not cells.any():
        raise InvalidDataError(
            f"A brush of {int(painted.sum())} pixels shows no cell of {360 / GRID[1]:.2f} degrees.",
            remedy="Paint more of the thing, or remove it.",
        )
    return Mask.of(cells)


def _rows(first: int) -> Floats:
    """Directions (BAND, columns, 3) to cells of the grid."""
    rows, columns = GRID
    heading = ((np.arange(columns) + 0.5) / columns - 0.5) * 2 * pi
    elevation = (0.5 - (np.arange(first, first + BAND) + 0.5) / rows) * pi
    return direction(heading, elevation[:, None])


def _check(points: list[tuple[float, float]], name: str) -> None:
    for point in points:
        if not all(-SAME <= each <= 100 + SAME for each in point):
            raise InvalidDataError(
                f"{name} are {list(point)} per cent.", remedy="They are per cent of the picture, 0 to 100."
            )


def _alike(told: Any, ours: list[list[float]]) -> bool:
    try:
        there = np.array(told, np.float64)
    except (TypeError, ValueError):
        return False
    return there.shape == np.shape(ours) and bool(np.abs(there - ours).max() <= SAME)
