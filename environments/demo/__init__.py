"""The demo environment: our own furnished house, so that a newcomer needs no licence and no download."""

from __future__ import annotations

from pathlib import Path

from environments.folder import PanoramaFolder

__all__ = ["DemoHouse"]


class DemoHouse(PanoramaFolder):
    """The one scan ``demo-house``, whose panoramas ship with the package."""

    def __init__(self) -> None:
        super().__init__(Path(__file__).parent / "house")
