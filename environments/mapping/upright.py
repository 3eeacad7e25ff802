"""Which way is up: cameras on tripods and sticks stand nearly upright, so the mean of their up axes is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from environments.geometry import heading_elevation, rotation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

UP = np.array([0.0, 0.0, 1.0])
LEANING = np.radians(10)
"""A camera that leans more is doubtful, and does not say which way is up."""


def up_axis(turns: Floats) -> Floats:
    """The mean up axis (3,) of panoramas, without those that lean by more than ``LEANING`` from most.

    Args:
        turns: (n, 3, 3) rotations from each panorama's frame, whose z points up, to one of all.
    """
    ups = turns[:, :, 2]
    near = ups @ ups.T > np.cos(LEANING)
    return _unit(ups[near[near.sum(axis=1).argmax()]].mean(axis=0))


def leans(turns: Floats, up: Floats) -> Floats:
    """How far (n,) each panorama's own up axis is from ``up``, in radians: pi is upside down."""
    return np.arccos(np.clip(turns[:, :, 2] @ up, -1, 1))


def levelling(up: Floats, ahead: Floats) -> Floats:
    """The rotation (3, 3) to a frame whose z is ``up``, and in which the direction ``ahead`` has heading 0.

    ``ahead`` need not be level; where it is ``up`` itself any heading will do.
    """
    forward = ahead - (ahead @ up) * up
    if np.linalg.norm(forward) < 1e-9:
        forward = np.roll(up, 1) - (np.roll(up, 1) @ up) * up
    forward = _unit(forward)
    return np.array([np.cross(forward, up), forward, up])


def headings(turns: Floats) -> Floats:
    """Where the middle of each panorama looks (n,), in a frame whose z points up."""
    return heading_elevation(turns[:, :, 1])[0]


def tilts(turns: Floats) -> Floats:
    """What is left of each rotation (n, 3, 3) without its heading: from a panorama's frame to the upright one that has
    the same heading."""
    return np.swapaxes(rotation(headings(turns)), -1, -2) @ turns


def _unit(vector: Floats) -> Floats:
    return vector / np.linalg.norm(vector)
