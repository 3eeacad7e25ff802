"""Depth pictures as they are kept in memory, and the smooth surfaces in them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from environments.regions.grid import cell_directions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from environments.depth_pictures import Distances

    Floats = NDArray[np.float64]

SKY = np.iinfo(np.uint16).max
"""In millimetres: only sky, or farther than 65 m."""
_BEND = np.cos(np.radians(20))  # between neighbouring pixels of one surface
_STEP, _STEP_SHARE = (
    0.003,
    0.35,
)  # metres, and share of a pixel's width, from a pixel to its neighbour's plane
_NOTHING = 1e3  # metres to the sky
_PICTURES, _SURFACES = 96, 48  # viewpoints that stay in memory, of 1 MB and of 2 MB
Kept = TypeVar("Kept")


class Surfaces(NamedTuple):
    """The number of the surface of each pixel (h, w), and how many pixels each surface has."""

    numbers: NDArray[np.int32]
    sizes: NDArray[np.int64]


class Pictures:
    """The depth pictures that were looked at last; for any number of threads.

    Surfaces are found once they are asked for: most viewpoints do not see a thing, which distances alone tell.
    """

    def __init__(self, depth: Distances) -> None:
        self._depth = depth
        self._millimetres: OrderedDict[str, NDArray[np.uint16]] = OrderedDict()
        self._surfaces: OrderedDict[str, Surfaces] = OrderedDict()
        self._turn = Lock()

    def millimetres(self, viewpoint_id: str) -> NDArray[np.uint16]:
        """To what each pixel (h, w) shows, along its ray; ``SKY`` where there is nothing.

        Raises:
            ImageNotFoundError: the viewpoint has no depth picture.
        """

        def read() -> NDArray[np.uint16]:
            told = np.nan_to_num(self._depth.distances(viewpoint_id), nan=_NOTHING)
            return np.minimum(np.round(told * 1000), SKY).astype(np.uint16)

        with self._turn:
            return _kept(self._millimetres, viewpoint_id, _PICTURES, read)

    def surfaces(self, viewpoint_id: str) -> Surfaces:
        """The smooth surfaces that a picture shows.

        Raises:
            ImageNotFoundError: as ``millimetres``.
        """
        millimetres = self.millimetres(viewpoint_id)

        def find() -> Surfaces:
            numbers = surfaces_in(np.where(millimetres == SKY, _NOTHING, millimetres / 1000))
            return Surfaces(numbers, np.bincount(numbers.ravel()))

        with self._turn:
            return _kept(self._surfaces, viewpoint_id, _SURFACES, find)


def _kept(store: OrderedDict[str, Kept], name: str, most: int, make: Callable[[], Kept]) -> Kept:
    if name not in store:
        store[name] = make()
        if len(store) > most:
            store.popitem(last=False)
    store.move_to_end(name)
    return store[name]


def surfaces_in(metres: Floats) -> NDArray[np.int32]:
    """The number of the smooth surface that each pixel (h, w) of a depth picture shows: neighbouring pixels are on one
    where each lies in the other's plane and the planes hardly bend."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    points = metres[..., np.newaxis] * cell_directions(*metres.shape)
    normal = np.cross(_slope(points, 1), _slope(points, 0))
    normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-12)
    number = np.arange(metres.size).reshape(metres.shape)
    slack = _STEP + _STEP_SHARE * np.pi / len(metres) * metres
    joined = []
    for axis in (0, 1):
        step, other = np.roll(points, -1, axis) - points, np.roll(normal, -1, axis)
        off = np.maximum(
            np.abs(np.einsum("hwk,hwk->hw", step, normal)), np.abs(np.einsum("hwk,hwk->hw", step, other))
        )
        smooth = (off < slack) & (np.einsum("hwk,hwk->hw", normal, other) > _BEND)
        if axis == 0:
            smooth[-1] = False  # the poles are no neighbours
        joined.append(np.stack([number[smooth], np.roll(number, -1, axis)[smooth]]))
    first, second = np.concatenate(joined, axis=1)
    pairs = coo_array((np.ones(len(first), np.bool_), (first, second)), shape=(metres.size, metres.size))
    _, surface = connected_components(pairs, directed=False)
    return np.asarray(surface, np.int32).reshape(metres.shape)


def _slope(points: Floats, axis: int) -> Floats:
    """The step (h, w, 3) to the nearer of both neighbours, so that no step leads over an edge."""
    ahead, behind = np.roll(points, -1, axis) - points, points - np.roll(points, 1, axis)
    nearer = np.linalg.norm(ahead, axis=-1) < np.linalg.norm(behind, axis=-1)
    return np.where(nearer[..., np.newaxis], ahead, behind)
