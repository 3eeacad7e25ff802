"""Regions on equirectangular pictures, level, turned and tilted."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from environments import InvalidDataError
from environments.geometry import Rotation, as_rotation, direction, rotation
from environments.regions import LatLonBox, Mask, Polygon, Region, ViewBox, iou
from environments.regions.pixels import Equirectangular, PixelBox
from environments.scan import IDENTITY

TURNED = as_rotation(rotation(1.0))
TILTED = as_rotation(rotation(0.7, 0.4))
OVER_THE_SEAM = LatLonBox(3.0, 0.5, -0.2, 0.1)


def test_the_centre_looks_along_the_panoramas_y() -> None:
    picture = Equirectangular(800, 400, TURNED)
    assert picture.pixels(direction(1.0)) == pytest.approx([400, 200])
    assert picture.pixels(direction(1.0 + pi / 2, pi / 4)) == pytest.approx([600, 100])


@pytest.mark.parametrize("orientation", [IDENTITY, TURNED, TILTED])
def test_pixels_and_directions_are_each_others_inverse(orientation: Rotation) -> None:
    picture = Equirectangular(800, 400, orientation)
    places = np.random.default_rng(5).uniform((0, 1), (800, 399), (500, 2))
    assert picture.pixels(picture.directions(places)) == pytest.approx(places)


@pytest.mark.parametrize("orientation", [IDENTITY, TURNED])
@pytest.mark.parametrize(
    "region", [OVER_THE_SEAM, LatLonBox(-pi, 2 * pi, 1.0, pi / 2), LatLonBox(0.2, 0.1, -pi / 2, -1.0)]
)
def test_level_boxes_come_back(region: LatLonBox, orientation: Rotation) -> None:
    picture = Equirectangular(2048, 1024, orientation)
    back = picture.region(picture.box(region))
    assert isinstance(back, LatLonBox)
    assert iou(back, region) == pytest.approx(1)


def test_a_box_over_the_seam_leaves_the_picture_on_the_right() -> None:
    box = Equirectangular(360, 180).box(LatLonBox(pi - pi / 18, pi / 9, -0.1, 0.1))
    assert box.x == pytest.approx(350)
    assert box.x + box.width == pytest.approx(370)


def test_a_tilted_panorama_is_turned_back() -> None:
    chair = ViewBox(0.4, -0.2, 0.3, 0.25)
    picture = Equirectangular(2048, 1024, TILTED)
    around = picture.box(chair)
    seen = picture.directions([(around.x + around.width / 2, around.y + around.height / 2)])
    assert np.arccos(seen[0] @ direction(0.4, -0.2)) < 0.03
    assert iou(picture.region(around), chair) > 0.55
    assert picture.region(around).kind == "mask"


@pytest.mark.parametrize("orientation", [IDENTITY, TURNED, TILTED])
@pytest.mark.parametrize(
    "region", [ViewBox(3.1, 1.4, 0.6, 0.5), OVER_THE_SEAM, Polygon(((0.0, 0.0), (0.0, 0.5), (0.5, 0.0)))]
)
def test_cells_and_masks_are_each_others_inverse(region: Region, orientation: Rotation) -> None:
    picture = Equirectangular(720, 360, orientation)
    assert iou(picture.mask(picture.cells(region)), region) > 0.95


def test_a_mask_on_an_upright_picture_is_kept_cell_by_cell() -> None:
    mask = Mask((20, 4, 8), 8, 4)
    assert Equirectangular(8, 4).mask(mask.cells()) == mask


def test_polygons_are_wound_as_they_must_be() -> None:
    picture = Equirectangular(360, 180)
    corners = [(350, 80), (350, 60), (370, 60), (370, 80)]
    assert iou(picture.polygon(corners), picture.polygon(corners[::-1])) == pytest.approx(1)


@pytest.mark.parametrize(
    "box",
    [(0, 0, 0, 5), (0, 170, 5, 20), (-1, 0, 5, 5), (0, 0, 361, 5), (0, 0, float("nan"), 5), (0, 0, 5)],
)
def test_boxes_that_are_not_on_the_picture_are_refused(box: tuple[float, ...]) -> None:
    with pytest.raises(InvalidDataError):
        Equirectangular(360, 180).region(box)


def test_a_picture_without_a_size_is_refused() -> None:
    with pytest.raises(InvalidDataError, match="columns of a picture are 0"):
        Equirectangular(0, 180)
    assert PixelBox(1, 2, 3, 4).width == 3
