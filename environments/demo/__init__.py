"""The demo environment: our own furnished house, which needs no licence and no download."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from environments.floor_plan import read_floor_plan
from environments.folder import PanoramaFolder
from environments.scan import Scan

__all__ = ["DemoHouse"]

_FOLDER = Path(__file__).parent / "house"


class DemoHouse(PanoramaFolder):
    """The only scan, ``demo-house``, whose panoramas ship with the package."""

    def __init__(self) -> None:
        super().__init__(_FOLDER)
        self._floor_plan = read_floor_plan(_FOLDER / "floor_plan.json")

    def scan(self, scan_id: str) -> Scan:
        """The house, with its floor plan.

        Raises:
            ScanNotFoundError: the id is not ``demo-house``.
        """
        return replace(super().scan(scan_id), floor_plan=self._floor_plan)
