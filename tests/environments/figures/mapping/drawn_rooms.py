"""Panoramas of papered rooms, drawn by casting rays: small, quick, and with more to be found again than real rooms."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from PIL import Image
from scipy.ndimage import map_coordinates

from environments.geometry import direction, rotation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Pixels = NDArray[np.uint8]

WIDTH = 512  # pixels
PAPER = 300  # pixels of a side's pattern, which repeats every PAPER * FINEST metres
FINEST = 0.03  # metres a pixel
DOOR = 1.0  # metres wide, in the middle of the wall between a room and the next one to the east
LINTEL = 2.0  # metres
HIGH = 2.5  # metres, of a room


class Room(NamedTuple):
    """A room from ``west`` to ``east`` and from y = 0 to ``deep``; rooms of one ``paper`` look the same."""

    west: float
    east: float
    deep: float
    paper: int


def panorama(rooms: Sequence[Room], at: Sequence[float], heading: float, lean: float = 0.0) -> Image.Image:
    """What a camera sees that looks along ``heading`` and leans forward by ``lean``, in radians."""
    across = ((np.arange(WIDTH) + 0.5) / WIDTH - 0.5) * 2 * np.pi
    down = (0.5 - (np.arange(WIDTH // 2) + 0.5) / (WIDTH // 2)) * np.pi
    rays = direction(across[None, :], down[:, None]) @ rotation(heading, -lean).T
    here = next(number for number, room in enumerate(rooms) if room.west <= at[0] < room.east)
    return Image.fromarray(_seen(rooms, here, np.broadcast_to(at, rays.shape), rays))


def _seen(rooms: Sequence[Room], number: int, start: Floats, rays: Floats) -> Pixels:
    """The colours (rows, columns, 3) along rays that are inside a room; those through a doorway go on in the next."""
    room = rooms[number]
    low, high = np.array([room.west, 0.0, 0.0]), np.array([room.east, room.deep, HIGH])
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(rays > 0, (high - start) / rays, (low - start) / rays)
    reach = np.where(rays == 0, np.inf, reach)
    axis = reach.argmin(axis=-1)
    ends = start + np.min(reach, axis=-1)[..., None] * rays
    side = 2 * axis + (np.take_along_axis(rays, axis[..., None], -1)[..., 0] > 0)
    out = np.zeros((*rays.shape[:2], 3), np.uint8)
    for each in range(6):
        plane = [other for other in range(3) if other != each // 2]
        shown = side == each
        u, v = (ends[shown] - low)[:, plane].T
        out[shown] = _papered(room.paper * 6 + each, u, v)
    door = (np.abs(ends[..., 1] - room.deep / 2) < DOOR / 2) & (ends[..., 2] < LINTEL)
    for step, there in ((1, 1), (-1, 0)):
        through = door & (side == there)
        if 0 <= number + step < len(rooms) and through.any():
            beyond = ends + 1e-6 * rays
            out[through] = _seen_through(rooms, number + step, beyond[through], rays[through])
    return out


def _seen_through(rooms: Sequence[Room], number: int, start: Floats, rays: Floats) -> Pixels:
    seen: Pixels = _seen(rooms, number, start[None], rays[None])[0]
    return seen


def _papered(seed: int, u: Floats, v: Floats) -> Pixels:
    """The colours of a pattern that is made from a seed, at metres u and v."""
    paper = _paper(seed)
    places = np.stack([v / FINEST, u / FINEST])
    channels = [map_coordinates(paper[..., each], places, order=1, mode="grid-wrap") for each in range(3)]
    return np.stack(channels, axis=-1)


@cache
def _paper(seed: int) -> Pixels:
    """A pattern (PAPER, PAPER, 3), fine and coarse."""
    fine = np.random.default_rng(seed).integers(0, 256, (PAPER, PAPER, 3)).astype(np.float32)
    blurred = [cv2.GaussianBlur(fine, (0, 0), sigma) * sigma for sigma in (1, 3, 9)]
    mixed = np.sum(blurred, axis=0)
    paper: Pixels = np.interp(mixed, (mixed.min(), mixed.max()), (0, 255)).astype(np.uint8)
    return paper
