"""Cube faces cut from an equirectangular image show what geometry says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from environments import CUBE_FACES
from environments.geometry import direction
from environments.tiles.cut import FACE_AXES, cut_face, lossless_size

SIZE = 64


def sphere(width: int) -> Image.Image:
    """A sphere whose colour is the direction: red grows along x (right), green along y (forward), blue along z (up)."""
    heading = ((np.arange(width) + 0.5) / width - 0.5) * 2 * np.pi
    elevation = (0.5 - (np.arange(width // 2) + 0.5) / (width // 2)) * np.pi
    return Image.fromarray(colour(direction(heading[None, :], elevation[:, None])))


def colour(look: NDArray[np.float64]) -> NDArray[np.uint8]:
    return np.rint((look + 1) * 127.5).astype(np.uint8)


def test_every_pixel_of_every_face_looks_where_it_should() -> None:
    panorama = sphere(512)
    for face in CUBE_FACES:
        centre, right, down = (np.array(axis) for axis in FACE_AXES[face])
        across = ((np.arange(SIZE) + 0.5) * 2 / SIZE - 1)[None, :, None]
        look = centre + across * right + across.reshape(-1, 1, 1) * down
        expected = colour(look / np.linalg.norm(look, axis=-1, keepdims=True))
        assert np.abs(cut_face(panorama, face, SIZE).astype(int) - expected).max() <= 3, face


@pytest.mark.parametrize(
    ("face", "centre", "right", "bottom"),
    [
        ("front", "green", "red", "dark blue"),
        ("right", "red", "dark green", "dark blue"),
        ("back", "dark green", "dark red", "dark blue"),
        ("left", "dark red", "green", "dark blue"),
        ("up", "blue", "red", "green"),
        ("down", "dark blue", "red", "dark green"),
    ],
)
def test_faces_are_seen_from_inside(face: str, centre: str, right: str, bottom: str) -> None:
    """The table in environments/README.md in colours: bright along +x, +y, +z, dark along -x, -y, -z."""
    picture = cut_face(sphere(512), face, SIZE).astype(int)
    middle = SIZE // 2
    places = {centre: (middle, middle), right: (middle, SIZE - 1), bottom: (SIZE - 1, middle)}
    for name, place in places.items():
        channel = ("red", "green", "blue").index(name.split()[-1])
        value = picture[place][channel]
        assert value < 60 if name.startswith("dark") else value > 195, (name, place)


def test_faces_meet_at_their_edges() -> None:
    faces = {face: cut_face(sphere(512), face, SIZE).astype(int) for face in CUBE_FACES}
    assert np.abs(faces["front"][:, -1] - faces["right"][:, 0]).max() < 8
    assert np.abs(faces["left"][:, -1] - faces["front"][:, 0]).max() < 8
    assert np.abs(faces["up"][-1] - faces["front"][0]).max() < 8
    assert np.abs(faces["down"][0] - faces["front"][-1]).max() < 8
    assert np.abs(faces["up"][0] - faces["back"][0, ::-1]).max() < 8


def test_detail_that_only_the_poles_could_hold_does_not_alias() -> None:
    """Columns black and white by turns: near the zenith they are far finer than a face's pixels, so it is grey."""
    stripes = np.zeros((512, 1024, 3), np.uint8)
    stripes[:, ::2] = 255
    middle = cut_face(Image.fromarray(stripes), "up", lossless_size(1024))[140:186, 140:186]
    assert middle.mean() == pytest.approx(127.5, abs=3)
    assert middle.std() < 15  # of 127


def test_a_lossless_face_has_as_many_pixels_a_radian_as_the_image() -> None:
    for width in (1024, 4096, 16384):
        assert lossless_size(width) / 2 >= width / (2 * np.pi) > (lossless_size(width) - 1) / 2


@pytest.mark.shared_data
def test_a_photograph_is_cut_as_its_makers_cut_it(shared: Path) -> None:
    """The six faces that came with the photograph were made by other software."""
    folder = shared / "data" / "panoramas"
    panorama = Image.open(folder / "equirectangular_photo.jpg").convert("RGB")
    for number, face in enumerate(CUBE_FACES):
        theirs = Image.open(folder / f"cube_photo_{number}.jpg").convert("L").resize((512, 512))
        ours = Image.fromarray(cut_face(panorama, face, 1536)).convert("L").resize((512, 512))
        difference = np.asarray(ours, float) - np.asarray(theirs, float)
        assert np.abs(difference).mean() < 3.0, face
        assert np.corrcoef(np.asarray(ours).ravel(), np.asarray(theirs).ravel())[0, 1] > 0.98, face
