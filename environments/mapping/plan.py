"""A floor plan of each storey from what cameras saw: floor is free where they saw through the air above it, and
something stands where points lie along lines.

It is a sketch: plain walls have no points, and fronts of furniture look like walls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from environments.floor_plan import Floor, FloorPlan
from environments.mapping.steps import FEWEST_RAYS, Rays, rays_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from environments.floor_plan import Outline, Segment
    from environments.mapping.model import Model

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

CELL = 0.1
"""Metres of a cell's side."""
MARGIN = 0.5
"""Metres around all that is seen, so that what is beside a line is in the grid."""
REACH = 8.0
"""Metres from a camera within which what it sees is drawn."""
BEFORE = 0.15
"""Metres of a ray before its point that do not count as free."""
LOW, HIGH = 0.1, 2.0
"""Metres above the floor between which a ray passes through the air that a person needs."""
STANDING, CEILING = 0.5, 2.3
"""Metres above the floor between which points are of what stands there."""
FEWEST_POINTS = 100
"""Of a storey; with fewer nothing is drawn."""
LEAST_AREA = 0.5
"""Square metres of free floor, and of a hole in it."""
SIMPLER = 0.08
"""Metres by which an outline may be simplified."""
THICK, GAP, SHORTEST = 0.08, 0.7, 0.4
"""Metres: points beside a line that are on it; between two on one stretch; of a stretch."""
FEWEST_ON_LINE = 7
"""Points of a stretch."""
ANGLES = np.radians(np.arange(180))
"""Of lines; walls stand at right angles to each other."""
AT_ONCE = 2000
"""Rays that are followed together; more take more memory."""


class _Grid(NamedTuple):
    """Cells (rows, columns), whose first one begins at a place (2,) in metres."""

    start: Floats
    shape: tuple[int, int]

    def cells(self, places: Floats) -> Ints:
        """The cells (n, 2), row and column, of places (n, 2) that are in it."""
        return self._rows_columns(places)[self.holds(places)]

    def holds(self, places: Floats) -> Bools:
        """Which of the places (n, 2) are in it."""
        at = self._rows_columns(places)
        inside: Bools = np.all((at >= 0) & (at < self.shape), axis=1)
        return inside

    def _rows_columns(self, places: Floats) -> Ints:
        at: Ints = np.floor((places - self.start) / CELL).astype(np.int64)
        return at[:, ::-1]

    def place(self, x: int, y: int) -> tuple[float, float]:
        """The middle of the cell in column x and row y, in metres."""
        return (
            round(float(self.start[0] + (x + 0.5) * CELL), 3),
            round(float(self.start[1] + (y + 0.5) * CELL), 3),
        )


def floor_plan_of(model: Model, storeys: Ints, eye: float) -> FloorPlan | None:
    """The floors of a model in metres, the lowest first; None where too little was seen of all of them. One that too
    little was seen of is empty.

    Args:
        storeys: (n,) of each photograph.
        eye: metres of the cameras above their floors.
    """
    floors = tuple(_floor(model, storeys == storey, eye) for storey in range(storeys.max() + 1))
    return FloorPlan(floors, sketch=True) if any(floor.free for floor in floors) else None


def _floor(model: Model, here: Bools, eye: float) -> Floor:
    z = float(np.median(model.centres[here, 2])) - eye
    rays = rays_of(model.only([name for name, on in zip(model.names, here, strict=True) if on]))
    rays = rays.only(rays.length < REACH)
    ends = rays.start + rays.length[:, None] * rays.along
    standing = ends[(ends[:, 2] > z + STANDING) & (ends[:, 2] < z + CEILING)]
    standing = np.unique(standing.round(3), axis=0)[:, :2]
    if len(standing) < FEWEST_POINTS:
        return Floor(round(z, 3), (), (), ())
    low = ends[:, :2].min(axis=0) - MARGIN
    columns, rows = np.ceil((ends[:, :2].max(axis=0) + MARGIN - low) / CELL).astype(int).tolist()
    grid = _Grid(low, (rows, columns))
    seen_through = _seen_through(rays, z, grid)
    walls = tuple(_stretches(standing, seen_through, grid))
    return Floor(round(z, 3), walls, (), (), tuple(_outlines(seen_through, model.centres[here], grid)))


def _seen_through(rays: Rays, z: float, grid: _Grid) -> Bools:
    """The cells above whose floor enough rays pass."""
    passing: Ints = np.zeros(grid.shape, np.int64)
    counts = np.ceil((rays.length - BEFORE) / (CELL / 2)).astype(np.int64).clip(0)
    for first in range(0, len(counts), AT_ONCE):
        part = slice(first, first + AT_ONCE)
        ray = np.repeat(np.arange(len(counts[part])), counts[part])
        which = np.arange(len(ray)) - np.repeat(counts[part].cumsum() - counts[part], counts[part])
        way = rays.start[part][ray] + (which * (CELL / 2))[:, None] * rays.along[part][ray]
        over = (way[:, 2] > z + LOW) & (way[:, 2] < z + HIGH) & grid.holds(way[:, :2])
        rows, columns = grid.cells(way[over, :2]).T
        each_once = np.unique(ray[over] * passing.size + rows * grid.shape[1] + columns)
        cells, times = np.unique(each_once % passing.size, return_counts=True)
        passing.flat[cells] += times
    return passing >= FEWEST_RAYS


def _outlines(free: Bools, centres: Floats, grid: _Grid) -> Iterator[Outline]:
    """Of the free floor around the cameras; those of holes run the other way round."""
    closed = cv2.morphologyEx(free.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, parts = cv2.connectedComponents(opened, connectivity=4)
    around = set(parts[tuple(grid.cells(centres[:, :2]).T)].tolist()) - {0}
    kept = np.isin(parts, sorted(around)).astype(np.uint8)
    contours, _ = cv2.findContours(kept, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        simpler = cv2.approxPolyDP(contour, SIMPLER / CELL, closed=True)
        if len(simpler) > 2 and cv2.contourArea(simpler) * CELL**2 > LEAST_AREA:
            yield tuple(grid.place(x, y) for x, y in simpler[:, 0].tolist())


def _stretches(points: Floats, free: Bools, grid: _Grid) -> Iterator[Segment]:
    """Where many points lie along a line of the two directions of most walls, without what was seen through."""
    normals = _directions(points)
    while len(points) >= FEWEST_ON_LINE:
        lines = [(*_best_offset(points @ normal), normal) for normal in normals]
        _, offset, normal = max(lines, key=lambda line: line[0])
        on_line = np.abs(points @ normal - offset) <= THICK + 1e-9  # those at its very edge must go too
        offset = float(np.median(points[on_line] @ normal))
        along = np.array([-normal[1], normal[0]])
        for run in _runs(np.sort(points[on_line] @ along)):
            if len(run) >= FEWEST_ON_LINE and run[-1] - run[0] >= SHORTEST:
                for start, end in _solid(run, normal * offset, along, free, grid):
                    yield _rounded(start), _rounded(end)
        points = points[~on_line]


def _directions(points: Floats) -> Floats:
    """Across the walls (2, 2): the two directions, at right angles, in which points share the fewest places."""
    turns = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=-1)
    sharing = [(_votes(points @ turn)[1] ** 2).sum() for turn in turns]
    best = int(np.argmax(np.array(sharing[:90]) + np.array(sharing[90:])))
    chosen: Floats = turns[[best, best + 90]]
    return chosen


def _votes(places: Floats) -> tuple[int, Ints]:
    """How many places are in each stretch of ``THICK``, and which number the first of these has."""
    bins = np.floor(places / THICK).astype(np.int64)
    return int(bins.min()), np.bincount(bins - bins.min())


def _best_offset(places: Floats) -> tuple[int, float]:
    """How many places are within ``THICK`` of one, at most, and of which."""
    first, votes = _votes(places)
    pairs = votes + np.append(votes[1:], 0)
    return int(pairs.max()), float((first + int(pairs.argmax()) + 1) * THICK)


def _runs(sorted_places: Floats) -> list[Floats]:
    """Places along a line, apart where nothing is for longer than ``GAP``."""
    return np.split(sorted_places, np.flatnonzero(np.diff(sorted_places) > GAP) + 1)


def _solid(
    run: Floats, foot: Floats, along: Floats, free: Bools, grid: _Grid
) -> Iterator[tuple[Floats, Floats]]:
    """The parts of a stretch that nobody saw through: it is free on both sides. Rays along a wall make its own free."""
    at = np.arange(run[0], run[-1] + CELL / 2, CELL / 2)
    places = foot + at[:, None] * along
    aside = 2 * CELL * np.array([along[1], -along[0]])
    crossed = [free[tuple(grid.cells(places + way).T)] for way in (-aside, 0 * aside, aside)]
    solid = ~np.all(crossed, axis=0)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], solid, [False]]).astype(int)))
    for start, end in edges.reshape(-1, 2).tolist():
        if at[end - 1] - at[start] >= SHORTEST / 2:
            yield places[start], places[end - 1]


def _rounded(place: Floats) -> tuple[float, float]:
    x, y = place.round(3).tolist()
    return (x, y)
