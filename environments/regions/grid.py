"""Equirectangular grids and pictures: which direction a cell looks to, and which cell a direction lies in.

Column 0 begins at heading -pi, so heading 0 is in the middle; row 0 is straight up.
"""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

import numpy as np

from environments.geometry import direction

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def cell_directions(rows: int, columns: int) -> NDArray[np.float64]:
    """Unit vectors (rows, columns, 3) in the z-up world to the centres of cells."""
    heading = ((np.arange(columns) + 0.5) / columns - 0.5) * 2 * pi
    elevation = (0.5 - (np.arange(rows) + 0.5) / rows) * pi
    return direction(heading, elevation[:, np.newaxis])


def cell_of(
    heading: ArrayLike, elevation: ArrayLike, rows: int, columns: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The row (...) and column (...) of the cells that hold directions; headings of any size."""
    column = np.floor((np.asarray(heading) / (2 * pi) + 0.5) * columns).astype(np.int64) % columns
    row = np.floor((0.5 - np.asarray(elevation) / pi) * rows).astype(np.int64).clip(0, rows - 1)
    return row, column
