"""Models that another program found of the same photographs: COLMAP's files, and OpenSfM's ``reconstruction.json``.

Both place cameras (x right, y down, z forward) by where they stand in the model and how they are turned, and say which
picture sees which point. Sources: COLMAP's documentation, "Output Format"; OpenSfM's, "Reconstruction file format" and
its ``tracks.csv``, whose places in a picture are in parts of its width, from its middle.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import cv2
import msgspec
import numpy as np

from environments.errors import InvalidDataError
from environments.files import read_json_as
from environments.geometry import direction
from environments.input.regular_files import read_regular
from environments.input.text import NotTextError, text_of
from environments.mapping.model import Matches, Model
from environments.mapping.reconstruction import PANORAMA_OF_CAMERA, colmap, model_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

OPENSFM, TRACKS = "reconstruction.json", "tracks.csv"
WHOLE_SPHERES = {"spherical", "equirectangular"}
FEWEST_SHARED = 15
"""Points that two pictures share, to say whether they fit."""
REMEDY = "Name a folder with COLMAP's images, cameras and points3D, or with OpenSfM's reconstruction.json."


class Given(NamedTuple):
    """Models, the largest first, and what their pictures share; by the names of the pictures' files."""

    models: list[Model]
    matches: dict[tuple[str, str], Matches]


class SeenPoints(NamedTuple):
    """What a picture sees: (n,) points, sorted, each once, and the rays (n, 3) to them in its own frame."""

    points: Ints
    rays: Floats


def given_models(folder: Path) -> Given:
    """Read what another program found.

    Raises:
        ConfigurationError: pycolmap, which reads COLMAP's files, is not installed.
        ConnectivityError, InvalidDataError: there are no such files, or their cameras are no whole spheres.
    """
    if (folder / OPENSFM).is_file():
        return _opensfm(folder)
    parts = [each for each in (folder, *sorted(folder.glob("*/"))) if any(each.glob("images.*"))]
    if not parts:
        raise InvalidDataError(f"There is no model in {folder}.", remedy=REMEDY)
    return _colmap(parts)


def _colmap(folders: Sequence[Path]) -> Given:
    models: list[Model] = []
    seen: dict[str, SeenPoints] = {}
    for folder in folders:
        try:
            found = colmap().Reconstruction(folder)
        except (RuntimeError, ValueError) as error:
            raise InvalidDataError(f"COLMAP's files in {folder} cannot be read.", remedy=REMEDY) from error
        _refuse_others({str(each.model.name) for each in found.cameras.values()}, {"EQUIRECTANGULAR"}, folder)
        model = model_of(found)
        models.append(_by_file(model))
        seen |= {Path(each.name).name: _seen_by_colmap(each, found) for each in found.images.values()}
    models.sort(key=lambda model: (-len(model.names), model.names))
    return Given(models, _matches(seen))


def _seen_by_colmap(image: Any, found: Any) -> SeenPoints:
    camera = found.cameras[image.camera_id]
    observed = [each for each in image.points2D if each.has_point3D()]
    pixels = np.array([each.xy for each in observed], np.float64).reshape(-1, 2)
    turned = (pixels / (camera.width, camera.height) - 0.5) * (2 * np.pi, -np.pi)
    return _once(np.array([each.point3D_id for each in observed], np.int64), direction(*turned.T))


class _Camera(msgspec.Struct):
    projection_type: str


class _Shot(msgspec.Struct):
    rotation: tuple[float, float, float]
    translation: tuple[float, float, float]


class _Point(msgspec.Struct):
    coordinates: tuple[float, float, float]


class _Placed(msgspec.Struct):
    cameras: dict[str, _Camera]
    shots: dict[str, _Shot]
    points: dict[str, _Point] = {}


def _opensfm(folder: Path) -> Given:
    placed = read_json_as(list[_Placed], folder / OPENSFM, REMEDY, folder)
    for each in placed:
        _refuse_others({camera.projection_type for camera in each.cameras.values()}, WHOLE_SPHERES, folder)
    tracks = _tracks(folder / TRACKS)
    models = [_opensfm_model(each, tracks) for each in placed if each.shots]
    models.sort(key=lambda model: (-len(model.names), model.names))
    numbers = {
        name: row for row, name in enumerate(sorted({track for all_ in tracks.values() for track in all_}))
    }
    seen = {
        Path(name).name: _once(
            np.array([numbers[track] for track in all_], np.int64), np.array([*all_.values()]).reshape(-1, 3)
        )
        for name, all_ in tracks.items()
    }
    return Given([_by_file(each) for each in models], _matches(seen))


def _tracks(file: Path) -> dict[str, dict[str, Floats]]:
    """The ray of each track that each picture sees; empty where there is no such file."""
    if not file.exists():
        return {}
    seen: dict[str, dict[str, Floats]] = {}
    try:
        for number, line in enumerate(text_of(read_regular(file, file.parent)).splitlines(), start=1):
            row = line.split("\t")
            if len(row) == 1:
                continue  # the first line names the version
            try:
                x, y = float(row[3]), float(row[4])
            except (IndexError, ValueError):
                x = y = math.nan
            if not (abs(x) <= 1 and abs(y) <= 1):
                raise InvalidDataError(f"{file}:{number} is no observation.", remedy=REMEDY)
            seen.setdefault(row[0], {})[row[1]] = direction(2 * np.pi * x, -2 * np.pi * y)
    except (OSError, NotTextError) as error:
        raise InvalidDataError(f"{file} cannot be read: {error}.", remedy=REMEDY) from error
    return seen


def _opensfm_model(placed: _Placed, tracks: Mapping[str, Mapping[str, Floats]]) -> Model:
    names = sorted(placed.shots)
    turns = np.array([cv2.Rodrigues(np.array(placed.shots[name].rotation))[0].T for name in names])
    shifts = np.array([placed.shots[name].translation for name in names])
    number = {name: row for row, name in enumerate(placed.points)}
    sightings = [
        (row, number[track])
        for row, name in enumerate(names)
        for track in tracks.get(name, ())
        if track in number
    ]
    return Model(
        tuple(names),
        -np.einsum("nij,nj->ni", turns, shifts),
        turns @ PANORAMA_OF_CAMERA.T,
        np.array([each.coordinates for each in placed.points.values()], np.float64).reshape(-1, 3),
        np.array(sightings, np.int64).reshape(-1, 2),
    )


def _refuse_others(kinds: set[str], wanted: set[str], folder: Path) -> None:
    if others := kinds - wanted:
        raise InvalidDataError(
            f"Cameras of the model in {folder} are {', '.join(sorted(others))}.",
            remedy="Place whole equirectangular panoramas, not views cut out of them.",
        )


def _by_file(model: Model) -> Model:
    return replace(model, names=tuple(Path(name).name for name in model.names))


def _once(points: Ints, rays: Floats) -> SeenPoints:
    first, at = np.unique(points, return_index=True)
    return SeenPoints(first, rays[at].reshape(-1, 3))


def _matches(seen: Mapping[str, SeenPoints]) -> dict[tuple[str, str], Matches]:
    """What each two pictures share, in pairs of rays."""
    names = sorted(seen)
    found = {}
    for row, a in enumerate(names):
        for b in names[row + 1 :]:
            both, here, there = np.intersect1d(
                seen[a].points, seen[b].points, assume_unique=True, return_indices=True
            )
            if len(both) >= FEWEST_SHARED:
                found[a, b] = Matches(seen[a].rays[here], seen[b].rays[there])
    return found
