"""The depth of Matterport3D's skyboxes, in the form that the simulator's script writes."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from environments import ImageNotFoundError, Matterport3D
from environments.demo import DemoHouse
from environments.depth_pictures import SkyboxDepth, depth_of
from environments.geometry import heading_elevation
from environments.labels import Labels
from environments.regions.grid import cell_of
from environments.relief import relief_picture
from environments.scan import CUBE_FACES
from environments.tiles.cut import FACE_AXES
from tests.environments.test_matterport3d import SCAN_ID, VIEWPOINT

SIDE = 128
METRES = dict(zip(CUBE_FACES, (2.0, 3.0, 4.0, 5.0, 1.25, 1.5), strict=True))
SKYBOXES = ("up", "front", "right", "back", "left", "down")


def write(place: Path, faces: dict[str, np.ndarray], folder: str = "v1/scans") -> None:
    """Six squares beside each other, in quarters of a millimetre."""
    images = place / folder / SCAN_ID / "matterport_skybox_images"
    images.mkdir(parents=True, exist_ok=True)
    beside = np.concatenate([faces[face] for face in SKYBOXES], axis=1)
    Image.fromarray((beside * 4000).astype(np.uint16)).save(images / f"{VIEWPOINT}_skybox_depth_small.png")


def plain() -> dict[str, np.ndarray]:
    return {face: np.full((SIDE, SIDE), metres) for face, metres in METRES.items()}


def test_each_face_is_where_the_skybox_is(matterport: Path) -> None:
    write(matterport, plain())
    environment = Matterport3D(matterport)
    depth = depth_of(environment, SCAN_ID)
    assert isinstance(depth, SkyboxDepth)
    assert depth.has_distances(VIEWPOINT)
    told = depth.distances(VIEWPOINT)
    assert told.shape == (SIDE, 2 * SIDE)
    turn = np.array(environment.scan(SCAN_ID).viewpoints[VIEWPOINT].orientation)
    for face, metres in METRES.items():
        towards = turn @ np.array(FACE_AXES[face][0], float)
        assert told[cell_of(*heading_elevation(towards), *told.shape)] == metres, face


def test_a_pixel_keeps_its_place_on_its_face(matterport: Path) -> None:
    faces = plain()
    faces["right"][8:15, 38:45] = 0.5
    write(matterport, faces)
    environment = Matterport3D(matterport)
    told = SkyboxDepth(
        matterport / "v1/scans" / SCAN_ID / "matterport_skybox_images", matterport, environment.scan(SCAN_ID)
    ).distances(VIEWPOINT)
    centre, right, down = (np.array(axis, float) for axis in FACE_AXES["right"])
    look = centre + (2 * 41.5 / SIDE - 1) * right + (2 * 11.5 / SIDE - 1) * down
    turn = np.array(environment.scan(SCAN_ID).viewpoints[VIEWPOINT].orientation)
    assert told[cell_of(*heading_elevation(turn @ look), *told.shape)] == 0.5
    assert 2 <= (told == 0.5).sum() <= 60


def test_what_is_not_told_is_not_known(matterport: Path) -> None:
    faces = plain() | {"up": np.zeros((SIDE, SIDE))}
    write(matterport, faces, "data/v1/scans")
    told = depth_of(Matterport3D(matterport), SCAN_ID)
    assert told
    assert np.isnan(told.distances(VIEWPOINT)[0]).all()


def test_a_relief_shows_the_front_in_the_middle(matterport: Path) -> None:
    """It is in the panorama's own frame, however that is turned."""
    write(matterport, plain())
    environment = Matterport3D(matterport)
    depth = depth_of(environment, SCAN_ID)
    assert depth
    levels = np.asarray(Image.open(BytesIO(relief_picture(depth, environment.scan(SCAN_ID), VIEWPOINT))))
    middle, right = levels[levels.shape[0] // 2, [levels.shape[1] // 2, levels.shape[1] * 3 // 4]].tolist()
    assert 0.25 * 2 ** (8 * middle / 255) == pytest.approx(METRES["front"], rel=0.02)
    assert 0.25 * 2 ** (8 * right / 255) == pytest.approx(METRES["right"], rel=0.02)


def test_scans_without_depth_have_none(matterport: Path) -> None:
    depth = depth_of(Matterport3D(matterport), SCAN_ID)
    assert depth is not None
    assert not depth.has_distances(VIEWPOINT)
    with pytest.raises(ImageNotFoundError, match="depth_to_skybox"):
        depth.distances(VIEWPOINT)


def test_a_picture_of_another_shape_is_refused(matterport: Path) -> None:
    images = matterport / SCAN_ID / "matterport_skybox_images"
    images.mkdir(parents=True)
    Image.fromarray(np.ones((SIDE, SIDE), np.uint16)).save(images / f"{VIEWPOINT}_skybox_depth_small.png")
    depth = depth_of(Matterport3D(matterport), SCAN_ID)
    assert depth
    with pytest.raises(ImageNotFoundError, match="not six squares"):
        depth.distances(VIEWPOINT)


def test_labels_say_it_for_the_demo_house() -> None:
    assert isinstance(depth_of(DemoHouse(), "demo-house"), Labels)
