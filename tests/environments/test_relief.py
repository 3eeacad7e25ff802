"""How far things are, coarsely, for steps through space."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from environments.demo import DemoHouse
from environments.geometry import as_rotation, rotation
from environments.relief import DOUBLINGS, HEIGHT, NEAREST, WIDTH, relief, relief_picture

SCAN = "demo-house"


def metres(levels: np.ndarray) -> np.ndarray:
    """As the viewer reads them."""
    return np.asarray(NEAREST * 2.0 ** (DOUBLINGS * levels.astype(float) / 255))


def test_each_distance_is_told_within_two_hundredths() -> None:
    told = np.geomspace(0.26, 63, HEIGHT * WIDTH).reshape(HEIGHT, WIDTH)
    assert np.abs(metres(relief(told)) / told - 1).max() < 0.0125


def test_sky_is_farthest_and_what_touches_the_camera_nearest() -> None:
    distances = np.full((HEIGHT, WIDTH), np.nan)
    distances[0, 0], distances[0, 1], distances[1, 0] = 0.0, 0.1, 1000.0
    levels = relief(distances)
    assert [levels[0, 0], levels[0, 1], levels[1, 0], levels[5, 5]] == [0, 0, 255, 255]


@pytest.mark.parametrize("size", [(512, 1024), (300, 600), (128, 256)])
def test_a_thin_thing_keeps_its_place(size: tuple[int, int]) -> None:
    height, width = size
    distances = np.full(size, 8.0)
    distances[height // 2, width // 4] = 1.0
    near = np.argwhere(relief(distances) < relief(np.full(size, 8.0)))
    assert near.tolist() == [[HEIGHT // 2, WIDTH // 4]]


def test_a_picture_of_the_demo_house_says_where_its_floor_and_walls_are() -> None:
    house = DemoHouse()
    labels = house.labels(SCAN)
    assert labels
    picture = relief_picture(labels, house.scan(SCAN), "kitchen-table")
    levels = np.asarray(Image.open(BytesIO(picture)))
    assert (levels.shape, levels.dtype.name) == ((HEIGHT, WIDTH), "uint8")
    assert len(picture) < 8000
    height = house.scan(SCAN).viewpoints["kitchen-table"].height
    assert metres(levels[-1]).max() == pytest.approx(height, abs=0.05)


def test_it_is_turned_as_the_panorama_is() -> None:
    """Depth pictures are level, heading 0 in the middle; the viewer lays a relief around the panorama's own frame."""
    house = DemoHouse()
    scan, labels = house.scan(SCAN), house.labels(SCAN)
    assert labels
    quarter = as_rotation(rotation(np.pi / 2))
    viewpoints = {
        name: replace(each, orientation=quarter) if name == "kitchen-table" else each
        for name, each in scan.viewpoints.items()
    }
    level, turned = (
        np.asarray(Image.open(BytesIO(relief_picture(labels, each, "kitchen-table")))).astype(int)
        for each in (scan, replace(scan, viewpoints=viewpoints))
    )
    assert np.array_equal(turned, np.roll(level, -WIDTH // 4, axis=1))
