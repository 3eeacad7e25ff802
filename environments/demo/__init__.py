"""The demo environment: our own furnished house, which needs no licence and no download."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from environments.floor_plan import read_floor_plan
from environments.folder import PanoramaFolder
from environments.scan import Scan

__all__ = ["DemoHouse", "RenderedHouse"]

_FOLDER = Path(__file__).parent / "house"


class RenderedHouse(PanoramaFolder):
    """The only scan of a folder that ``environments.demo.render`` or ``environments.demo.held_out`` wrote."""

    def __init__(self, folder: str | Path) -> None:
        super().__init__(folder)
        self._floor_plan = read_floor_plan(Path(folder) / "floor_plan.json")

    def scan(self, scan_id: str) -> Scan:
        """The house, with its floor plan.

        Raises:
            ScanNotFoundError: there is no such scan.
        """
        return replace(super().scan(scan_id), floor_plan=self._floor_plan)


class DemoHouse(RenderedHouse):
    """The only scan, ``demo-house``, whose panoramas ship with the package."""

    def __init__(self) -> None:
        super().__init__(_FOLDER)
