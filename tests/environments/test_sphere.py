"""A viewpoint as one equirectangular picture shows what its tiles and its skybox show, turned to the world."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from environments import CUBE_FACES, Matterport3D, open_environment
from environments.errors import InvalidDataError, ViewpointNotFoundError
from environments.geometry import as_rotation, heading_elevation, rotation
from environments.matterport3d import SKYBOX
from environments.protocol import Environment
from environments.scan import EncodedImage, Projection, Scan, Viewpoint
from environments.tiles.build import build_tiles
from environments.tiles.cut import FACE_AXES
from environments.tiles.layout import TILE_SIZE, TileFolder
from environments.tiles.sphere import WIDEST, detail_of, look_around, perspective, sphere_picture
from tests.environments.conftest import SCAN_ID
from tests.exports.filled import corridor

GOLDEN = Path(__file__).parents[1] / "data" / "matterport3d" / "lettered_sphere.png"
COLOURS = {
    "front": (200, 40, 40),
    "right": (40, 160, 40),
    "back": (40, 60, 200),
    "left": (200, 180, 30),
    "up": (230, 230, 240),
    "down": (60, 50, 40),
}
SIDE = 256


def lettered(face: str) -> Image.Image:
    """A face in its own colour, with its first letter upright in it and a white mark at its top left."""
    picture = Image.new("RGB", (SIDE, SIDE), COLOURS[face])
    draw = ImageDraw.Draw(picture)
    draw.text((SIDE // 2, SIDE // 2), face[0].upper(), (0, 0, 0), ImageFont.load_default(120), anchor="mm")
    draw.rectangle((16, 16, 56, 56), (255, 255, 255))
    return picture


@pytest.fixture
def skybox(matterport: Path) -> Matterport3D:
    """The smallest scan, each of its skyboxes lettered."""
    for file in matterport.rglob("*_sami.jpg"):
        face = next(name for name, number in SKYBOX.items() if f"skybox{number}" in file.name)
        lettered(face).save(file, quality=95)
    return Matterport3D(matterport)


def seen(picture: Image.Image, looks: NDArray[np.float64]) -> NDArray[np.int_]:
    """The colours of a level picture along directions (n, 3) in the world."""
    heading, elevation = heading_elevation(looks)
    columns = ((heading / (2 * np.pi) + 0.5) * picture.width).astype(int) % picture.width
    rows = np.clip(((0.5 - elevation / np.pi) * picture.height).astype(int), 0, picture.height - 1)
    colours: NDArray[np.int_] = np.asarray(picture)[rows, columns].astype(int)
    return colours


def face_looks(face: str, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """The directions, in the panorama's frame, of places (n, 2) on a face: right and down, in [-1, 1]."""
    centre, right, down = np.array(FACE_AXES[face], np.float64)
    looks: NDArray[np.float64] = centre + places[:, :1] * right + places[:, 1:] * down
    return looks


def test_every_skybox_lies_where_its_pose_says(skybox: Matterport3D) -> None:
    """Each viewpoint has a pose of its own, so that an orientation left out would show."""
    grid = np.stack(np.meshgrid(np.linspace(-0.9, 0.9, 19), np.linspace(-0.9, 0.9, 19)), -1).reshape(-1, 2)
    for viewpoint in skybox.scan(SCAN_ID).viewpoints.values():
        picture = sphere_picture(skybox, SCAN_ID, viewpoint.viewpoint_id, 1024)
        for face in CUBE_FACES:
            pixels = np.floor((grid + 1) / 2 * SIDE).astype(int)
            theirs = np.asarray(lettered(face))[pixels[:, 1], pixels[:, 0]].astype(int)
            ours = seen(picture, face_looks(face, grid) @ np.array(viewpoint.orientation).T)
            different = np.abs(ours - theirs).max(axis=-1) > 60
            assert different.mean() < 0.03, (viewpoint.viewpoint_id, face)  # at the edges of letters


def test_the_lettered_sphere_is_as_it_was_looked_at(skybox: Matterport3D) -> None:
    viewpoint_id = min(skybox.scan(SCAN_ID).viewpoints)
    picture = sphere_picture(skybox, SCAN_ID, viewpoint_id, 512)
    golden = np.asarray(Image.open(GOLDEN)).astype(int)
    assert np.abs(np.asarray(picture).astype(int) - golden).mean() < 1


@pytest.mark.parametrize(("heading", "elevation"), [(0.4, 0.2), (3.1, -0.7), (-1.0, 1.5), (2.0, -np.pi / 2)])
def test_a_camera_sees_what_the_sphere_shows(skybox: Matterport3D, heading: float, elevation: float) -> None:
    """Level, whichever way the skybox leans; right of the middle is right, and down is down."""
    field, size = np.radians(100), (160, 120)
    for viewpoint_id in skybox.scan(SCAN_ID).viewpoints:
        look = look_around(skybox, SCAN_ID, viewpoint_id, detail_of(field, size[0]))
        picture = perspective(look, heading, elevation, field, size)
        assert picture.size == size
        rows, columns = np.mgrid[2:120:4, 2:160:4]
        focal = 80 / np.tan(field / 2)
        rays = np.stack([columns + 0.5 - 80, np.full(rows.shape, focal), 60 - (rows + 0.5)], -1).reshape(
            -1, 3
        )
        whole = seen(
            sphere_picture(skybox, SCAN_ID, viewpoint_id, 1024), rays @ rotation(heading, elevation).T
        )
        ours = np.asarray(picture)[rows.ravel(), columns.ravel()].astype(int)
        assert (np.abs(ours - whole).max(axis=-1) > 60).mean() < 0.05  # at the edges of letters


@pytest.mark.parametrize(("asked", "size"), [(None, (64, 32)), (32, (32, 16)), (128, (128, 64))])
def test_a_level_panorama_is_as_wide_as_is_asked(
    asked: int | None, size: tuple[int, int], tmp_path: Path
) -> None:
    places = corridor(tmp_path / "corridor")
    assert sphere_picture(places, "corridor", "door", asked).size == size


def test_a_camera_sees_what_a_panorama_shows() -> None:
    house = open_environment("demo")
    scan_id, viewpoint_id = house.scan_ids()[0], "study-desk"
    field, size = np.radians(90), (256, 256)
    picture = perspective(
        look_around(house, scan_id, viewpoint_id, detail_of(field, 256)), 1.0, -0.3, field, size
    )
    rows, columns = np.mgrid[0:256, 0:256]
    rays = np.stack([columns - 127.5, np.full(rows.shape, 128.0), 127.5 - rows], -1).reshape(-1, 3)
    whole = seen(sphere_picture(house, scan_id, viewpoint_id, 1024), rays @ rotation(1.0, -0.3).T)
    assert np.abs(np.asarray(picture).reshape(-1, 3).astype(int) - whole).mean() < 6


def test_the_demo_house_looks_as_its_tiles(tmp_path: Path) -> None:
    house = open_environment("demo")
    scan_id, viewpoint_id = house.scan_ids()[0], "study-desk"
    scan = house.scan(scan_id)
    picture = sphere_picture(house, scan_id, viewpoint_id, 2048)
    for _ in build_tiles(OnlyOne(house, scan_id, viewpoint_id), tmp_path, TILE_SIZE):
        pass
    tiles = TileFolder(tmp_path)
    orientation = np.array(scan.viewpoints[viewpoint_id].orientation)
    places = np.random.default_rng(0).uniform(-0.98, 0.98, (2000, 2))
    for face in CUBE_FACES:
        tile = Image.open(tmp_path / scan_id / viewpoint_id / "tiles" / "0" / face / "0_0.webp")
        assert tiles.tile_set(scan_id, viewpoint_id) is not None
        soft = np.asarray(tile.convert("RGB").reduce(4))
        pixels = np.floor((places + 1) / 2 * soft.shape[0]).astype(int)
        theirs = soft[pixels[:, 1], pixels[:, 0]].astype(int)
        ours = seen(picture.reduce(4), face_looks(face, places) @ orientation.T)
        assert np.abs(ours - theirs).mean() < 16, face
        if theirs.std() > 10:
            assert np.corrcoef(ours.ravel(), theirs.ravel())[0, 1] > 0.9, face


class OnlyOne:
    """An environment of which one viewpoint is shown, turned and leaning as ``orientation`` says if it is given."""

    def __init__(
        self,
        whole: Environment,
        scan_id: str,
        viewpoint_id: str,
        orientation: NDArray[np.float64] | None = None,
    ) -> None:
        self._whole, self._scan_id, self._viewpoint_id, self._turn = whole, scan_id, viewpoint_id, orientation

    def scan_ids(self) -> list[str]:
        return [self._scan_id]

    def scan(self, scan_id: str) -> Scan:
        scan = self._whole.scan(scan_id)
        viewpoint: Viewpoint = scan.viewpoints[self._viewpoint_id]
        if self._turn is not None:
            viewpoint = replace(viewpoint, orientation=as_rotation(self._turn))
        return replace(scan, viewpoints={self._viewpoint_id: viewpoint})

    def image(self, scan_id: str, viewpoint_id: str, face: str) -> EncodedImage:
        return self._whole.image(scan_id, viewpoint_id, face)


def test_a_leaning_panorama_is_put_upright() -> None:
    """An equirectangular source whose camera was turned by 40 and leant by 15 degrees."""
    house = open_environment("demo")
    scan_id, viewpoint_id = house.scan_ids()[0], "study-desk"
    turn = rotation(np.radians(40), np.radians(15))
    level = sphere_picture(house, scan_id, viewpoint_id, 512)
    leaning = sphere_picture(OnlyOne(house, scan_id, viewpoint_id, turn), scan_id, viewpoint_id, 512)
    original = np.array(house.scan(scan_id).viewpoints[viewpoint_id].orientation)
    looks = np.random.default_rng(1).normal(size=(3000, 3))
    there = seen(level.reduce(2), looks @ original.T)
    here = seen(leaning.reduce(2), looks @ turn.T)
    assert np.corrcoef(there.ravel(), here.ravel())[0, 1] > 0.93
    assert np.corrcoef(there.ravel(), seen(level.reduce(2), looks @ turn.T).ravel())[0, 1] < 0.7


def test_an_upright_source_keeps_every_pixel(folder: Path) -> None:
    blocks = np.random.default_rng(0).integers(0, 255, (32, 64, 3), np.uint8)
    Image.fromarray(blocks).save(folder / "hall.jpg", quality=95)
    place = open_environment(f"folder:{folder}")
    assert place.scan("cottage").projection is Projection.EQUIRECTANGULAR
    stored = np.asarray(Image.open(folder / "hall.jpg"))
    assert np.array_equal(np.asarray(sphere_picture(place, "cottage", "hall")), stored)


@pytest.mark.parametrize("width", [0, -2, 15, 14, WIDEST + 2, 513])
def test_a_width_that_no_picture_has_is_refused(folder: Path, width: int) -> None:
    with pytest.raises(InvalidDataError, match=f"{width} pixels wide"):
        sphere_picture(open_environment(f"folder:{folder}"), "cottage", "hall", width)


def test_a_viewpoint_that_is_not_there_is_named(folder: Path) -> None:
    with pytest.raises(ViewpointNotFoundError, match="cellar"):
        sphere_picture(open_environment(f"folder:{folder}"), "cottage", "cellar")
