"""The demo environment: our own furnished house, which needs no licence and no download."""

from __future__ import annotations

from pathlib import Path

from environments.own_places.folder import PanoramaFolder

__all__ = ["DemoHouse", "RenderedHouse"]

_FOLDER = Path(__file__).parent / "house"


class RenderedHouse(PanoramaFolder):
    """The only scan of a folder that ``environments.demo.render`` or ``environments.demo.held_out`` wrote."""


class DemoHouse(RenderedHouse):
    """The only scan, ``demo-house``, whose panoramas ship with the package."""

    def __init__(self) -> None:
        super().__init__(_FOLDER)
