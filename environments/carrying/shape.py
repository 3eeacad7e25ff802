"""What shape a thing may have that two or more view boxes show, and the box in which another viewpoint would see it.

Some sides of a box are where something hides the rest of the thing. So upright boxes are laid into all sides, and into
all but one or two, at many yaws; those that agree best, after what walls hide, are kept with their weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from environments.carrying.upright import Sides, axes_of, corners, edges_in, lay, surface, view_rows_around
from environments.regions import ViewBox, view_ious
from environments.regions.inside import view_sides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from environments.sightings import Cover

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]


class Hiding(Protocol):
    """What stands between cameras and points: walls, or depth pictures."""

    def between(self, camera: Floats, points: Floats) -> Bools:
        """Whether something stands between a camera (3,) and points (..., 3)."""


_YAWS = np.radians(np.arange(0, 90, 6.0))
_KEPT = 48
_OFF, _OFF_SHARE = np.radians(0.4), 0.03
"""Deviation of a drawn side: radians, and a share of the box's size."""
_TRUST = 0.15
_DEPTH = 0.7  # of what is as wide as the widest box
_MOST = 12.0  # cost of a shape that does not reach a side
_HIDDEN: dict[Cover | None, tuple[float, float]] = {
    "whole": (8.0, 1.0),
    None: (2.5, 0.3),
    "cut": (1.2, 0.2),
    "mostly_hidden": (0.4, 0.1),
}
"""Cost of a side behind which the thing goes on, and of each box's size by which it does: fitted on the demo house."""
_NO_WEIGHT = 1e-3  # of a shape that changes nothing
_LONG, _LONGEST = 0.15, 3.0  # cost of each power of e in length by breadth


class ForetoldShape(NamedTuple):
    """Where a viewpoint would see a thing.

    Attributes:
        box: the view box that is expected to overlap the true one most.
        overlap: the IoU that is expected, if one of the kept shapes is true.
        shown: share of the shapes' surfaces that nothing hides, front and back, in [0, 1].
    """

    box: ViewBox
    overlap: float
    shown: float


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """Upright boxes (n, 7), as in ``upright``, and their weights (n,), which add up to 1."""

    boxes: Floats
    weights: Floats

    def foretell(self, camera: Floats, hiding: Hiding) -> ForetoldShape:
        """Where a camera (3,) in metres would see the thing; past what hides it, if that is all of it."""
        points = surface(self.boxes)
        shown = ~hiding.between(camera, points)
        share = shown.mean(axis=1)
        rows = view_rows_around(points, shown | ~shown.any(axis=1, keepdims=True), camera)
        count = len(rows)
        overlaps = view_ious(np.repeat(rows, count, axis=0), np.tile(rows, (count, 1))).reshape(count, count)
        best = int(((overlaps >= 0.5) @ self.weights + 0.5 * overlaps @ self.weights).argmax())
        box = ViewBox(*rows[best].tolist())
        return ForetoldShape(box, float(overlaps[best] @ self.weights), float(share @ self.weights))

    def shown(self, camera: Floats, hiding: Hiding) -> float:
        """``ForetoldShape.shown`` alone, which is cheaper."""
        return float((~hiding.between(camera, surface(self.boxes))).mean(axis=1) @ self.weights)

    def holding(self, points: Floats, margin: float) -> Floats:
        """The weight (n,) of the shapes that hold points (n, 3), within a margin in metres."""
        found = np.zeros(len(points))
        yaws, turned = np.unique(self.boxes[:, 3], return_inverse=True)
        for number, axes in enumerate(axes_of(yaws)):
            along, across, up = (points @ axes.T).T.astype(np.float32)
            mine = (turned == number) & (self.weights > _NO_WEIGHT)
            for box, weight in zip(self.boxes[mine], self.weights[mine], strict=True):
                middle, half = axes @ box[:3], box[4:] + margin
                inside = np.abs(along - np.float32(middle[0])) <= half[0]
                inside &= np.abs(across - np.float32(middle[1])) <= half[1]
                inside &= np.abs(up - np.float32(middle[2])) <= half[2]
                found += weight * inside
        return found

    def front(self, camera: Floats, hiding: Hiding) -> float:
        """The share that nothing hides of the shapes' solid angle, as points within their faces towards a camera."""
        points, sizes = surface(self.boxes), self.boxes[:, np.newaxis, 4:]
        axes = axes_of(self.boxes[:, 3])
        local = np.einsum("npk,nak->npa", points - self.boxes[:, np.newaxis, :3], axes)
        ways = np.einsum("npk,nak->npa", camera - points, axes)
        on = np.abs(local) > sizes * (1 - 1e-6)
        within = on & (on.sum(axis=2, keepdims=True) == 1)
        metres = np.maximum(np.linalg.norm(ways, axis=2, keepdims=True), 1e-6)
        faces = sizes.prod(axis=2, keepdims=True) / sizes
        angle = np.where(within, np.maximum(ways * np.sign(local), 0) * faces / metres**3, 0).sum(axis=2)
        shown = np.where(hiding.between(camera, points), 0, angle).sum(axis=1)
        return float((shown / np.maximum(angle.sum(axis=1), 1e-12)) @ self.weights)


def shapes_in(
    boxes: Sequence[ViewBox], cameras: Floats, covers: Sequence[Cover | None], near: Floats, hiding: Hiding
) -> Shapes:
    """The shapes that view boxes of one thing may show.

    Args:
        boxes: from different viewpoints; of one alone ``near`` decides how large the thing is.
        cameras: (k, 3) their positions in metres.
        covers: what of the thing each shows, as the drawer said; None where not stated.
        near: (3,) where the thing is, about.
    """
    metres = np.linalg.norm(near - cameras, axis=1)
    normals = np.concatenate([-view_sides(box) for box in boxes])
    sides = Sides(normals, np.repeat(cameras, 4, axis=0), np.repeat(metres, 4))
    sizes = np.array([[box.width, box.height, box.width, box.height] for box in boxes])
    off = _OFF + _OFF_SHARE * sizes
    half = (np.tan(sizes[:, :2] / 2) * metres[:, np.newaxis]).max(axis=0)
    without = list(chain.from_iterable(combinations(range(off.size), left) for left in range(3)))
    weights = np.tile(1 / off.ravel(), (len(without), 1))
    for row, left in zip(weights, without, strict=True):
        row[list(left)] = 0
    found = lay(
        sides,
        np.tile(_YAWS, len(without)),
        np.repeat(weights, len(_YAWS), axis=0),
        near,
        np.array([_DEPTH * half[0], _DEPTH * half[0], half[1]]),
        _TRUST,
    )
    long = _LONG * np.minimum(np.abs(np.log(found[:, 4] / found[:, 5])), _LONGEST)

    def costs(some: Floats, points: Floats, hiding: Hiding | None) -> Floats:
        cost = np.zeros(len(some))
        for box, camera, cover, size, deviation in zip(boxes, cameras, covers, sizes, off, strict=True):
            hidden = (
                np.zeros(points.shape[:2], np.bool_) if hiding is None else hiding.between(camera, points)
            )
            lost: NDArray[np.bool_] = np.asarray(hidden.all(axis=1, keepdims=True))
            reached = edges_in(points, ~hidden | lost, box.heading, box.elevation, camera)
            cost += _cost(reached - size / 2, size, deviation, cover) + 2.0 * lost[:, 0]
        return cost

    cost = costs(found, corners(found), None) + long
    best = np.argsort(cost, kind="stable")[:_KEPT]
    kept = found[best]
    cost = costs(kept, surface(kept), hiding) + long[best]
    weight = np.exp(cost.min() - cost)
    return Shapes(kept, weight / weight.sum())


def _cost(beyond: Floats, size: Floats, off: Floats, cover: Cover | None) -> Floats:
    """How little the angles (n, 4) by which shapes reach beyond the sides of a box agree with it: (n,)."""
    square = np.square(beyond / off) / 2
    once, each = _HIDDEN[cover]
    over = np.minimum(square, once + each * np.abs(beyond) / size)
    cost: Floats = np.where(beyond < 0, np.minimum(square, _MOST), over).sum(axis=1)
    return cost
