"""Every adapter keeps the contract that third parties test theirs with."""

from __future__ import annotations

from pathlib import Path

import pytest

from environments import Environment, Matterport3D, PanoramaFolder
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
