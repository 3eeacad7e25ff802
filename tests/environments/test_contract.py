"""Every adapter keeps the contract that third parties test theirs with."""

from __future__ import annotations

from pathlib import Path

import pytest

from environments import Environment, Matterport3D, PanoramaFolder, open_environment
from environments.testing import EnvironmentContract


class TestMatterport3D(EnvironmentContract):
    @pytest.fixture(autouse=True)
    def _directory(self, matterport: Path) -> None:
        self.directory = matterport

    def make(self) -> Environment:
        return Matterport3D(self.directory)


class TestPanoramaFolder(EnvironmentContract):
    @pytest.fixture(autouse=True)
    def _directory(self, folder: Path) -> None:
        self.directory = folder

    def make(self) -> Environment:
        return PanoramaFolder(self.directory)


THIRD_PARTY = '''
"""An adapter that somebody else wrote: one tower, a panorama on each storey. It knows only what README.md says."""

import io

from PIL import Image

from environments import EncodedImage, ImageNotFoundError, NavigationGraph, Projection
from environments import Scan, ScanNotFoundError, Viewpoint


class Tower:
    def __init__(self, directory):
        storeys = (directory / "storeys.txt").read_text().split()
        viewpoints = {name: Viewpoint(name, (0.0, 0.0, 3.0 * z)) for z, name in enumerate(storeys)}
        positions = {name: viewpoint.position for name, viewpoint in viewpoints.items()}
        graph = NavigationGraph(positions, zip(storeys, storeys[1:]))
        self.only = Scan("tower", viewpoints, graph, Projection.EQUIRECTANGULAR)

    def scan_ids(self):
        return ["tower"]

    def scan(self, scan_id):
        if scan_id != "tower":
            raise ScanNotFoundError(f"There is no scan {scan_id!r}.", remedy="The only one is tower.")
        return self.only

    def image(self, scan_id, viewpoint_id, face):
        self.scan(scan_id).graph.index(viewpoint_id)
        if face != "equirectangular":
            raise ImageNotFoundError(f"There is no face {face!r}.", remedy="Ask for equirectangular.")
        data = io.BytesIO()
        Image.new("RGB", (16, 8)).save(data, "PNG")
        return EncodedImage(data.getvalue(), "image/png")
'''


class TestThirdParty(EnvironmentContract):
    """Installed as pip would, found through its entry point, opened by ``KIND:DIRECTORY``."""

    @pytest.fixture(autouse=True)
    def _package(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "storeys.txt").write_text("cellar hall attic")
        site = tmp_path / "site-packages"
        metadata = site / "tower_panoramas-1.0.dist-info"
        metadata.mkdir(parents=True)
        (site / "tower_panoramas.py").write_text(THIRD_PARTY)
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: tower-panoramas\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text("[pangea.environments]\ntower = tower_panoramas:Tower\n")
        monkeypatch.syspath_prepend(site)
        self.specification = f"tower:{tmp_path}"

    def make(self) -> Environment:
        return open_environment(self.specification)
