"""Gibson: the panoramas and camera poses of its database of spaces, with navigation graphs made for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from environments.connectivity import SUFFIX, read_connectivity
from environments.errors import ConfigurationError, ConnectivityError, ImageNotFoundError, ScanNotFoundError
from environments.files import are_numbers, read_image, read_json
from environments.geometry import as_rotation, is_rotation
from environments.graph import NavigationGraph
from environments.scan import FACES, EncodedImage, Projection, Scan, Viewpoint

POSES = "camera_poses.csv"
PANORAMA_TO_CAMERA = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""(3, 3): the camera has x right and y up and looks along its -z, where the panorama has its forward +y."""
REMEDY = "Take the space's pano directory again."


class Gibson:
    """Scans of the Gibson database of spaces.

    A space is a directory with ``camera_poses.csv``, ``pano/points/point_UUID.json`` and
    ``pano/rgb/point_UUID_view_equirectangular_domain_rgb.png``. The second entry of a point's file holds
    ``camera_rt_matrix``: camera-to-world, z up, of a camera that looks along its -z, x right and y up; the centre of
    its image looks where the camera does.

    The data set has no navigation graph. Graphs are read from ``connectivity/SPACE_connectivity.json`` beside the
    spaces, in the form of the Matterport3D simulator, the usual form of graphs made for Gibson; ``image_id`` is the
    camera's uuid. Poses come from the data set, not from these files.

    Args:
        directory: contains the spaces and ``connectivity/``.

    Raises:
        ConfigurationError: the directory holds no space.

    Source: Xia et al. 2018, arXiv:1808.10654; GibsonEnv's data/README.md, datasets.py and pcrender.py.
    """

    def __init__(self, directory: str | Path) -> None:
        self._directory = Path(directory)
        self._spaces = {file.parent.name: file.parent for file in self._directory.glob(f"*/{POSES}")}
        if not self._spaces:
            raise ConfigurationError(
                f"There is no SPACE/{POSES} in {directory}.",
                remedy="Unpack spaces of the Gibson database there.",
            )
        self._scans: dict[str, Scan] = {}

    def scan_ids(self) -> list[str]:
        """Ids of all spaces, sorted."""
        return sorted(self._spaces)

    def scan(self, scan_id: str) -> Scan:
        """The scan of this id.

        Raises:
            ScanNotFoundError: there is no such space.
            ConnectivityError: its graph or a pose is missing or malformed; the message names the file.
        """
        if scan_id not in self._spaces:
            raise ScanNotFoundError(
                f"There is no space {scan_id!r}.",
                remedy=f"Known: {', '.join(self.scan_ids())}.",
                scan_id=scan_id,
            )
        if scan_id not in self._scans:
            file = self._directory / "connectivity" / f"{scan_id}{SUFFIX}"
            if not file.is_file():
                raise ConnectivityError(
                    f"The space {scan_id!r} has no navigation graph: {file} is not there.",
                    remedy="Put a graph there, in the form of the Matterport3D simulator; the data set has none.",
                )
            self._scans[scan_id] = _with_poses(
                read_connectivity(file, self._directory), self._spaces[scan_id], self._directory
            )
        return self._scans[scan_id]

    def image(self, scan_id: str, viewpoint_id: str, face: str) -> EncodedImage:
        """A panorama; its only face is ``equirectangular``.

        Raises:
            ScanNotFoundError, ViewpointNotFoundError: unknown id.
            ImageNotFoundError: unknown face, or the file is not there; the message names the path expected.
        """
        self.scan(scan_id).graph.index(viewpoint_id)
        if face not in FACES[Projection.EQUIRECTANGULAR]:
            raise ImageNotFoundError(
                f"A panorama has no face {face!r}.", remedy="Its only face is equirectangular."
            )
        name = f"point_{viewpoint_id}_view_equirectangular_domain_rgb.png"
        return read_image(self._spaces[scan_id] / "pano" / "rgb" / name, REMEDY, self._directory)


def _with_poses(scan: Scan, space: Path, inside: Path) -> Scan:
    """The scan with the data set's poses and projection."""
    viewpoints = {
        uuid: _read_viewpoint(uuid, space, viewpoint.height, inside)
        for uuid, viewpoint in scan.viewpoints.items()
    }
    positions = {uuid: viewpoint.position for uuid, viewpoint in viewpoints.items()}
    graph = NavigationGraph(positions, [(a, b) for a, b, _ in scan.graph.edges()])
    return replace(scan, viewpoints=viewpoints, graph=graph, projection=Projection.EQUIRECTANGULAR)


def _read_viewpoint(uuid: str, space: Path, height: float | None, inside: Path) -> Viewpoint:
    file = space / "pano" / "points" / f"point_{uuid}.json"
    entries = read_json(file, REMEDY, inside)
    if not (isinstance(entries, list) and len(entries) > 1 and _is_pose(entries[1])):
        raise ConnectivityError(
            f"{file}: its second entry has no camera_rt_matrix of a rotation and a translation.",
            remedy=REMEDY,
        )
    camera_to_world = np.array(entries[1]["camera_rt_matrix"][:3], np.float64)
    x, y, z = camera_to_world[:, 3].tolist()
    return Viewpoint(uuid, (x, y, z), as_rotation(camera_to_world[:, :3] @ PANORAMA_TO_CAMERA), height)


def _is_pose(entry: Any) -> bool:
    rows = entry.get("camera_rt_matrix") if isinstance(entry, dict) else None
    if not isinstance(rows, list) or len(rows) not in (3, 4) or not all(are_numbers(row, 4) for row in rows):
        return False
    return is_rotation(np.array(rows)[:3, :3])
