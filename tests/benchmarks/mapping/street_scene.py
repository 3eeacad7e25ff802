"""A street that is drawn: two rows of houses with windows along a way with one bend, and what a camera sees in it.

Houses are upright boxes, so that all pixels of a column of a panorama meet the same walls: a picture takes a second.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import gaussian_filter

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

WIDE = 9.0
"""Metres between the rows; the camera goes in the middle."""
FRONTS, HEIGHTS, SETBACKS, GAPS = (7.0, 13.0), (5.0, 12.0), (0.0, 2.5), (0.0, 3.0)
"""Metres, the least and the most: of a house along the street, its height, and what is left before and beside it."""
DEEP = 12.0
SEEN = 120.0  # metres
PAPER, GROUND, FINEST = 512, 4096, 0.03
"""Pixels of a wall's pattern and of the ground's, which are repeated, and metres of one of them. Ground that is seen
again every few photographs would be taken for one place."""
WINDOW, PANE, STOREY = 2.2, 1.1, 2.8
"""Metres from one window to the next, how wide it is, and from one storey to the next."""


@dataclass(frozen=True)
class Street:
    """Houses (n, 5): west, south, east, north and height in metres; patterns of the walls and of the ground."""

    houses: Floats
    papers: Bytes
    ground: Bytes

    def panorama(self, at: Floats, width: int) -> Image.Image:
        """What a camera at ``at`` (3,) sees that is upright and looks north."""
        azimuths = ((np.arange(width) + 0.5) / width - 0.5) * 2 * np.pi
        slopes = np.tan((0.5 - (np.arange(width // 2) + 0.5) / (width // 2)) * np.pi)[:, None]
        way = np.stack([np.sin(azimuths), np.cos(azimuths)], axis=1)
        out = self._ground(at, way, slopes)
        near = np.hypot(*(self.houses[:, [0, 1]] + self.houses[:, [2, 3]] - 2 * at[:2]).T) / 2 < SEEN
        reached = np.array([_reached(house, at, way) for house in self.houses[near]])
        for rank in reached.argsort(axis=0)[::-1]:  # the farthest first
            far = np.take_along_axis(reached, rank[None], axis=0)[0]
            self._draw(out, far, np.flatnonzero(near)[rank], at, way, slopes)
        return Image.fromarray(out)

    def _ground(self, at: Floats, way: Floats, slopes: Floats) -> Bytes:
        sky = np.broadcast_to(np.array([200, 215, 235], np.uint8), (len(slopes), len(way), 3)).copy()
        below = slopes[:, 0] < -at[2] / SEEN
        far = -at[2] / slopes[below]
        east, north = (at[axis] + far * way[:, axis] for axis in (0, 1))
        sky[below] = (_stone(self.ground, east, north)[..., None] * np.array([0.55, 0.55, 0.5])).astype(
            np.uint8
        )
        return sky

    def _draw(
        self, out: Bytes, far: Floats, house: NDArray[np.int64], at: Floats, way: Floats, slopes: Floats
    ) -> None:
        """Draw the house that each column meets at ``far`` metres over what is there."""
        columns = np.flatnonzero(np.isfinite(far))
        if not len(columns):
            return
        far, way, which = far[columns], way[columns], house[columns]
        high = at[2] + slopes * far
        wall = (high >= 0) & (high <= self.houses[which, 4])
        rows, places = np.nonzero(wall)
        spot = at[:2] + far[:, None] * way
        along = np.where(_faces_north(self.houses[which], spot), spot[:, 0], spot[:, 1])
        along, high, which = along[places], high[wall], which[places]
        colours = np.zeros(len(rows))
        for each in np.unique(which):
            its = which == each
            colours[its] = _stone(self.papers[each % len(self.papers)], along[its], high[its])
        pane = (along % WINDOW < PANE) & (high % STOREY > 0.9) & (high % STOREY < 2.3)
        tint = np.stack([0.75 + 0.25 * np.sin(which * shift) for shift in (1.0, 2.3, 4.1)], axis=-1)
        out[rows, columns[places]] = np.where(pane, 0.35 * colours, colours)[:, None] * tint


def street(length: float, seed: int = 5) -> Street:
    """Houses along a way that goes north for half of ``length`` metres, and then east."""
    rng = np.random.default_rng(seed)
    half = length / 2
    found = [_row(rng, half + 40, side) for side in (-1, 1)]
    houses = np.concatenate(found)
    houses[:, [1, 3]] -= 20
    turned = np.concatenate([_row(rng, half + 40, side) for side in (-1, 1)])
    east = turned[:, [1, 0, 3, 2, 4]]  # along x, and then moved to where the way bends
    east[:, [0, 2]] -= 20
    east[:, [1, 3]] += half
    corner = (houses[:, 2] > -WIDE / 2) & (houses[:, 3] > half - WIDE / 2) & (houses[:, 0] > 0)
    crossing = (east[:, 0] < WIDE / 2 + 1) & (east[:, 3] < half) | (east[:, 0] < -WIDE / 2)
    noise = rng.integers(0, 256, (23, PAPER, PAPER)).astype(np.float32)
    return Street(
        np.concatenate([houses[~corner & (houses[:, 3] < half + WIDE)], east[~crossing]]),
        np.stack([_paper(each) for each in noise]),
        _paper(rng.integers(0, 256, (GROUND, GROUND)).astype(np.float32)),
    )


def way(count: int, spacing: float, seed: int = 6) -> Floats:
    """Where a person stood (n, 3): every ``spacing`` metres along the street, never quite in its middle."""
    rng = np.random.default_rng(seed)
    far, half = np.arange(count) * spacing, count * spacing / 2
    along = np.where(
        (far < half)[:, None],
        np.stack([np.zeros(count), far], 1),
        np.stack([far - half, np.full(count, half)], 1),
    )
    beside = rng.normal(0, 0.4, (count, 2))
    return np.column_stack([along + beside, 1.6 + rng.normal(0, 0.01, count)])


def _row(rng: np.random.Generator, length: float, side: int) -> Floats:
    """Houses (n, 5) along y, at one side of x = 0."""
    rows, south = [], 0.0
    while south < length:
        front, high, back, gap = (rng.uniform(*each) for each in (FRONTS, HEIGHTS, SETBACKS, GAPS))
        near = WIDE / 2 + back
        west, east = (near, near + DEEP) if side > 0 else (-near - DEEP, -near)
        rows.append((west, south, east, south + front, high))
        south += front + gap
    return np.array(rows)


def _reached(house: Floats, at: Floats, way: Floats) -> Floats:
    """Metres (n,) to the house along each direction (n, 2); infinite where it is not met."""
    with np.errstate(divide="ignore"):
        first, last = ((house[corner] - at[:2]) / way for corner in ([0, 1], [2, 3]))
    enters = np.minimum(first, last).max(axis=1)
    leaves = np.maximum(first, last).min(axis=1)
    return np.where((enters > 0) & (enters < leaves), enters, np.inf)


def _faces_north(houses: Floats, spot: Floats) -> NDArray[np.bool_]:
    """Whether a spot on a house's walls is on its south or its north."""
    near: NDArray[np.bool_] = np.minimum(
        abs(spot[:, 1] - houses[:, 1]), abs(spot[:, 1] - houses[:, 3])
    ) < np.minimum(abs(spot[:, 0] - houses[:, 0]), abs(spot[:, 0] - houses[:, 2]))
    return near


def _stone(paper: Bytes, along: Floats, high: Floats) -> Floats:
    """Grey values of a pattern at metres along and high."""
    u, v = (np.asarray(each / FINEST % len(paper), np.float32) for each in np.broadcast_arrays(along, high))
    flat = u.reshape(-1, 1), v.reshape(-1, 1)
    seen = [
        cv2.remap(paper, a[i : i + 30_000], b[i : i + 30_000], cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
        for a, b in (flat,)
        for i in range(0, len(a), 30_000)
    ]
    return np.concatenate(seen).reshape(u.shape).astype(np.float64)


def _paper(noise: NDArray[np.float32]) -> Bytes:
    """A pattern of the same size, fine and coarse, that repeats without a seam."""
    mixed = np.sum([gaussian_filter(noise, sigma, mode="wrap") * sigma for sigma in (1, 3, 9)], axis=0)
    paper: Bytes = np.interp(mixed, (mixed.min(), mixed.max()), (40, 255)).astype(np.uint8)
    return paper
