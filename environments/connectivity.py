"""The connectivity files of the Matterport3D simulator: ``{scan_id}_connectivity.json``."""

from __future__ import annotations

from itertools import compress
from operator import and_
from typing import TYPE_CHECKING, Any

import numpy as np

from environments.errors import ConnectivityError
from environments.geometry import are_rotations, as_rotation
from environments.graph import NavigationGraph
from environments.reading import are_numbers, is_id, is_number, read_json
from environments.scan import Projection, Scan, Viewpoint

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

SUFFIX = "_connectivity.json"
REMEDY = "Take the file from the Matterport3D simulator again, or mend it."
PANORAMA_TO_POSE = np.array([[-1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, -1.0, 0.0]])
"""(3, 3): the pose's camera looks along its +z at skybox 3, x right, y down; the panorama's front is skybox 1."""


def read_connectivity(file: Path) -> Scan:
    """The scan that a connectivity file describes.

    Viewpoints are the entries with ``included``, edges what is ``unobstructed`` between two of them.

    Raises:
        ConnectivityError: it is not such a file; the message names file, entry and what is wrong.
    """
    entries = _read_entries(file)
    viewpoints = _viewpoints([entry for entry in entries if entry["included"]])
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


def _viewpoints(entries: list[dict[str, Any]]) -> dict[str, Viewpoint]:
    poses = _poses(entries)
    orientations = poses[:, :3, :3] @ PANORAMA_TO_POSE
    return {
        entry["image_id"]: Viewpoint(
            viewpoint_id=entry["image_id"],
            position=(x, y, z),
            orientation=as_rotation(orientation),
            height=entry.get("height"),
        )
        for entry, (x, y, z), orientation in zip(entries, poses[:, :3, 3].tolist(), orientations, strict=True)
    }


def _poses(entries: list[dict[str, Any]]) -> NDArray[np.float64]:
    """(n, 4, 4)."""
    return np.array([entry["pose"] for entry in entries], np.float64).reshape(-1, 4, 4)


def _edges(file: Path, entries: list[dict[str, Any]]) -> list[tuple[str, str]]:
    included = np.array([entry["included"] for entry in entries])
    unobstructed = np.array([entry["unobstructed"] for entry in entries]) & included & included[:, None]
    for a, b in np.argwhere(unobstructed & ~unobstructed.T):
        raise ConnectivityError(
            f"{file}, entry {a}: entry {b} is unobstructed from it, but it is not from entry {b}.",
            remedy=REMEDY,
        )
    return [
        (entries[a]["image_id"], entries[b]["image_id"]) for a, b in np.argwhere(np.triu(unobstructed, k=1))
    ]


def _visible(entries: list[dict[str, Any]]) -> dict[str, frozenset[str]] | None:
    """Of each included viewpoint, the included ones that it sees; None when an entry does not say."""
    if not all(_are_flags(entry.get("visible"), len(entries)) for entry in entries):
        return None
    ids, included = [entry["image_id"] for entry in entries], [entry["included"] for entry in entries]
    return {
        entry["image_id"]: frozenset(compress(ids, map(and_, entry["visible"], included)))
        for entry in compress(entries, included)
    }


def _read_entries(file: Path) -> list[dict[str, Any]]:
    entries = read_json(file, REMEDY)
    if not isinstance(entries, list) or not entries:
        raise ConnectivityError(f"{file} is not a list of at least one viewpoint.", remedy=REMEDY)
    numbers: dict[str, int] = {}
    for number, entry in enumerate(entries):
        if wrong := _fault(entry, len(entries)):
            raise ConnectivityError(f"{file}, entry {number}: {wrong}.", remedy=REMEDY)
        first = numbers.setdefault(entry["image_id"], number)
        if first != number:
            raise ConnectivityError(
                f"{file}, entry {number}: image_id {entry['image_id']!r} is that of entry {first}.",
                remedy=REMEDY,
            )
    for number in np.flatnonzero(~_are_poses(_poses(entries))).tolist():
        raise ConnectivityError(
            f"{file}, entry {number}: pose is not a row-major matrix of a rotation and a translation.",
            remedy=REMEDY,
        )
    return entries


def _fault(entry: object, count: int) -> str:
    """What is wrong with one entry of a file of ``count``; empty when nothing is."""
    if not isinstance(entry, dict):
        return "it is not an object"
    if missing := {"image_id", "pose", "included", "unobstructed"} - entry.keys():
        return f"{', '.join(sorted(missing))} missing"
    if not is_id(entry["image_id"]):
        return f"image_id is {entry['image_id']!r}, not a name of letters, digits, '_' and '-'"
    if not isinstance(entry["included"], bool):
        return f"included is {entry['included']!r}, neither true nor false"
    if not are_numbers(entry["pose"], 16):
        return "pose is not a list of 16 finite numbers"
    if not _are_flags(entry["unobstructed"], count):
        return f"unobstructed is not a list of {count} times true or false, one for each entry"
    if entry.get("height") is not None and not is_number(entry["height"]):
        return f"height is {entry['height']!r}, not a finite number"
    return ""


def _are_poses(matrices: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Of matrices (n, 4, 4), which ones turn and move."""
    moves: NDArray[np.bool_] = (matrices[:, 3] == (0, 0, 0, 1)).all(axis=-1)
    return are_rotations(matrices[:, :3, :3]) & moves


def _are_flags(value: object, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and set(map(type, value)) == {bool}
