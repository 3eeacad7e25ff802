"""The panorama files of the 2021 toolkit: one JSON file per panorama, ``pano0.json`` and so on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from environments.errors import ConnectivityError
from environments.files import are_numbers, is_id, is_image_below, read_json, shown
from environments.geometry import as_rotation, is_rotation, to_z_up
from environments.own_places.graph_json import NO_NAME, PanoramaScan, panorama_scan
from environments.scan import Viewpoint

PATTERN = "pano*.json"
REMEDY = "Write a graph.json instead; environments/README.md describes it."
PANORAMA_TO_CAMERA = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]])
"""(3, 3): the centre of an image looks along the -x of the camera in ``exmat``, its right along -z, its up along +y."""


def read_pano_files(folder: Path, inside: Path) -> PanoramaScan:
    """Read the scan that the ``pano*.json`` files of a folder describe; it is named like the folder.

    ``exmat`` is the camera-to-world matrix in three.js' frame, column-major as three.js' ``toArray`` writes it. The
    2021 viewer put the image on three.js' SphereGeometry, mirrored in x, and turned it by ``exmat``: the column at
    fraction u of the width then looks along (cos 2πu, 0, sin 2πu) of the camera, which is -x at the centre and -z, a
    quarter turn to the right, at u = 3/4.

    Raises:
        ConnectivityError: a file is malformed, or could be read in more than one way (several images, a row-major
            matrix, an edge in one direction only); the message names it.
    """
    files = sorted(folder.glob(PATTERN))
    entries = {file: _read_entry(file, inside) for file in files}
    navigable = {entry["id"]: entry["navigable"] for entry in entries.values()}
    if not is_id(folder.resolve().name) or len(navigable) < len(files):
        raise ConnectivityError(
            f"{folder}: two of its files have one id, or its name is not made of letters, digits, '_' and '-'.",
            remedy=REMEDY,
        )
    for file, entry in entries.items():
        _check_neighbors(file, entry, navigable)
    return panorama_scan(
        folder.resolve().name,
        [_viewpoint(entry) for entry in entries.values()],
        [(a, b) for a, neighbors in navigable.items() for b in neighbors if a < b],
        {entry["id"]: folder / entry["urls"][0] for entry in entries.values()},
        {},  # it states matrices
    )


def _viewpoint(entry: dict[str, Any]) -> Viewpoint:
    camera_to_world = np.reshape(entry["exmat"], (4, 4)).T.astype(np.float64)
    x, y, z = to_z_up(camera_to_world[:3, 3]).tolist()
    columns = camera_to_world[:3, :3] @ PANORAMA_TO_CAMERA
    return Viewpoint(entry["id"], (x, y, z), as_rotation(to_z_up(columns.T).T))


def _check_neighbors(file: Path, entry: dict[str, Any], navigable: dict[str, list[str]]) -> None:
    for neighbor in entry["navigable"]:
        if neighbor == entry["id"] or entry["id"] not in navigable.get(neighbor, []):
            raise ConnectivityError(
                f"{file}: {neighbor!r} is navigable from {entry['id']!r}, but not the other way round.",
                remedy=REMEDY,
            )


def _read_entry(file: Path, inside: Path) -> dict[str, Any]:
    entry = read_json(file, REMEDY, inside)
    if wrong := _fault(entry):
        raise ConnectivityError(f"{file}: {wrong}.", remedy=REMEDY)
    checked: dict[str, Any] = entry
    return checked


def _fault(entry: Any) -> str:
    """The fault of one file; empty if there is none."""
    if not isinstance(entry, dict) or {"id", "exmat", "urls", "navigable"} - entry.keys():
        return "it is not an object with id, exmat, urls and navigable"
    if not is_id(entry["id"]):
        return f"id is {shown(entry['id'])}, {NO_NAME}"
    if not are_numbers(entry["exmat"], 16):
        return "exmat is not a list of 16 finite numbers"
    if not _is_column_major_pose(np.reshape(entry["exmat"], (4, 4)).T):
        return "exmat is not a column-major matrix of a rotation and a translation"
    if not isinstance(entry["urls"], list) or len(entry["urls"]) != 1 or not is_image_below(entry["urls"][0]):
        return f"urls is {shown(entry['urls'])}, not one equirectangular image in this folder or below it"
    if not isinstance(entry["navigable"], list) or not all(
        isinstance(name, str) for name in entry["navigable"]
    ):
        return "navigable is not a list of ids"
    return ""


def _is_column_major_pose(matrix: np.ndarray[Any, np.dtype[np.float64]]) -> bool:
    return is_rotation(matrix[:3, :3]) and matrix[3].tolist() == [0, 0, 0, 1]
