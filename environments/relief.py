"""How far away a panorama's surroundings are, coarsely: enough to draw a step as a move through space."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from environments.depth_pictures import in_own_frame

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from environments.depth_pictures import Depth
    from environments.scan import Scan, Viewpoint

WIDTH, HEIGHT = 256, 128
NEAREST, DOUBLINGS = 0.25, 8
"""Metres that the level 0 stands for, and how often they are doubled up to the level 255 (64 m): 2.2 % a level."""


def relief(distances: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Levels of distance, ``255 * log2(metres / NEAREST) / DOUBLINGS``, as (HEIGHT, WIDTH).

    Args:
        distances: metres along the ray, equirectangular (height, width), at least as many as levels; NaN (sky) and
            whatever is farther have the last level, nearer things the first. A level stands for the nearest of its
            pixels, so that thin things keep their place.
    """
    height, width = distances.shape
    rows, columns = np.arange(HEIGHT) * height // HEIGHT, np.arange(WIDTH) * width // WIDTH
    known = np.where(np.isnan(distances), np.inf, distances)
    metres = np.minimum.reduceat(np.minimum.reduceat(known, rows, axis=0), columns, axis=1)
    with np.errstate(divide="ignore"):
        levels = 255 / DOUBLINGS * np.log2(metres / NEAREST)
    return np.clip(np.rint(levels), 0, 255).astype(np.uint8)


def relief_picture(depth: Depth, scan: Scan, viewpoint_id: str) -> bytes:
    """A viewpoint's levels, in its panorama's own frame, as a grey PNG of some kilobytes.

    Raises:
        ImageNotFoundError: the viewpoint has no depth picture.
    """
    return _picture(_Wanted(depth.folder, scan.viewpoints[viewpoint_id], depth))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The picture of a viewpoint, which is in this folder."""

    folder: Path
    viewpoint: Viewpoint
    depth: Depth = field(compare=False)


@lru_cache(maxsize=4096)
def _picture(wanted: _Wanted) -> bytes:
    """The last ones are kept, as decoding a depth picture takes 50 ms."""
    from PIL import Image

    viewpoint = wanted.viewpoint
    distances = in_own_frame(wanted.depth.distances(viewpoint.viewpoint_id), viewpoint.orientation)
    written = BytesIO()
    Image.fromarray(relief(distances)).save(written, "PNG", optimize=True)
    return written.getvalue()
