from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from environments import ConnectivityError, PanoramaFolder
from environments.geometry import extrinsic_matrix, heading_elevation, to_z_up

Edit = Callable[[dict[str, Any]], object]


def pano(pano_id: str, neighbor: str, matrix: NDArray[np.float64]) -> dict[str, Any]:
    return {
        "id": pano_id,
        "exmat": matrix.T.ravel().tolist(),  # column-major
        "urls": [f"pano{pano_id}.jpg"],
        "navigable": [neighbor],
        "curpos": [0, 0, 0],
    }


@pytest.fixture
def panos() -> list[dict[str, Any]]:
    return [
        pano("0", "1", extrinsic_matrix((1.5, 1.5, 0.5), heading=0.0)),
        pano("1", "0", extrinsic_matrix((-1.5, -1.5, 0.5), heading=0.7, elevation=0.1)),
    ]


def write(directory: Path, panos: list[dict[str, Any]]) -> Path:
    scan = directory / "sample"
    scan.mkdir()
    for number, content in enumerate(panos):
        (scan / f"pano{number}.json").write_text(json.dumps(content), encoding="utf-8")
    return scan


def viewer_direction(u: float, v: float, exmat: list[float]) -> NDArray[np.float64]:
    """Where the 2021 viewer shows the point (u, v) of an image, from its left upper corner: the vertices and texture
    coordinates of three.js' SphereGeometry, its bubble's matrix ``exmat * scale(-1, 1, 1)``, in the z-up world."""
    azimuth, polar = 2 * np.pi * u, np.pi * v
    vertex = [-np.cos(azimuth) * np.sin(polar), np.cos(polar), np.sin(azimuth) * np.sin(polar)]
    matrix = np.reshape(exmat, (4, 4)).T
    return to_z_up(matrix[:3, :3] @ (np.diag([-1, 1, 1]) @ vertex))


@pytest.mark.parametrize("number", [0, 1])
def test_every_pixel_looks_where_the_2021_viewer_shows_it(
    tmp_path: Path, panos: list[dict[str, Any]], number: int
) -> None:
    viewpoint = PanoramaFolder(write(tmp_path, panos)).scan("sample").viewpoints[str(number)]
    for u, v in [(0.5, 0.5), (0.75, 0.5), (0.1, 0.3), (0.9, 0.9)]:
        longitude, latitude = 2 * np.pi * (u - 0.5), np.pi * (0.5 - v)
        level = np.cos(latitude)
        pixel = [np.sin(longitude) * level, np.cos(longitude) * level, np.sin(latitude)]
        ours = np.array(viewpoint.orientation) @ pixel
        assert ours == pytest.approx(viewer_direction(u, v, panos[number]["exmat"]))


def test_positions_and_edges(tmp_path: Path, panos: list[dict[str, Any]]) -> None:
    scan = PanoramaFolder(write(tmp_path, panos)).scan("sample")
    assert scan.viewpoints["1"].position == pytest.approx((-1.5, -1.5, 0.5))
    assert scan.viewpoints["1"].height is None  # curpos is where a cursor is drawn
    assert scan.graph.neighbors("0") == ("1",)


@pytest.mark.usefixtures("backwards")
def test_viewpoints_are_in_the_order_of_their_files(tmp_path: Path, panos: list[dict[str, Any]]) -> None:
    folder = write(tmp_path, panos)
    (folder / "pano1.jpg").write_bytes(b"the second")
    environment = PanoramaFolder(folder)
    assert list(environment.scan("sample").viewpoints) == ["0", "1"]
    assert environment.image("sample", "1", "equirectangular").data == b"the second"


AMBIGUOUS: dict[str, Edit] = {
    "exmat is not a column-major": lambda pano: pano.update(
        exmat=np.reshape(pano["exmat"], (4, 4)).T.ravel().tolist()
    ),
    "exmat is not a list of 16": lambda pano: pano["exmat"].pop(),
    "not one equirectangular image": lambda pano: pano.update(urls=[f"{face}.jpg" for face in range(6)]),
    "urls is .'https://": lambda pano: pano.update(urls=["https://example.org/pano0.jpg"]),
    "id is 0": lambda pano: pano.update(id=0),
    "navigable is not": lambda pano: pano.update(navigable="1"),
    "'0' is navigable from '1', but not the other way": lambda pano: pano.update(navigable=[]),
    "'2' is navigable from '0', but not": lambda pano: pano.update(navigable=["1", "2"]),
    "two of its files have one id": lambda pano: pano.update(id="1"),
    "id, exmat, urls and navigable": lambda pano: pano.pop("urls"),
}


@pytest.mark.parametrize("message", AMBIGUOUS)
def test_what_could_be_read_in_two_ways_is_refused(
    tmp_path: Path, panos: list[dict[str, Any]], message: str
) -> None:
    AMBIGUOUS[message](panos[0])
    scan = write(tmp_path, panos)
    with pytest.raises(ConnectivityError, match=message) as refusal:
        PanoramaFolder(scan)
    assert str(scan) in refusal.value.message


@pytest.mark.shared_data
@pytest.mark.parametrize("number", [0, 1])
def test_the_ball_of_the_published_sample_is_where_its_scene_has_it(shared: Path, number: int) -> None:
    """The sample shows three.js' example webgl_lights_physical, with a dark ball at (1, 0.25, 1) on a lit floor."""
    sample = shared / "data" / "pangea_sample"
    viewpoint = PanoramaFolder(sample).scan("pangea_sample").viewpoints[str(number)]
    look = np.array(viewpoint.orientation).T @ (to_z_up([1.0, 0.25, 1.0]) - viewpoint.position)
    heading, elevation = heading_elevation(look)
    with Image.open(sample / f"pano{number}.jpg") as image:
        pixels = np.asarray(image.convert("L"), dtype=np.float64)
    height, width = pixels.shape
    column, row = (0.5 + heading / (2 * np.pi)) * width, (0.5 - elevation / np.pi) * height
    ball, left, right = (
        pixels[int(row) - 10 : int(row) + 10].take(range(x - 10, x + 10), axis=1, mode="wrap").mean()
        for x in (int(column), int(column) - 130, int(column) + 130)
    )
    assert ball < 0.5 * min(left, right)
