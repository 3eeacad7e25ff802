"""A folder of your own panoramas: equirectangular images and their navigation graph, described in README.md."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from environments.errors import ConfigurationError, ImageNotFoundError, ScanNotFoundError
from environments.files import read_image
from environments.floor_plan import PLAN_NAME, read_floor_plan
from environments.labels import OBJECTS, Labels, labels_below
from environments.own_places.graph_csv import NODES, read_graph_csv
from environments.own_places.graph_json import PanoramaScan, read_graph_json
from environments.own_places.pano2021 import PATTERN, read_pano_files
from environments.own_places.plan_pictures import PlanPictures
from environments.scan import FACES, EncodedImage, Projection, Scan

GRAPH_NAME = "graph.json"


class PanoramaFolder:
    """Scans of equirectangular images.

    Args:
        directory: holds ``graph.json`` and is one scan; or ``nodes.csv`` and ``edges.csv``, or the 2021 toolkit's
            ``pano*.json``, and is one scan named like the directory; or contains directories of these kinds. Beside
            them may be a ``floor_plan.json``.

    Raises:
        ConfigurationError: the directory has none of these, or two scans with the same id.
        ConnectivityError, InvalidDataError: a file is malformed; the message names file, entry and fault.
    """

    def __init__(self, directory: str | Path) -> None:
        self.directory = Path(directory)
        self._scans: dict[str, PanoramaScan] = {}
        for panoramas in _read_scans(self.directory):
            scan_id = panoramas.scan.scan_id
            if scan_id in self._scans:
                raise ConfigurationError(
                    f"Two scans in {directory} have the scan_id {scan_id!r}.", remedy="Rename one of them."
                )
            self._scans[scan_id] = panoramas

    def scan_ids(self) -> list[str]:
        """Ids of all scans, sorted."""
        return sorted(self._scans)

    def scan(self, scan_id: str) -> Scan:
        """The scan with this id.

        Raises:
            ScanNotFoundError: there is no such scan.
        """
        return self.panoramas(scan_id).scan

    def image(self, scan_id: str, viewpoint_id: str, face: str) -> EncodedImage:
        """A panorama; its only face is ``equirectangular``.

        Raises:
            ScanNotFoundError, ViewpointNotFoundError: unknown id.
            ImageNotFoundError: unknown face, or the file is not there; the message names the path expected.
        """
        panoramas = self.panoramas(scan_id)
        panoramas.scan.graph.index(viewpoint_id)
        if face not in FACES[Projection.EQUIRECTANGULAR]:
            raise ImageNotFoundError(
                f"A panorama has no face {face!r}.", remedy="Its only face is equirectangular."
            )
        return read_image(
            panoramas.images[viewpoint_id],
            f"Put it there, or correct the graph of {scan_id}.",
            self.directory,
        )

    def labels(self, scan_id: str) -> Labels | None:
        """The labels of the pixels, if ``objects.json`` is beside the panoramas or in ``labels/SCAN``.

        Raises:
            ScanNotFoundError: unknown id.
            InvalidDataError: ``objects.json`` cannot be read.
        """
        folder = next(iter(self.panoramas(scan_id).images.values())).parent
        if (folder / OBJECTS).is_file():
            return Labels.open(folder, self.directory)
        return labels_below(self.directory, scan_id)

    def plan_pictures(self, scan_id: str) -> PlanPictures:
        """The pictures of floor plans that lie in a scan, by the names of their files. Raises ScanNotFoundError."""
        return {file.name: plan for file, plan in self.panoramas(scan_id).plans.items()}

    def plan_picture(self, scan_id: str, name: str) -> EncodedImage:
        """One of them.

        Raises:
            ScanNotFoundError: unknown id.
            ImageNotFoundError: there is none of this name, or the file is not there.
        """
        for file in self.panoramas(scan_id).plans:
            if file.name == name:
                return read_image(file, "Put it there, or take it out of the place.", self.directory)
        raise ImageNotFoundError(
            f"No picture {name!r} of a floor plan lies in {scan_id}.",
            remedy="Ask for those that the scan names.",
        )

    def panoramas(self, scan_id: str) -> PanoramaScan:
        """A scan with its files, and its headings as they were written.

        Raises:
            ScanNotFoundError: unknown id.
        """
        if scan_id not in self._scans:
            raise ScanNotFoundError(
                f"There is no scan {scan_id!r}.",
                remedy=f"Known: {', '.join(self.scan_ids())}.",
                scan_id=scan_id,
            )
        return self._scans[scan_id]


def _read_scans(directory: Path) -> list[PanoramaScan]:
    folders = [directory] if _is_scan(directory) else sorted(filter(_is_scan, directory.glob("*/")))
    if not folders:
        raise ConfigurationError(
            f"There is no {GRAPH_NAME} or {NODES} in {directory}, nor in a directory in it.",
            remedy="Write one; environments/README.md describes it.",
        )
    return [_read_scan(folder, directory) for folder in folders]


def _is_scan(folder: Path) -> bool:
    return any((folder / name).is_file() for name in (GRAPH_NAME, NODES)) or any(folder.glob(PATTERN))


def _read_scan(folder: Path, inside: Path) -> PanoramaScan:
    panoramas = _read_graph(folder, inside)
    if not (folder / PLAN_NAME).is_file():
        return panoramas
    return panoramas._replace(scan=replace(panoramas.scan, floor_plan=read_floor_plan(folder / PLAN_NAME)))


def _read_graph(folder: Path, inside: Path) -> PanoramaScan:
    if (folder / GRAPH_NAME).is_file():
        return read_graph_json(folder / GRAPH_NAME, inside)
    if (folder / NODES).is_file():
        return read_graph_csv(folder, inside)
    return read_pano_files(folder, inside)
