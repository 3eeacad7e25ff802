"""Tiles on a full disk; tests/environments/test_tiles_build.py has all else about building them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from environments import ConfigurationError, PanoramaFolder
from environments.tiles.build import build_tiles


def test_a_full_disk_stops_the_build_and_leaves_no_half_viewpoint(folder: Path, small_disk: Path) -> None:
    Image.effect_noise((4096, 2048), 90).save(folder / "hall.jpg")
    with pytest.raises(ConfigurationError, match=r"cannot be written to .*No space left"):
        list(build_tiles(PanoramaFolder(folder), small_disk / "tiles"))
    assert not (small_disk / "tiles" / "cottage" / "hall").exists()
    assert not list(small_disk.rglob("*.partial"))
