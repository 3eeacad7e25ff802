"""Matterport3D: the simulator's navigation graphs with the data set's skybox images."""

from __future__ import annotations

from pathlib import Path

from environments.connectivity import SUFFIX, read_connectivity
from environments.depth_pictures import SKYBOX_FACES, Depth, SkyboxDepth
from environments.errors import ConfigurationError, ImageNotFoundError, ScanNotFoundError
from environments.files import read_image
from environments.labels import Labels, labels_below
from environments.scan import CUBE_FACES, EncodedImage, Scan

SKYBOX = {face: number for number, face in enumerate(SKYBOX_FACES)}
IMAGE_FOLDERS = (
    "data/v1/scans/{scan_id}/matterport_skybox_images",  # the 2021 toolkit, the simulator
    "v1/scans/{scan_id}/matterport_skybox_images",  # the data set's download script
    "{scan_id}/matterport_skybox_images",
    "",  # the 2021 toolkit's "flattened" form
)


class Matterport3D:
    """Scans of the Matterport3D data set.

    A pose describes a camera that looks along its +z at skybox 3, with x to its right and y down (the connectivity
    README: "the assumption that the camera is facing skybox image 3"). Skyboxes 1, 2, 3, 4 stand upright in a ring
    that turns to the right; the bottom edge of skybox 0 (up) and the top edge of skybox 5 (down) meet skybox 1. Our
    faces are joined in that way when skybox 1 is the front. Seen from the pose's camera, the panorama's forward is
    then -z, its right -x and its up -y, so the orientation is the pose's rotation times ``PANORAMA_TO_POSE``. The
    simulator (cube texture, ``Model`` and ``View`` in MatterSim.cpp) and the 2021 toolkit (``getExmat``, ``getUrls``
    and three.js' box, mirrored in x) both come to the same; a test computes the former.

    Args:
        directory: contains ``connectivity/{scan_id}_connectivity.json``, or these files directly, and the images
            ``{viewpoint_id}_skybox{0..5}_sami.jpg`` in one of ``IMAGE_FOLDERS``, which are searched when an image is
            requested.

    Raises:
        ConfigurationError: the directory has no connectivity file.

    Source: https://niessner.github.io/Matterport, https://github.com/peteanderson80/Matterport3DSimulator.
    """

    def __init__(self, directory: str | Path) -> None:
        self._directory = Path(directory)
        self._files = _connectivity_files(self._directory)
        self._scans: dict[str, Scan] = {}

    def scan_ids(self) -> list[str]:
        """Ids of all scans that have a connectivity file, sorted."""
        return sorted(self._files)

    def scan(self, scan_id: str) -> Scan:
        """The scan of this id.

        Raises:
            ScanNotFoundError: it has no connectivity file.
            ConnectivityError: the file is malformed; the message names file, entry and fault.
        """
        if scan_id not in self._files:
            raise ScanNotFoundError(
                f"Matterport3D in {self._directory} has no scan {scan_id!r}.",
                remedy=f"Add {scan_id}{SUFFIX} to its {len(self._files)} connectivity files, or correct the name.",
                scan_id=scan_id,
            )
        if scan_id not in self._scans:
            self._scans[scan_id] = read_connectivity(self._files[scan_id], self._directory)
        return self._scans[scan_id]

    def labels(self, scan_id: str) -> Labels | None:
        """The labels of the pixels, if there is ``labels/SCAN`` in the directory; the data set has none of this form.

        Raises:
            ScanNotFoundError: unknown id.
            InvalidDataError: ``objects.json`` cannot be read.
        """
        self.scan(scan_id)
        return labels_below(self._directory, scan_id)

    def depth(self, scan_id: str) -> Depth:
        """The depth of the skyboxes, if the simulator's script wrote it beside them; that of ``labels/SCAN`` else.

        Raises:
            ScanNotFoundError: unknown id.
            InvalidDataError: ``objects.json`` cannot be read.
        """
        scan = self.scan(scan_id)
        folders = [self._directory / folder.format(scan_id=scan_id) for folder in IMAGE_FOLDERS]
        written = (each for each in folders if any(each.glob("*_skybox_depth_small.png")))
        skyboxes = SkyboxDepth(next(written, folders[0]), self._directory, scan)
        known = any(map(skyboxes.has_distances, scan.viewpoints))
        return skyboxes if known else self.labels(scan_id) or skyboxes

    def image(self, scan_id: str, viewpoint_id: str, face: str) -> EncodedImage:
        """One skybox image.

        Raises:
            ScanNotFoundError, ViewpointNotFoundError: unknown id.
            ImageNotFoundError: no such face, or the file is not there; the message names the path expected.
        """
        self.scan(scan_id).graph.index(viewpoint_id)
        if face not in SKYBOX:
            raise ImageNotFoundError(
                f"A skybox has no face {face!r}.", remedy=f"Its faces are {', '.join(CUBE_FACES)}."
            )
        name = f"{viewpoint_id}_skybox{SKYBOX[face]}_sami.jpg"
        places = [self._directory / folder.format(scan_id=scan_id) / name for folder in IMAGE_FOLDERS]
        place = next((place for place in places if place.is_file()), places[0])
        return read_image(
            place,
            f"Unpack the data set's matterport_skybox_images of scan {scan_id} there.",
            self._directory,
        )


def _connectivity_files(directory: Path) -> dict[str, Path]:
    for folder in (directory / "connectivity", directory):
        files = {file.name.removesuffix(SUFFIX): file for file in folder.glob(f"*{SUFFIX}")}
        if files:
            return files
    raise ConfigurationError(
        f"There is no connectivity/SCAN{SUFFIX} in {directory}.",
        remedy="Copy the connectivity folder of the Matterport3D simulator there.",
    )
