"""The part of a panorama that a camera sees.

A camera is assumed to look from the viewpoint that its snapshot names, in the direction and through the lens of its
matrices; it sees a pyramid of directions. Its position is ignored: the 2021 toolkit, which recorded RxR, left the
camera at the viewpoint during a step and only narrowed its lens; ours moves it, and the pixels stay those of the
panorama that is being left (our choice).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from align.masks.visits import visits
from environments.geometry import to_y_up
from environments.regions.grid import cell_directions

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
        Our choice: one row per visit; a viewpoint that is visited again has another mask.
    """
    directions = pixel_directions(shape).reshape(-1, 3)
    planes = view_planes(trace.extrinsic_matrix, trace.intrinsic_matrix)
    seen = [is_seen(directions, planes[visit.start : visit.stop]) for visit in visits(trace)]
    return np.stack(seen).reshape(-1, *shape)


def pixel_directions(shape: tuple[int, int]) -> NDArray[np.float64]:
    """Unit vectors (rows, columns, 3) to the centres of an equirectangular image's pixels, in the y-up frame."""
    return to_y_up(cell_directions(*shape))


def view_planes(extrinsic: ArrayLike, intrinsic: ArrayLike) -> NDArray[np.float64]:
    """The right, left, upper and lower plane of each view: (n, 4, 3) inward normals in the y-up frame.

    A direction is in view when none of its four dot products is negative: OpenGL's -w <= x, y <= w.

    Args:
        extrinsic: (n, 4, 4) camera-to-world, without scaling.
        intrinsic: (n, 4, 4) OpenGL projection.
    """
    x, y, w = np.moveaxis(np.asarray(intrinsic, np.float64)[:, [0, 1, 3], :3], 1, 0)
    sides = np.stack([w - x, w + x, w - y, w + y], axis=1)
    return sides @ np.asarray(extrinsic, np.float64)[:, :3, :3].swapaxes(1, 2)


def is_seen(directions: NDArray[np.float64], planes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of the directions (p, 3) lie inside any of the views with the sides ``planes`` (n, 4, 3), n >= 1.

    Consecutive views are similar, so they are tested in blocks: only directions that are not seen yet and lie near the
    block are compared with its views.
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
    """An axis, and its least dot product with any direction in any of the views (-inf: the views reach all round).

    A cone smaller than a half space is convex: when it contains the four corners of a view, it contains the view.
    """
    around = views[:, [0, 2, 1, 3]]
    corners = np.cross(around, np.roll(around, -1, axis=1))
    ahead = views.sum(axis=1)
    corners *= np.sign(corners @ ahead[:, :, np.newaxis])
    axis = ahead.sum(axis=0)
    products = (corners @ axis) / np.maximum(np.linalg.norm(corners, axis=2), _TINY)
    reach = float(products.min()) - _TINY
    return axis, reach if reach > 0 else -np.inf
