"""How far away what each pixel of a panorama shows is, wherever that is known: from labels, or from the environment."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from environments.errors import ImageNotFoundError, InvalidDataError
from environments.geometry import heading_elevation
from environments.input.regular_files import read_regular
from environments.labels import LabelledEnvironment
from environments.pictures import decode_millimetres
from environments.regions.grid import cell_directions, cell_of
from environments.scan import CUBE_FACES, IDENTITY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from environments.geometry import Rotation
    from environments.protocol import Environment
    from environments.scan import Scan

    Floats = NDArray[np.float64]

SKYBOX_FACES = ("up", "front", "right", "back", "left", "down")
"""In the order in which Matterport3D numbers them."""
UNITS_A_METRE = 4000
"""Of Matterport3D's depth images: 0.25 mm."""


class Distances(Protocol):
    """Level depth pictures."""

    def distances(self, viewpoint_id: str) -> Floats:
        """Metres along the ray of each pixel (height, width) of a level picture with heading 0 in its middle; NaN where
        there is only sky, or nothing is told.

        Raises:
            ImageNotFoundError: the viewpoint has none.
        """


class Depth(Distances, Protocol):
    """The depth pictures of one scan."""

    @property
    def folder(self) -> Path:
        """Where they are."""

    def has_distances(self, viewpoint_id: str) -> bool:
        """Whether a viewpoint has one."""


@runtime_checkable
class EnvironmentWithDepth(Protocol):
    """An environment that knows distances without labels."""

    def depth(self, scan_id: str) -> Depth:
        """The depth pictures of a scan, of which there may be none."""


def depth_of(environment: Environment, scan_id: str) -> Depth | None:
    """The depth pictures of a scan; None where nobody knows distances."""
    if isinstance(environment, EnvironmentWithDepth):
        return environment.depth(scan_id)
    return environment.labels(scan_id) if isinstance(environment, LabelledEnvironment) else None


def in_own_frame(distances: Floats, orientation: Rotation) -> Floats:
    """A level depth picture as a panorama's own frame has it, pixel for pixel."""
    if orientation == IDENTITY:
        return distances
    looks = cell_directions(*distances.shape) @ np.array(orientation).T
    told: Floats = distances[cell_of(*heading_elevation(looks), *distances.shape)]
    return told


@dataclass(frozen=True, slots=True)
class SkyboxDepth:
    """The depth of Matterport3D's skyboxes, as the simulator's ``depth_to_skybox.py`` writes it: for each viewpoint one
    picture, ``VIEWPOINT_skybox_depth_small.png``, of its six square faces beside each other.

    ``folder`` has the pictures, ``inside`` is the folder that they must lie in.
    """

    folder: Path
    inside: Path
    scan: Scan

    def has_distances(self, viewpoint_id: str) -> bool:
        """Whether the viewpoint has such a picture."""
        return self._file(viewpoint_id).is_file()

    def distances(self, viewpoint_id: str) -> Floats:
        """As ``Depth``; twice as wide as a face, four times as many columns."""
        faces = self._faces(viewpoint_id)
        side = faces.shape[1]
        orientation = np.array(self.scan.viewpoints[viewpoint_id].orientation)
        number, row, column = _cells_of(cell_directions(side, 2 * side) @ orientation, side)
        metres = faces[number, row, column] / UNITS_A_METRE
        return np.where(metres == 0, np.nan, metres)

    def _faces(self, viewpoint_id: str) -> NDArray[np.uint16]:
        """(6, side, side) in the order of ``CUBE_FACES``."""
        file = self._file(viewpoint_id)
        try:
            picture = np.asarray(decode_millimetres(read_regular(file, self.inside)))
        except (OSError, InvalidDataError) as error:
            raise ImageNotFoundError(
                f"There is no depth picture at {file}.",
                remedy="Write it with the simulator's depth_to_skybox.py.",
            ) from error
        side = picture.shape[0]
        if picture.shape[1] != 6 * side:
            raise ImageNotFoundError(
                f"{file} has {picture.shape[1]} x {side} pixels, not six squares beside each other.",
                remedy="Write it anew with the simulator's depth_to_skybox.py.",
            )
        faces = picture.reshape(side, 6, side).swapaxes(0, 1).astype(np.uint16)
        return faces[[SKYBOX_FACES.index(face) for face in CUBE_FACES]]

    def _file(self, viewpoint_id: str) -> Path:
        return self.folder / f"{viewpoint_id}_skybox_depth_small.png"


def _cells_of(looks: Floats, side: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """The face, row and column of the pixels of a cube that directions (..., 3) in its own frame meet."""
    from environments.tiles.cut import FACE_AXES

    axes = np.array([FACE_AXES[face] for face in CUBE_FACES], np.float64)
    face = np.argmax(looks @ axes[:, 0].T, axis=-1)
    along, across, down = (np.sum(looks * axes[face, axis], axis=-1) for axis in range(3))
    row, column = (((way / along + 1) * side / 2).astype(np.intp).clip(0, side - 1) for way in (down, across))
    return face, row, column
