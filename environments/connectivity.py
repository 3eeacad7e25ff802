"""The connectivity files of the Matterport3D simulator: ``{scan_id}_connectivity.json``."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from typing import TYPE_CHECKING, Annotated

import msgspec
import numpy as np

from environments.errors import ConnectivityError
from environments.files import ID, read_json_as
from environments.geometry import are_rotations, as_rotations
from environments.graph import NavigationGraph
from environments.scan import Projection, Scan, Viewpoint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

SUFFIX = "_connectivity.json"
REMEDY = "Take the file again from where it came, or mend it."
PANORAMA_TO_POSE = np.array([[-1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, -1.0, 0.0]])
"""(3, 3): the pose's camera looks along its +z at skybox 3, x right, y down; the panorama's front is skybox 1."""


class ConnectivityEntry(msgspec.Struct, gc=False):
    """The fields that are read of one viewpoint; ``pose`` is a row-major (4, 4) matrix."""

    image_id: Annotated[str, msgspec.Meta(pattern=ID)]
    pose: Annotated[list[float], msgspec.Meta(min_length=16, max_length=16)]
    included: bool
    unobstructed: list[bool]
    visible: list[bool] | None = None
    height: float | None = None


def read_connectivity(file: Path, inside: Path) -> Scan:
    """Read the scan that a connectivity file describes, which lies ``inside`` a folder.

    Viewpoints are the entries with ``included``; edges are the ``unobstructed`` pairs of them.

    Raises:
        ConnectivityError: the file is not valid; the message names file, entry and fault.
    """
    entries = _read_entries(file, inside)
    viewpoints = _viewpoints([entry for entry in entries if entry.included])
    if not viewpoints:
        raise ConnectivityError(f"{file} includes none of its {len(entries)} viewpoints.", remedy=REMEDY)
    positions = {viewpoint_id: viewpoint.position for viewpoint_id, viewpoint in viewpoints.items()}
    return Scan(
        scan_id=file.name.removesuffix(SUFFIX),
        viewpoints=viewpoints,
        graph=NavigationGraph(positions, _edges(file, entries)),
        projection=Projection.CUBEMAP,
        visible=_visible(entries),
    )


def _viewpoints(entries: list[ConnectivityEntry]) -> dict[str, Viewpoint]:
    poses = _poses(entries)
    orientations = as_rotations(poses[:, :3, :3] @ PANORAMA_TO_POSE)
    return {
        entry.image_id: Viewpoint(
            viewpoint_id=entry.image_id,
            position=(x, y, z),
            orientation=orientation,
            height=entry.height,
        )
        for entry, (x, y, z), orientation in zip(entries, poses[:, :3, 3].tolist(), orientations, strict=True)
    }


def _poses(entries: list[ConnectivityEntry]) -> NDArray[np.float64]:
    """The poses (n, 4, 4) of the entries."""
    return np.array([entry.pose for entry in entries], np.float64).reshape(-1, 4, 4)


def _edges(file: Path, entries: list[ConnectivityEntry]) -> list[tuple[str, str]]:
    included = np.array([entry.included for entry in entries])
    unobstructed = _matrix([entry.unobstructed for entry in entries]) & included & included[:, None]
    one_way = np.argwhere(unobstructed & ~unobstructed.T)
    if len(one_way):
        a, b = one_way[0]
        others = f" {len(one_way) - 1} more edges lead one way only." if len(one_way) > 1 else ""
        raise ConnectivityError(
            f"{file}, entry {a}: entry {b} is unobstructed from it, but it is not from entry {b}.{others}",
            remedy=REMEDY,
        )
    ids = [entry.image_id for entry in entries]
    return [(ids[a], ids[b]) for a, b in np.argwhere(np.triu(unobstructed, k=1)).tolist()]


def _matrix(rows: list[list[bool]]) -> NDArray[np.bool_]:
    """Make an (n, n) array of lists, several times faster than ``np.array``."""
    return np.frombuffer(b"".join(map(bytes, rows)), np.bool_).reshape(len(rows), len(rows))


def _visible(entries: list[ConnectivityEntry]) -> Mapping[str, frozenset[str]] | None:
    """The visible viewpoints of each viewpoint, both included in the scan; None when an entry does not say."""
    rows = [entry.visible for entry in entries if entry.visible is not None]
    if len(rows) != len(entries) or any(len(row) != len(entries) for row in rows):
        return None
    included = [number for number, entry in enumerate(entries) if entry.included]
    return _Sights(
        [entries[number].image_id for number in included], _matrix(rows)[np.ix_(included, included)]
    )


class _Sights(Mapping[str, frozenset[str]]):
    """The visible viewpoints of each viewpoint. Sets are made on demand: a scan has tens of thousands of such pairs."""

    def __init__(self, viewpoint_ids: Sequence[str], sees: NDArray[np.bool_]) -> None:
        self._index = {viewpoint_id: index for index, viewpoint_id in enumerate(viewpoint_ids)}
        self._sees = sees

    def __getitem__(self, viewpoint_id: str) -> frozenset[str]:
        return frozenset(compress(self._index, self._sees[self._index[viewpoint_id]].tolist()))

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)


def _read_entries(file: Path, inside: Path) -> list[ConnectivityEntry]:
    entries = read_json_as(list[ConnectivityEntry], file, REMEDY, inside)
    if not entries:
        raise ConnectivityError(f"{file} is not a list of at least one viewpoint.", remedy=REMEDY)
    numbers: dict[str, int] = {}
    for number, entry in enumerate(entries):
        if len(entry.unobstructed) != len(entries):
            raise ConnectivityError(
                f"{file}, entry {number}: unobstructed is not a list of {len(entries)} times true or false, "
                "one for each entry.",
                remedy=REMEDY,
            )
        first = numbers.setdefault(entry.image_id, number)
        if first != number:
            raise ConnectivityError(
                f"{file}, entry {number}: image_id {entry.image_id!r} is already used by entry {first}.",
                remedy=REMEDY,
            )
    for number in np.flatnonzero(~_are_poses(_poses(entries))).tolist():
        raise ConnectivityError(
            f"{file}, entry {number}: pose is not a row-major matrix of a rotation and a translation.",
            remedy=REMEDY,
        )
    return entries


def _are_poses(matrices: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of the matrices (n, 4, 4) consist of a rotation and a translation."""
    moves: NDArray[np.bool_] = (matrices[:, 3] == (0, 0, 0, 1)).all(axis=-1)
    return are_rotations(matrices[:, :3, :3]) & moves
