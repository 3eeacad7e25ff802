"""What a camera sees of the panorama around it.

A camera is taken to look from the viewpoint that its snapshot names, in the direction and through the lens of its
matrices; what it sees is a pyramid of directions. Where it was makes no difference: the 2021 toolkit, which recorded
RxR, left the camera at the viewpoint during a step and only narrowed its lens; ours moves it, and the panorama that is
being left stays the one whose pixels are meant (our choice).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from align.masks.visits import visits
from environments.geometry import direction, to_y_up

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from align.pose_trace import PoseTrace

RXR_SHAPE = (128, 256)
"""Rows and columns of RxR's ``image_mask``."""

_BLOCK = 16
_TINY = 1e-9


def image_mask(trace: PoseTrace, shape: tuple[int, int] = RXR_SHAPE) -> NDArray[np.bool_]:
    """Which pixels of each panorama were seen: (k, rows, columns), k as in ``trace.path()``.

    Equirectangular, heading 0 (+y) in the centre column, columns growing to the right. A pixel was seen when its centre
    was inside the view of any snapshot of the visit.

    Source: ``image_mask`` of RxR's pose traces, "mask indicating the pixels observed in the panorama [...] in
    equirectangular format, with heading angle 0 being the center of the image" (RxR's README).
        Our choice: a row per visit; who comes back to a viewpoint has a mask for each time.
    """
    directions = pixel_directions(shape).reshape(-1, 3)
    planes = view_planes(trace.extrinsic_matrix, trace.intrinsic_matrix)
    seen = [is_seen(directions, planes[visit.start : visit.stop]) for visit in visits(trace)]
    return np.stack(seen).reshape(-1, *shape)


def pixel_directions(shape: tuple[int, int]) -> NDArray[np.float64]:
    """Unit vectors (rows, columns, 3) to the centres of an equirectangular image's pixels, in the y-up frame."""
    rows, columns = shape
    heading = ((np.arange(columns) + 0.5) / columns - 0.5) * 2 * np.pi
    elevation = (0.5 - (np.arange(rows) + 0.5) / rows) * np.pi
    return to_y_up(direction(heading, elevation[:, np.newaxis]))


def view_planes(extrinsic: ArrayLike, intrinsic: ArrayLike) -> NDArray[np.float64]:
    """The right, left, upper and lower side of each view: (n, 4, 3) normals that point inside, in the y-up frame.

    A direction is in view when its product with none of the four is negative: OpenGL's -w <= x, y <= w.

    Args:
        extrinsic: (n, 4, 4) camera-to-world, without scaling.
        intrinsic: (n, 4, 4) OpenGL projection.
    """
    x, y, w = np.moveaxis(np.asarray(intrinsic, np.float64)[:, [0, 1, 3], :3], 1, 0)
    sides = np.stack([w - x, w + x, w - y, w + y], axis=1)
    return sides @ np.asarray(extrinsic, np.float64)[:, :3, :3].swapaxes(1, 2)


def is_seen(directions: NDArray[np.float64], planes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which directions (p, 3) lie inside any of the views whose sides are ``planes`` (n, 4, 3), n >= 1.

    Views that follow each other look nearly the same way, so that only what is new in a few of them is tested.
    """
    seen = np.zeros(len(directions), np.bool_)
    views = _without_repeats(planes)
    for start in range(0, len(views), _BLOCK):
        block = views[start : start + _BLOCK]
        axis, reach = _cone(block)
        near = np.flatnonzero(~seen & (directions @ axis >= reach))
        inside = block.reshape(-1, 3) @ directions[near].T >= 0
        seen[near] = inside.reshape(len(block), 4, len(near)).all(axis=1).any(axis=0)
    return seen


def _without_repeats(planes: NDArray[np.float64]) -> NDArray[np.float64]:
    kept = np.ones(len(planes), np.bool_)
    kept[1:] = np.any(planes[1:] != planes[:-1], axis=(1, 2))
    return planes[kept]


def _cone(views: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """An axis, and the least product with it of any direction in any of the views (-inf: they reach all round).

    A cone of less than a half space is convex: when it holds the four corners of a view, it holds the view.
    """
    around = views[:, [0, 2, 1, 3]]
    corners = np.cross(around, np.roll(around, -1, axis=1))
    ahead = views.sum(axis=1)
    corners *= np.sign(corners @ ahead[:, :, np.newaxis])
    axis = ahead.sum(axis=0)
    products = (corners @ axis) / np.maximum(np.linalg.norm(corners, axis=2), _TINY)
    reach = float(products.min()) - _TINY
    return axis, reach if reach > 0 else -np.inf
