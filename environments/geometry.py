"""Angles, directions and frames; the only module that converts between them.

The world has z up; heading 0 looks along +y and grows to the right, elevation grows upwards. Pose traces are
written in three.js' world, which has y up: (x, y, z) becomes (x, z, -y). Angles are radians, lengths metres.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Vector = tuple[float, float, float]
Rotation = tuple[Vector, Vector, Vector]


class CameraPose(NamedTuple):
    """The position (..., 3), heading (...) and elevation (...) of cameras in the z-up world."""

    position: NDArray[np.float64]
    heading: NDArray[np.float64]
    elevation: NDArray[np.float64]


def wrap_angle(angle: ArrayLike) -> NDArray[np.float64]:
    """Wrap an angle to [-pi, pi)."""
    return (np.asarray(angle, dtype=np.float64) + np.pi) % (2 * np.pi) - np.pi


def direction(heading: ArrayLike, elevation: ArrayLike = 0.0) -> NDArray[np.float64]:
    """Unit vectors (..., 3) in the z-up world that look along headings (...) and elevations (...)."""
    heading, elevation = np.broadcast_arrays(
        np.asarray(heading, np.float64), np.asarray(elevation, np.float64)
    )
    level = np.cos(elevation)
    return np.stack([np.sin(heading) * level, np.cos(heading) * level, np.sin(elevation)], axis=-1)


def heading_elevation(look: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Heading in [-pi, pi] and elevation in [-pi/2, pi/2] of z-up vectors (..., 3) of any length but zero.

    Straight up and straight down have no heading; it is 0 there.
    """
    x, y, z = np.moveaxis(np.asarray(look, dtype=np.float64), -1, 0)
    return np.arctan2(x, y), np.arctan2(z, np.hypot(x, y))


def rotation(heading: ArrayLike, elevation: ArrayLike = 0.0) -> NDArray[np.float64]:
    """(..., 3, 3) rotations from the frame of a level viewer (x right, y forward, z up) to the z-up world."""
    forward = direction(heading, elevation)
    level = np.broadcast_to(np.asarray(heading, np.float64), forward.shape[:-1])
    right = np.stack([np.cos(level), -np.sin(level), np.zeros_like(level)], axis=-1)
    return np.stack([right, forward, np.cross(right, forward)], axis=-1)


def upright(heading: float, up: ArrayLike) -> NDArray[np.float64]:
    """The (3, 3) rotation to the z-up world from the frame of a viewer that leans.

    Args:
        heading: of the viewer's +y, in the world.
        up: (3,) where the world's +z points in the viewer's frame, of any length; not along its +y or -y.
    """
    up = np.asarray(up, dtype=np.float64) / np.linalg.norm(up)
    right = np.cross([0.0, 1.0, 0.0], up)
    right /= np.linalg.norm(right)
    level = np.stack([right, np.cross(up, right), up])
    turn: NDArray[np.float64] = rotation(heading) @ level
    return turn


def as_rotation(matrix: NDArray[np.float64]) -> Rotation:
    """A (3, 3) array as the nested tuples that ``environments.scan.Viewpoint`` keeps."""
    return as_rotations(matrix[None])[0]


def as_rotations(matrices: NDArray[np.float64]) -> list[Rotation]:
    """Each of the (n, 3, 3) arrays as nested tuples."""
    rows = (matrices + 0.0).tolist()  # no -0.0
    return [(tuple(first), tuple(second), tuple(third)) for first, second, third in rows]


def are_rotations(matrices: ArrayLike, tolerance: float = 1e-3) -> NDArray[np.bool_]:
    """Which of the matrices (..., 3, 3) are rotations, without scaling, shearing or mirroring, within ``tolerance``."""
    matrices = np.asarray(matrices, dtype=np.float64)
    skew = np.abs(matrices @ np.swapaxes(matrices, -1, -2) - np.eye(3)).max(axis=(-1, -2))
    turns: NDArray[np.bool_] = (skew <= tolerance) & (np.linalg.det(matrices) > 0)
    return turns


def is_rotation(matrix: ArrayLike, tolerance: float = 1e-3) -> bool:
    """Whether a (3, 3) matrix is a rotation, within ``tolerance``."""
    return bool(are_rotations(matrix, tolerance))


def to_y_up(points: ArrayLike) -> NDArray[np.float64]:
    """Convert points (..., 3) from the z-up world to three.js' y-up world: (x, y, z) becomes (x, z, -y)."""
    x, y, z = np.moveaxis(np.asarray(points, dtype=np.float64), -1, 0)
    return np.stack([x, z, -y], axis=-1)


def to_z_up(points: ArrayLike) -> NDArray[np.float64]:
    """Convert points (..., 3) from three.js' y-up world to the z-up world: (x, y, z) becomes (x, -z, y)."""
    x, y, z = np.moveaxis(np.asarray(points, dtype=np.float64), -1, 0)
    return np.stack([x, -z, y], axis=-1)


def extrinsic_matrix(
    position: ArrayLike, heading: ArrayLike, elevation: ArrayLike = 0.0
) -> NDArray[np.float64]:
    """The (..., 4, 4) camera-to-world matrices, as in pose traces, of cameras (...) that are not rolled."""
    right, forward, up = np.moveaxis(rotation(heading, elevation), -1, 0)
    matrix = np.zeros((*right.shape[:-1], 4, 4))
    matrix[..., :3, :3] = np.stack([to_y_up(right), to_y_up(up), -to_y_up(forward)], axis=-1)
    matrix[..., :3, 3] = to_y_up(position)
    matrix[..., 3, 3] = 1.0
    return matrix


def camera_pose(extrinsic: ArrayLike) -> CameraPose:
    """The camera poses of camera-to-world matrices, in the z-up world.

    Args:
        extrinsic: (..., 16) row-major or (..., 4, 4), three.js frame, as RxR's pose traces have them.
    """
    matrices = np.asarray(extrinsic, dtype=np.float64)
    if matrices.shape[-1] == 16:
        matrices = matrices.reshape(*matrices.shape[:-1], 4, 4)
    heading, elevation = heading_elevation(to_z_up(-matrices[..., :3, 2]))
    return CameraPose(to_z_up(matrices[..., :3, 3]), heading, elevation)
