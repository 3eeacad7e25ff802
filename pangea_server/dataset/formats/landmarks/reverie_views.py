"""The 36 views of REVERIE around a viewpoint, and boxes in their pixels.

View 0 looks 30° down at heading 0; twelve views to the right, then the row at the horizon, then the one 30° up. Each
has 640 x 480 pixels and is 60° high. A box that an edge of its view cuts off says only a part of the thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor, radians, tan
from typing import TYPE_CHECKING

import numpy as np

from environments import InvalidDataError
from environments.geometry import direction, heading_elevation, rotation
from environments.regions import LatLonBox, Mask, Polygon, Region, ViewBox, bounding_latlon, bounding_view
from environments.regions.bounds import view_corners
from environments.regions.cover import boxes_of
from environments.regions.polygons import convex_pieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

VIEWS = 36
WIDTH, HEIGHT = 640, 480
TALL = radians(60)
FOCAL = HEIGHT / 2 / tan(TALL / 2)
STEP = radians(2)
"""The widest a strip of a box in longitude and latitude may be: its arcs then leave the parallel by under 0.02°."""
ROUNDING = 1e-6
"""Pixels that rounding may add to a box."""

PixelBox = tuple[float, float, float, float]
"""x, y, width, height from the upper left corner of a view."""


def looks(view: int) -> tuple[float, float]:
    """The heading and elevation of a view's centre.

    Raises:
        InvalidDataError: there is no such view.
    """
    if not 0 <= view < VIEWS:
        raise InvalidDataError(
            f"visible_pos is {view}.", remedy="Views are numbered 0 to 35.", field="visible_pos", value=view
        )
    return radians(30) * (view % 12), radians(30) * (view // 12 - 1)


def in_views(region: Region) -> dict[int, list[int]]:
    """The box of a region in each view that shows a pixel of it: whole pixels, clipped at the view's edges."""
    parts = _convex_parts(region)
    found = {}
    for view in range(VIEWS):
        frame = rotation(*looks(view))
        seen = [clipped for part in parts if len(clipped := _clipped(part @ frame))]
        if not seen:
            continue
        x, _, z = np.moveaxis(np.concatenate(seen) / np.concatenate(seen)[:, 1:2], -1, 0)
        left, right = WIDTH / 2 + FOCAL * float(x.min()), WIDTH / 2 + FOCAL * float(x.max())
        top, bottom = HEIGHT / 2 - FOCAL * float(z.max()), HEIGHT / 2 - FOCAL * float(z.min())
        x0, y0 = max(0, floor(left + ROUNDING)), max(0, floor(top + ROUNDING))
        x1, y1 = min(WIDTH, ceil(right - ROUNDING)), min(HEIGHT, ceil(bottom - ROUNDING))
        if x1 > x0 and y1 > y0:
            found[view] = [x0, y0, x1 - x0, y1 - y0]
    return found


def is_cut(box: PixelBox) -> bool:
    """Whether a side touches an edge of the view, so that the thing may go on beyond it."""
    x, y, width, height = box
    return x <= 0 or y <= 0 or x + width >= WIDTH or y + height >= HEIGHT


def polygon_of(view: int, box: PixelBox) -> Polygon:
    """What a box in a view shows, exactly: straight lines of a picture are great circles.

    Raises:
        InvalidDataError: it is no box of the view.
    """
    x, y, width, height = box
    if not (width > 0 and height > 0 and x >= 0 and y >= 0 and x + width <= WIDTH and y + height <= HEIGHT):
        raise InvalidDataError(
            f"bbox2d is {list(box)}.",
            remedy=f"It is x, y, width and height within {WIDTH} x {HEIGHT} pixels.",
            field="bbox2d",
            value=list(box),
        )
    corners = [(x, y + height), (x, y), (x + width, y), (x + width, y + height)]
    rays = np.array([[px - WIDTH / 2, FOCAL, HEIGHT / 2 - py] for px, py in corners])
    heading, elevation = heading_elevation(rays @ rotation(*looks(view)).T)
    return Polygon(tuple(zip(heading.tolist(), elevation.tolist(), strict=True)))


def region_of(views: Sequence[int], boxes: Sequence[PixelBox]) -> list[Region]:
    """What several views show of one thing.

    Where one view shows all of it, the view box around that box, of the view that looks at it most straightly: the
    others show parts of the same. Where each box is cut off, their polygons, which overlap; the thing is their union.

    Raises:
        InvalidDataError: a view or a box is none.
    """
    shown = [(view, box, polygon_of(view, box)) for view, box in zip(views, boxes, strict=True)]
    whole = [each for each in shown if not is_cut(each[1])]
    if not whole:
        return [polygon for *_, polygon in shown]
    *_, polygon = min(whole, key=lambda each: _aside(each[1]))
    return [bounding_view([polygon]) or polygon]


def _aside(box: PixelBox) -> float:
    """Pixels from the middle of the view to that of a box, squared."""
    x, y, width, height = box
    return (x + width / 2 - WIDTH / 2) ** 2 + (y + height / 2 - HEIGHT / 2) ** 2


def _convex_parts(region: Region) -> list[Floats]:
    """Corners (n, 3) of convex parts of a region."""
    if isinstance(region, ViewBox):
        return [view_corners(region)]
    if isinstance(region, Polygon):
        return [piece.points for piece in convex_pieces(region.points)]
    boxes = boxes_of(region) if isinstance(region, Mask) else boxes_of(bounding_latlon(region))
    return [strip for box in boxes for strip in _strips(LatLonBox(*map(float, box)))]


def _strips(box: LatLonBox) -> list[Floats]:
    edges = np.linspace(box.west, box.west + box.width, 1 + ceil(box.width / STEP))
    return [
        direction(
            [west, west, (west + east) / 2, east, east, (west + east) / 2],
            [box.low, box.high, box.high, box.high, box.low, box.low],
        )
        for west, east in pairwise(edges.tolist())
    ]


def _clipped(corners: Floats) -> Floats:
    """A convex part, in the frame of a view (x right, y forward, z up), cut by the view's four sides."""
    across, along = WIDTH / 2 / FOCAL, HEIGHT / 2 / FOCAL
    sides = np.array([[1, across, 0], [-1, across, 0], [0, along, 1], [0, along, -1]])
    for normal in sides:
        if not len(corners):
            return corners
        above = corners @ normal
        after, corners_after = np.roll(above, -1), np.roll(corners, -1, axis=0)
        kept = []
        for here, there, corner, follower in zip(above, after, corners, corners_after, strict=True):
            if here >= 0:
                kept.append(corner)
            if (here > 0 > there) or (here < 0 < there):
                kept.append(corner + (follower - corner) * (here / (here - there)))
        corners = np.array(kept).reshape(-1, 3)
    return corners[corners[:, 1] > 0]
