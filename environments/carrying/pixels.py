"""Which pixels of a depth picture show a thing, by the shapes that it may have and by what other viewpoints saw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from environments.carrying.upright import surface
from environments.regions import ViewBox, contains

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from environments.carrying.depth import DepthMaps
    from environments.carrying.shape import Shapes
    from environments.sightings import Cover

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

_VOTE = 0.3  # weight of what viewpoints see at a place beside how many shapes hold it
_SURFACE, _PIXEL = (
    0.2,
    -0.1,
)  # the least mean of a surface's pixels, and of a pixel itself, that show the thing
_MARGIN = 0.03  # metres around a shape
_ROOM = 0.1  # metres around all shapes in which pixels are looked at
_LIKELY = 0.01  # weight of shapes that are looked at
_AGAINST: dict[Cover | None, float] = {"whole": 2.0, None: 0.5}
"""Votes against a place outside a box, by how much of the thing the box shows; of a cut thing the rest is outside."""
_WIDER, _WIDER_BY = 1.06, 0.01  # of a drawn box, and radians
_WIDEST = 3.1
_SEEN_AS = (
    0.3  # of a surface's pixels near the shapes that viewpoints see as the thing, from which all of it may be
)
_DOUBT = 0.1  # of such votes that may be against it


@dataclass(frozen=True, slots=True, eq=False)
class KnownThing:
    """What is known of a thing.

    Attributes:
        things: viewpoints that saw it, each with its pixels (h, w) of it.
        boxes, covers, cameras: what was drawn there, and from where (k, 3).
    """

    shapes: Shapes
    things: Sequence[tuple[str, Bools]]
    boxes: Sequence[ViewBox]
    covers: Sequence[Cover | None]
    cameras: Floats


def pixels_of(known: KnownThing, viewpoint_id: str, depth: DepthMaps) -> tuple[Bools, Floats]:
    """The pixels (h, w) of a viewpoint that show the thing, and their points (n, 3).

    These are the surfaces that shapes hold and that no other viewpoint sees as something else; and what goes on of such
    a surface beyond the shapes, since a box that is cut says nothing of the rest.
    """
    likely = known.shapes.weights > _LIKELY
    reach = surface(known.shapes.boxes[likely], 2).reshape(-1, 3)
    cells, points = depth.within(viewpoint_id, reach.min(axis=0) - _ROOM, reach.max(axis=0) + _ROOM)
    if not len(points):
        return cells, points
    votes = depth.votes(points, known.things)
    other = votes.other + _outside(known, points)
    told = (votes.thing - other) / np.maximum(votes.thing + other, 1)
    score = known.shapes.holding(points, _MARGIN) + _VOTE * told
    names, part = np.unique(depth.surfaces(viewpoint_id, cells), return_inverse=True)
    count = np.bincount(part)
    chosen = ((np.bincount(part, score) / count)[part] >= _SURFACE) & (score >= _PIXEL)
    own = np.zeros_like(cells)
    own[cells] = chosen
    seen_as = (np.bincount(part, votes.thing > 0) / count >= _SEEN_AS) & (np.bincount(part, chosen) > 0)
    if not seen_as.any():
        return own, points[chosen]
    near = [np.bincount(part, each)[seen_as] for each in votes]
    beyond, more = _going_on(known, viewpoint_id, depth, cells, names[seen_as], near)
    return own | beyond, np.concatenate([points[chosen], more])


def _going_on(
    known: KnownThing,
    viewpoint_id: str,
    depth: DepthMaps,
    cells: Bools,
    names: NDArray[np.int32],
    near: Sequence[NDArray[np.intp]],
) -> tuple[Bools, Floats]:
    """The pixels of surfaces that lie elsewhere than in ``cells``, and their points, where these are the thing's.

    Args:
        names: of the surfaces, rising.
        near: for each of them the votes for and against it in ``cells``.
    """
    beyond = depth.showing(viewpoint_id, names) & ~cells
    points = depth.points(viewpoint_id, beyond)
    votes = depth.votes(points, known.things)
    part = np.searchsorted(names, depth.surfaces(viewpoint_id, beyond))
    thing, other = (
        told + np.bincount(part, each, len(names)) for told, each in zip(near, votes, strict=True)
    )
    kept = (other <= _DOUBT * thing)[part] & (votes.other + _outside(known, points) == 0)
    beyond[beyond] = kept
    return beyond, points[kept]


def _outside(known: KnownThing, points: Floats) -> Floats:
    """The votes (n,) of drawn boxes against places that lie outside them."""
    against = np.zeros(len(points))
    for box, cover, camera in zip(known.boxes, known.covers, known.cameras, strict=True):
        if weight := _AGAINST.get(cover, 0.0):
            width, height = (min(size * _WIDER + _WIDER_BY, _WIDEST) for size in (box.width, box.height))
            against += weight * ~contains(ViewBox(box.heading, box.elevation, width, height), points - camera)
    return against
