"""COCO's own reader opens the landmarks that we write."""

from __future__ import annotations

from pathlib import Path

import pytest

from environments.regions.pixels import Equirectangular
from pangea_server.dataset.formats.landmarks.coco import COLUMNS, ROWS, Coco
from pangea_server.dataset.landmarks.entries import LandmarkEntry
from tests.exports.filled import corridor
from tests.landmarks.sample import SCAN, region
from tests.landmarks.test_coco import SHAPES
from tests.readers.conftest import Opened


def test_pycocotools_sees_the_same_pixels(opened: Opened, tmp_path: Path) -> None:
    regions = tuple(region(f"r{n}", None, shape) for n, shape in enumerate(SHAPES))
    Coco().write_landmarks(iter([LandmarkEntry(SCAN, regions=regions)]), corridor(tmp_path / "c"), tmp_path)
    picture = Equirectangular(COLUMNS, ROWS)
    for told, shape in zip(opened("coco", tmp_path / "instances.json"), SHAPES, strict=True):
        assert told["bbox"] == pytest.approx(list(picture.box(shape)))
        assert told["category"] == "unknown"
        if shape.kind in ("view", "latlon"):
            assert told["pixels"] is None
        else:
            assert told["pixels"] == pytest.approx(picture.cells(shape).sum(), rel=0.02)
