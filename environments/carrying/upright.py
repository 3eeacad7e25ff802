"""Upright boxes: the shape by which things are carried, as arrays, and the least squares that lay them into view boxes.

An upright box is a row of seven: its centre x, y, z in metres, its yaw (the heading of its first axis) in radians, and
half sizes in metres along that axis, across it and upwards. A plane with the outward unit normal n touches it where

    n . centre + along |n . ahead| + across |n . right| + up |n . z| = n . (any point of the plane)

which is the support function of a box (Boyd and Vandenberghe 2004, 2.2.2). Each side of a view box is such a plane,
through its camera; for a given yaw the equation is linear in the six other numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from environments.geometry import direction, heading_elevation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

THINNEST = 0.01
"""Metres of the half size of a sheet."""
_GRID = 7  # points along each side of a face
_ROUNDS = 8  # turns of a camera towards the middle of what it sees
_AHEAD = 1e-3  # of a direction that is hardly in front of a camera, or behind it
_SIZES = slice(4, 7)


class Sides(NamedTuple):
    """The sides of view boxes as planes, left, upper, right and lower side of each box in turn.

    Attributes:
        normals: outward unit normals (s, 3).
        cameras: a point of each plane (s, 3), in metres.
        metres: about how far from the camera the thing is (s,).
    """

    normals: Floats
    cameras: Floats
    metres: Floats


def axes_of(yaw: Floats) -> Floats:
    """The unit axes (n, 3, 3) of boxes with these yaws (n,): ahead, to the right, upwards."""
    ahead, right = direction(yaw), direction(yaw + np.pi / 2)
    return np.stack([ahead, right, np.broadcast_to([0.0, 0.0, 1.0], ahead.shape)], axis=1)


def corners(boxes: Floats) -> Floats:
    """The corners (n, 8, 3) of boxes (n, 7)."""
    return surface(boxes, 2)


def surface(boxes: Floats, grid: int = _GRID) -> Floats:
    """Points (n, p, 3) on the surfaces of boxes (n, 7), evenly on each face and with the corners."""
    steps = np.linspace(-1, 1, grid)
    cube = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3)
    cube = cube[np.abs(cube).max(axis=1) == 1]
    halves = axes_of(boxes[:, 3]) * boxes[:, _SIZES, np.newaxis]
    points: Floats = boxes[:, np.newaxis, :3] + cube @ halves
    return points


def lay(sides: Sides, yaws: Floats, weights: Floats, near: Floats, sizes: Floats, trust: float) -> Floats:
    """The boxes (m, 7) whose planes miss the sides of view boxes least, each angle weighed; no size under ``THINNEST``.

    Args:
        yaws: (m,) one for each box.
        weights: (m, s) by which each side counts, per radian; 0 where it says nothing.
        near: (3,) where the thing is, about.
        sizes: (3,) half sizes that it has where no side says otherwise.
        trust: weight of these sizes, each in shares of itself.
    """
    axes = axes_of(yaws)
    touching = np.abs(np.einsum("sk,mak->msa", sides.normals, axes))
    rows = np.concatenate([np.broadcast_to(sides.normals, (*touching.shape[:2], 3)), touching], axis=2)
    scale = weights / sides.metres
    rows = rows * scale[:, :, np.newaxis]
    told = np.einsum("sk,sk->s", sides.normals, sides.cameras - near) * scale
    prior = np.concatenate([np.zeros((3, 3)), np.diag(trust / sizes)], axis=1)
    rows = np.concatenate([rows, np.broadcast_to(prior, (len(yaws), 3, 6))], axis=1)
    told = np.concatenate([told, np.full((len(yaws), 3), trust)], axis=1)
    solved, least = _solve(rows, told, None)
    for sheet in (3, 4):  # thin one way or the other, where that fits better than what has no negative size
        thin, misses = _solve(rows, told, sheet)
        better = misses < least
        solved, least = np.where(better[:, np.newaxis], thin, solved), np.where(better, misses, least)
    return np.concatenate([solved[:, :3] + near, yaws[:, np.newaxis], solved[:, 3:]], axis=1)


def _solve(rows: Floats, told: Floats, sheet: int | None) -> tuple[Floats, Floats]:
    """Solutions (m, 6) with sizes of at least ``THINNEST``, and the sums of their squared misses (m,)."""
    free = [at for at in range(6) if at != sheet]
    left = told if sheet is None else told - THINNEST * rows[:, :, sheet]
    some = rows[:, :, free]
    square = np.swapaxes(some, 1, 2) @ some + 1e-9 * np.eye(len(free))
    solved = np.full((len(rows), 6), THINNEST)
    solved[:, free] = np.linalg.solve(square, np.einsum("msi,ms->mi", some, left)[..., np.newaxis])[..., 0]
    solved[:, 3:] = np.maximum(solved[:, 3:], THINNEST)
    misses = np.einsum("msi,mi->ms", rows, solved) - told
    return solved, np.square(misses).sum(axis=1)


def edges_in(points: Floats, shown: Bools, heading: float, elevation: float, camera: Floats) -> Floats:
    """The angles (n, 4) left, up, right and down from a camera's axis that points reach, outward positive.

    Args:
        points: (n, p, 3) in metres.
        shown: (n, p) which count; at least one in each row.
    """
    ways = points - camera
    forward = direction(heading, elevation)
    right = np.array([np.cos(heading), -np.sin(heading), 0.0])
    ahead = ways @ forward
    x, y = np.arctan2(ways @ right, ahead), np.arctan2(ways @ np.cross(right, forward), ahead)
    each = np.stack([-x, y, x, -y], axis=-1)
    reached: Floats = np.where(shown[..., np.newaxis], each, -np.inf).max(axis=1)
    return reached


def view_rows_around(points: Floats, shown: Bools, camera: Floats) -> Floats:
    """About the tightest view boxes (n, 4) around points (n, p, 3): heading, elevation, width, height in radians.

    Args:
        shown: (n, p) which count; at least one in each row.
    """
    ways = points - camera
    ways /= np.maximum(np.linalg.norm(ways, axis=-1, keepdims=True), 1e-9)
    middle = np.where(shown[..., np.newaxis], ways, 0).sum(axis=1)
    for _ in range(_ROUNDS):
        heading, elevation = heading_elevation(middle)
        forward = direction(heading, elevation)
        right = np.stack([np.cos(heading), -np.sin(heading), np.zeros_like(heading)], axis=-1)
        up = np.cross(right, forward)
        ahead, across, along = (np.einsum("npk,nk->np", ways, axis) for axis in (forward, right, up))
        ahead = np.maximum(ahead, _AHEAD)
        x, y = np.arctan2(across, ahead), np.arctan2(along, ahead)
        (west, east), (low, high) = (_span(angle, shown) for angle in (x, y))
        turn = np.tan((west + east) / 2)[:, np.newaxis] * right + np.tan((low + high) / 2)[:, np.newaxis] * up
        middle = forward + turn
    size = np.clip(np.stack([east - west, high - low], axis=-1), 1e-3, np.pi - 1e-3)
    return np.concatenate([np.stack([heading, elevation], axis=-1), size], axis=1)


def _span(angles: Floats, shown: Bools) -> tuple[Floats, Floats]:
    return np.where(shown, angles, np.inf).min(axis=1), np.where(shown, angles, -np.inf).max(axis=1)
