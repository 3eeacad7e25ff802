"""From regions of one thing at some viewpoints to the regions in which all others should see it.

    carried = carry(scan, [SeenRegion("sofa", box), SeenRegion("door", other)], DepthMaps(labels, scan))
    carried.foretold, carried.unseen, carried.place

One box is a wedge, two or more are laid into a shape, and depth pictures say which pixels show it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from environments.carrying.depth import Others
from environments.carrying.pixels import KnownThing, pixels_of
from environments.carrying.shape import Shapes, shapes_in
from environments.carrying.triangulation import ApartError, Meeting, NoMeetingError, meet
from environments.carrying.upright import axes_of, view_rows_around
from environments.carrying.walls import Walls
from environments.carrying.wedge import wedge
from environments.errors import InvalidDataError
from environments.regions import ViewBox, bounding_view
from environments.sightings import MOSTLY

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from environments.carrying.depth import DepthMaps
    from environments.carrying.shape import Hiding
    from environments.geometry import Vector
    from environments.regions import Region
    from environments.scan import Scan
    from environments.sightings import Cover

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

How = Literal["wedge", "triangulated", "depth"]
SMALLEST = np.radians(0.5)
"""A thing that is narrower or lower than this is not foretold."""
_MOST_BOXES = 4
"""From which a shape is made: those that show the thing best. More make it slower and hardly better."""
_SHOWN = 0.02  # share of the shapes that no wall hides, from which a thing is foretold
_WHOLE = 0.2  # share hidden up to which it is foretold whole: shapes are not exact
_ALONE = 0.5  # deviation of the middle of a thing that is seen from one side, of its half size


@dataclass(frozen=True, slots=True)
class SeenRegion:
    """A region of a thing; ``cover`` is how much of the thing it shows, None where not stated."""

    viewpoint_id: str
    region: Region
    cover: Cover | None = None


class WorldPosition(NamedTuple):
    """Where a thing is in the world, in metres: its middle, one standard deviation along each axis, half sizes."""

    position: Vector
    spread: Vector
    extent: Vector
    how: Literal["triangulated", "depth"]


@dataclass(frozen=True, slots=True)
class ProjectedRegion:
    """Where a viewpoint should see a thing.

    Attributes:
        box: where it is; of a wedge what holds every place where it may be.
        how: what it was foretold by.
        overlap: the IoU with the true box that is expected; None for a wedge.
        sweep: radians between the first and the last place where it may be; 0 but for a wedge.
        visible: how much of it; None where nobody knows what stands before it.
    """

    viewpoint_id: str
    box: ViewBox
    how: How
    overlap: float | None
    sweep: float
    visible: Cover | None


@dataclass(frozen=True, slots=True)
class CarriedThing:
    """What regions of one thing say.

    Attributes:
        place: None where it is not known.
        foretold: in the order of the scan's viewpoints.
        unseen: why a viewpoint is not among these, by its id.
    """

    place: WorldPosition | None
    foretold: tuple[ProjectedRegion, ...]
    unseen: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """The boxes of a thing, one a viewpoint, the cameras (k, 3) that saw them, and the other cameras (3,) by name."""

    names: tuple[str, ...]
    boxes: tuple[ViewBox, ...]
    covers: tuple[Cover | None, ...]
    cameras: Floats
    others: Mapping[str, Floats]


def carry(
    scan: Scan,
    seen: Sequence[SeenRegion],
    depth: DepthMaps | None = None,
    *,
    at: Collection[str] | None = None,
) -> CarriedThing:
    """Where all other viewpoints of a scan should see a thing, and where it is.

    Several regions at one viewpoint are parts of it. Depth pictures are used where all these viewpoints have one.

    Args:
        at: viewpoints of which alone something is foretold; None: all.

    Raises:
        NoMeetingError: there is no depth, and the rays towards the regions do not meet: they are of several things.
        InvalidDataError: there is no region, a viewpoint is not of the scan, or no view box holds a region.
    """
    drawn = _drawn(scan, seen, at)
    walls = Walls(scan.floor_plan)
    if depth is not None and all(map(depth.has, drawn.names)):
        return _by_depth(seen, drawn, depth)
    if len(drawn.boxes) == 1:
        return _by_wedge(drawn, walls)
    return _by_meeting(drawn, walls)


def apart(scan: Scan, seen: Sequence[SeenRegion]) -> str | None:
    """Why regions cannot show one thing: the rays towards them do not meet. None where they may, or where that cannot
    be told: from one viewpoint, or along one line.

    Regions that show little of the thing are left out, since their middles are not the thing's.

    Raises:
        InvalidDataError: as ``carry``.
    """
    telling = [each for each in seen if each.cover != "mostly_hidden"]
    if len({each.viewpoint_id for each in telling}) < 2:
        return None
    drawn = _drawn(scan, telling, ())
    try:
        meet(drawn.boxes, drawn.cameras)
    except ApartError as error:
        return error.message
    except NoMeetingError:
        return None
    return None


def _drawn(scan: Scan, seen: Sequence[SeenRegion], at: Collection[str] | None) -> _Drawn:
    if not seen:
        raise InvalidDataError(
            "There is no region to carry.", remedy="Give one or more regions of one thing."
        )
    names = tuple(dict.fromkeys(each.viewpoint_id for each in seen))
    unknown = [name for name in names if name not in scan.viewpoints]
    if unknown:
        raise InvalidDataError(
            f"The scan {scan.scan_id} has no viewpoint {unknown[0]}.", remedy="Carry regions within one scan."
        )
    boxes = []
    for name in names:
        box = bounding_view([each.region for each in seen if each.viewpoint_id == name])
        if box is None:
            raise InvalidDataError(
                f"No view box holds the region at {name}.", remedy="Carry what is under 180° wide and high."
            )
        boxes.append(box)
    cover = {each.viewpoint_id: each.cover for each in reversed(seen)}
    cameras = np.array([scan.viewpoints[name].position for name in names], np.float64)
    others = {
        name: np.array(each.position, np.float64)
        for name, each in scan.viewpoints.items()
        if name not in names and (at is None or name in at)
    }
    return _Drawn(names, tuple(boxes), tuple(cover[name] for name in names), cameras, others)


# One box


def _by_wedge(drawn: _Drawn, walls: Walls) -> CarriedThing:
    foretold, unseen = [], {}
    for name, camera in drawn.others.items():
        found = wedge(drawn.boxes[0], drawn.cameras[0], camera, walls)
        if found is None:
            unseen[name] = "walls hide all that the box may show, or it may be anywhere around"
        else:
            foretold.append(ProjectedRegion(name, found.box, "wedge", None, found.sweep, None))
    return CarriedThing(None, tuple(foretold), unseen)


# Two boxes or more


def _by_meeting(drawn: _Drawn, walls: Walls) -> CarriedThing:
    met = meet(drawn.boxes, drawn.cameras)
    shapes = _shapes(drawn, met.position, walls)
    foretold, unseen = [], {}
    for name, camera in drawn.others.items():
        found = shapes.foretell(camera, walls)
        if len(walls) and found.shown < _SHOWN:
            unseen[name] = "walls hide it"
        elif min(found.box.width, found.box.height) < SMALLEST:
            unseen[name] = "it would be under 0.5° wide or high"
        else:
            hidden = 1 - found.shown
            cover: Cover | None = "mostly_hidden" if hidden >= MOSTLY else "cut" if hidden > _WHOLE else None
            foretold.append(ProjectedRegion(name, found.box, "triangulated", found.overlap, 0.0, cover))
    return CarriedThing(_place(shapes, met, "triangulated"), tuple(foretold), unseen)


def _shapes(drawn: _Drawn, near: Floats, hiding: Hiding) -> Shapes:
    """The shapes that the boxes which show the thing best may show."""
    order = {"whole": 0, None: 1, "cut": 2, "mostly_hidden": 3}
    best = sorted(
        range(len(drawn.boxes)),
        key=lambda at: (order[drawn.covers[at]], -drawn.boxes[at].width * drawn.boxes[at].height),
    )[:_MOST_BOXES]
    boxes, covers = [drawn.boxes[at] for at in best], [drawn.covers[at] for at in best]
    return shapes_in(boxes, drawn.cameras[best], covers, near, hiding)


def _place(shapes: Shapes, met: Meeting | None, how: Literal["triangulated", "depth"]) -> WorldPosition:
    """The mean of the shapes, with what they and the rays say of its deviation."""
    middles, weights = shapes.boxes[:, :3], shapes.weights
    middle = weights @ middles
    square = weights @ np.square(middles - middle)
    if met is not None:
        square = square + np.square(met.spread)
    halves = weights @ np.einsum("nak,na->nk", np.abs(axes_of(shapes.boxes[:, 3])), shapes.boxes[:, 4:])
    if met is None:
        square = square + np.square(_ALONE * halves)
    return WorldPosition(_vector(middle), _vector(np.sqrt(square)), _vector(halves), how)


# Depth


def _by_depth(seen: Sequence[SeenRegion], drawn: _Drawn, depth: DepthMaps) -> CarriedThing:
    things = [
        (name, _union([depth.thing_in(name, each.region) for each in seen if each.viewpoint_id == name]))
        for name in drawn.names
    ]
    points = np.concatenate([depth.points(name, cells) for name, cells in things])
    if not len(points):
        raise NoMeetingError(
            f"The regions at {', '.join(drawn.names)} show only sky.", remedy="Draw what has a distance."
        )
    met = _met(drawn)
    shapes = _shapes(drawn, np.median(points, axis=0) if met is None else met.position, depth)
    known = KnownThing(shapes, things, drawn.boxes, drawn.covers, drawn.cameras)
    foretold, unseen = [], {}
    for name, camera in drawn.others.items():
        if not depth.has(name):
            unseen[name] = "it has no depth picture"
            continue
        found = _seen_at(name, camera, known, depth)
        if isinstance(found, str):
            unseen[name] = found
        else:
            foretold.append(found)
    return CarriedThing(_place(shapes, met, "depth"), tuple(foretold), unseen)


def _met(drawn: _Drawn) -> Meeting | None:
    try:
        return meet(drawn.boxes, drawn.cameras) if len(drawn.boxes) > 1 else None
    except NoMeetingError:
        return None


def _seen_at(name: str, camera: Floats, known: KnownThing, depth: DepthMaps) -> ProjectedRegion | str:
    """The region at a viewpoint, or why there is none."""
    own, points = pixels_of(known, name, depth)
    if not len(points) and known.shapes.shown(camera, depth) < _SHOWN:
        return "something hides it"
    guess = known.shapes.foretell(camera, depth)
    box = guess.box if guess.shown >= _SHOWN else None
    if len(points):
        row = view_rows_around(points[np.newaxis], np.ones((1, len(points)), np.bool_), camera)
        box = ViewBox(*row[0].tolist())
    if box is None:
        return "something hides it"
    if min(box.width, box.height) < SMALLEST:
        return "it would be under 0.5° wide or high"
    hidden = 1 - known.shapes.front(camera, Others(depth, own))
    cover: Cover = "mostly_hidden" if hidden >= MOSTLY else "cut" if hidden > _WHOLE else "whole"
    return ProjectedRegion(name, box, "depth", guess.overlap, 0.0, cover)


def _union(cells: Sequence[Bools]) -> Bools:
    found: Bools = np.logical_or.reduce(cells)
    return found


def _vector(values: Floats) -> Vector:
    x, y, z = values.tolist()
    return x, y, z
