"""A house's panoramas as a user's photographs: in no order, each turned by a random yaw and leaning a little; and where
they were truly taken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.spatial.transform import Rotation

from environments.folders import make_folder
from environments.geometry import as_rotation, rotation
from environments.own_places.folder import PanoramaFolder
from environments.tiles.sphere import turned

SIZE = (2048, 1024)
LEAN = np.radians(1)
"""Standard deviation about each of two axes: what a 360 camera's own levelling leaves."""


class Taken(NamedTuple):
    """Where a photograph was taken: position (3,) in metres, heading of its middle in radians."""

    viewpoint_id: str
    position: NDArray[np.float64]
    heading: float


def photographs(house: Path, folder: Path, seed: int = 7) -> dict[str, Taken]:
    """Write the panoramas of a house as ``IMG-0000.jpg`` and so on; the truth by these names."""
    panoramas = PanoramaFolder(house)
    (scan_id,) = panoramas.scan_ids()
    known = panoramas.panoramas(scan_id)
    order = np.random.default_rng(seed).permutation(sorted(known.images))
    found = [(name, known.images[name], np.array(known.scan.graph.position(name))) for name in order.tolist()]
    return _written(found, folder, "IMG", seed)


def helpers(rendered: Path, folder: Path, seed: int = 11) -> dict[str, Taken]:
    """The same for what ``render.py`` wrote; those that are not rendered are left out."""
    positions = json.loads((rendered / "positions.json").read_text())
    files = [(name, rendered / f"{name}.jpg", np.array(at)) for name, at in positions.items()]
    return _written([each for each in files if each[1].exists()], folder, "HLP", seed)


def _written(
    found: list[tuple[str, Path, NDArray[np.float64]]], folder: Path, prefix: str, seed: int
) -> dict[str, Taken]:
    make_folder(folder)
    rng = np.random.default_rng(seed)
    truth = {}
    for number, (name, file, position) in enumerate(found):
        yaw, leans = rng.uniform(-np.pi, np.pi), rng.normal(0, LEAN, 2)
        own = rotation(yaw) @ Rotation.from_euler("xy", leans).as_matrix()
        target = folder / f"{prefix}-{number:04d}.jpg"
        if not target.exists():
            with Image.open(file) as opened:
                small = opened.convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
            turned(small, as_rotation(own.T)).save(target, quality=92)
        truth[target.stem] = Taken(name, np.asarray(position), float(np.arctan2(own[0, 1], own[1, 1])))
    return truth
