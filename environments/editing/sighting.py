"""What points of panoramas say about where cameras stood and looked."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from environments.errors import EditError
from environments.geometry import direction, heading_elevation, wrap_angle
from environments.own_places.graph_json import STEEPEST_LEAN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from environments.editing.edits import Sight
    from environments.editing.place import Spot
    from environments.geometry import Vector

FLATTEST = math.radians(3)
"""Below the horizon; flatter, a pixel is decimetres of the floor: 30 m away from a camera at 1.6 m."""
SHORTEST_LINE = math.radians(4)
MOST_ASLANT = math.radians(30)
"""Of a line that is taken for an upright one."""
BESIDE = math.radians(0.3)
"""How far beside a point a person clicks who means it."""
FLOOR = 0.15
"""Metres above or below it."""
MOST_TURNED_BY_THAT = math.radians(3)


def world_heading(spot: Spot, at: Sight) -> float:
    """The heading in the world of a point of a picture, radians."""
    return float(heading_elevation(_ray(spot, at))[0])


def camera_height(spot: Spot) -> float:
    """Metres above the floor.

    Raises:
        EditError: nobody said.
    """
    if spot.height is None:
        raise EditError(
            f"Nobody said how high the camera of {spot.viewpoint_id} was above the floor.",
            remedy="Say its height first: a point on the floor is as far away as that makes it.",
        )
    return spot.height


def floor_point(spot: Spot, at: Sight) -> Vector:
    """Where on the floor below a camera a point of its picture is: metres.

    Raises:
        EditError: the camera's height is not known, or the point is no point of the floor.
    """
    height = camera_height(spot)
    heading, elevation = map(float, heading_elevation(_ray(spot, at)))
    if elevation > -FLATTEST:
        raise EditError(
            f"The point in {spot.viewpoint_id} is no point of the floor, or is too far away.",
            remedy="Point at the floor where the camera stood, or go nearer to it.",
        )
    away = height / math.tan(-elevation)
    x, y, z = spot.position
    return (x + away * math.sin(heading), y + away * math.cos(heading), z - height)


def aligned_heading(spot: Spot, at: Sight, other: Spot, seen: Sight) -> float:
    """The heading of ``spot`` with which its point ``at`` is the point that ``other`` sees at ``seen``.

    How far away the point is follows from how much higher or lower one camera sees it than the other.

    Raises:
        EditError: no point is where both see it, a click a little higher or lower would change much, or two headings
            fit and nothing tells which.
    """
    ray, way = _ray(other, seen), np.subtract(other.position, spot.position)
    heading, elevation = map(float, heading_elevation(_ray(spot, at)))

    def turned(beside: float) -> dict[float, float]:
        """Headings that would fit, and how far from the other camera the point is then."""
        return {
            spot.looks + float(wrap_angle(heading_elevation(way + away * ray)[0] - heading)): away
            for away in _distances(way, ray, elevation + beside)
        }

    if not (fitting := turned(0.0)):
        raise EditError(
            f"No point is where {spot.viewpoint_id} and {other.viewpoint_id} show it.",
            remedy="Move the viewpoint first, or point at the same thing in both.",
        )
    on_floor = [each for each, away in fitting.items() if _is_floor(other, ray, away)]
    best = min(on_floor or fitting, key=lambda each: _between(each, spot.looks))
    near = [
        min((_between(each, best) for each in turned(beside)), default=math.pi)
        for beside in (-BESIDE, BESIDE)
    ]
    if max(near) > MOST_TURNED_BY_THAT:
        raise EditError(
            f"This point does not say how {spot.viewpoint_id} looks: it is about as high as the cameras.",
            remedy="Choose one well above or below them, such as a corner of the floor.",
        )
    if not on_floor and spot.heading is None and len(fitting) > 1:
        raise EditError(
            f"This point may be at two places, and nobody has said how {spot.viewpoint_id} looks.",
            remedy="Choose one on the floor.",
        )
    return best


def levelled(spot: Spot, one: Sight, other: Sight) -> Vector:
    """The ``up`` nearest to a picture's with which the line between two of its points is upright.

    Raises:
        EditError: the line is short, or far from upright, or the picture would lean too much.
    """
    first, second = (direction(each.heading, each.elevation) for each in (one, other))
    across = np.cross(first, second)
    if np.linalg.norm(across) < math.sin(SHORTEST_LINE):
        raise EditError(
            f"The line in {spot.viewpoint_id} is too short.", remedy="Take two points that are further apart."
        )
    across /= np.linalg.norm(across)
    up = np.array(spot.up)
    if abs(across @ up) > math.sin(MOST_ASLANT):
        raise EditError(
            f"The line in {spot.viewpoint_id} is far from upright.",
            remedy="Take the edge of a door or a wall, one point above the other.",
        )
    up = up - (across @ up) * across
    up /= np.linalg.norm(up)
    if not up[2] >= math.cos(STEEPEST_LEAN):  # also what is no number
        raise EditError(
            f"{spot.viewpoint_id} would lean by {math.degrees(math.acos(min(1.0, up[2]))):.0f} degrees.",
            remedy="Turn the picture upright in the camera's program first.",
        )
    return (float(up[0]), float(up[1]), float(up[2]))


def _ray(spot: Spot, at: Sight) -> NDArray[np.float64]:
    """The unit vector (3,) in the world."""
    return spot.turn @ direction(at.heading, at.elevation)


def _distances(way: NDArray[np.float64], ray: NDArray[np.float64], elevation: float) -> list[float]:
    """How far along a ray, which begins ``way`` (3,) from a camera, points are that it sees at an elevation: metres."""
    # (way_z + t ray_z)^2 = slope^2 |way_xy + t ray_xy|^2
    slope, signs = math.tan(elevation), np.array([-(math.tan(elevation) ** 2)] * 2 + [1.0])
    roots = np.roots([signs @ ray**2, 2 * signs @ (way * ray), signs @ way**2])
    real = roots[np.abs(roots.imag) < 1e-9].real
    return [float(t) for t in real if t > 0 and (way[2] + t * ray[2]) * slope > 0]


def _is_floor(spot: Spot, ray: NDArray[np.float64], away: float) -> bool:
    """Whether a point of a ray from a camera is about on the floor under it."""
    return spot.height is not None and abs(spot.height + away * ray[2]) < FLOOR


def _between(one: float, other: float) -> float:
    return abs(float(wrap_angle(one - other)))
