"""Directories as users have them, made of small parts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

DATA = Path(__file__).parents[1] / "data" / "matterport3d"
SCAN_ID = "gZ6f7yhEvPG"


@pytest.fixture
def backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders are listed in the reverse of the order of their names: a disk promises none."""
    listed = Path.glob
    monkeypatch.setattr(Path, "glob", lambda self, pattern: iter(sorted(listed(self, pattern), reverse=True)))


@pytest.fixture
def matterport(tmp_path: Path) -> Path:
    """The smallest scan of Matterport3D in the 2021 layout, with grey squares for skyboxes."""
    shutil.copytree(DATA / "connectivity", tmp_path / "connectivity")
    images = tmp_path / "data" / "v1" / "scans" / SCAN_ID / "matterport_skybox_images"
    images.mkdir(parents=True)
    for entry in json.loads((DATA / "connectivity" / f"{SCAN_ID}_connectivity.json").read_bytes()):
        for number in range(6):
            Image.new("L", (8, 8), 40 * number).save(images / f"{entry['image_id']}_skybox{number}_sami.jpg")
    return tmp_path


@pytest.fixture
def cottage() -> dict[str, Any]:
    """A ``graph.json`` of two rooms."""
    return {
        "scan_id": "cottage",
        "viewpoints": [
            {"viewpoint_id": "hall", "image": "hall.jpg", "position": [0, 0, 1.6], "height": 1.6},
            {
                "viewpoint_id": "kitchen",
                "image": "more/kitchen.png",
                "position": [0, 2.5, 1.6],
                "heading": 1.5,
            },
        ],
        "edges": [["hall", "kitchen"]],
    }


@pytest.fixture
def folder(tmp_path: Path, cottage: dict[str, Any]) -> Path:
    """A directory of one's own panoramas."""
    (tmp_path / "more").mkdir()
    for viewpoint in cottage["viewpoints"]:
        Image.new("L", (16, 8)).save(tmp_path / viewpoint["image"])
    (tmp_path / "graph.json").write_text(json.dumps(cottage), encoding="utf-8")
    return tmp_path
