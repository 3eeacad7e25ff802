"""Models that COLMAP or OpenSfM found already: two rooms written in their forms come back as a place."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from typer.testing import CliRunner

from environments import open_environment
from environments.errors import ConnectivityError, InvalidDataError
from environments.geometry import heading_elevation
from environments.mapping.given import given_models
from environments.mapping.model import Model
from environments.mapping.reconstruction import PANORAMA_OF_CAMERA
from environments.mapping.run import map_place
from pangea_server.app.command_line import app
from tests.environments.mapping.rooms import EYE, STANDS, matches_of, two_rooms
from tests.environments.mapping.test_photographs import picture

AXES = Rotation.from_euler("xyz", [20, -35, 70], degrees=True).as_matrix()
WIDTH = 2000


def found() -> Model:
    """The rooms as a program finds them, in axes and a scale of its own."""
    return two_rooms().moved(0.4, AXES, np.array([3.0, 2.0, 1.0]))


def cameras(model: Model) -> Iterator[tuple[str, np.ndarray, np.ndarray, list[tuple[int, float, float]]]]:
    """Of each picture: its file, rotation and shift from the model to the camera, and the points that it sees, with
    their yaw and pitch in it."""
    for row, name in enumerate(model.names):
        turn = (model.turns[row] @ PANORAMA_OF_CAMERA).T
        points = model.sightings[model.sightings[:, 0] == row, 1]
        looks = (model.points[points] - model.centres[row]) @ model.turns[row]
        yaw, pitch = heading_elevation(looks)
        seen = [*zip(points.tolist(), yaw.tolist(), pitch.tolist(), strict=True)]
        yield f"{name}.jpg", turn, -turn @ model.centres[row], seen


def write_colmap(folder: Path, kind: str = "EQUIRECTANGULAR") -> Path:
    folder.mkdir(parents=True)
    parameters = f" {WIDTH} {WIDTH // 2}" if kind == "EQUIRECTANGULAR" else " 500 1000 500"
    (folder / "cameras.txt").write_text(f"1 {kind} {WIDTH} {WIDTH // 2}{parameters}\n")
    images, tracks = [], {point: list[str]() for point in range(len(found().points))}
    for number, (file, turn, shift, seen) in enumerate(cameras(found()), start=1):
        x, y, z, w = Rotation.from_matrix(turn).as_quat()
        pose = " ".join(f"{value:.12f}" for value in (w, x, y, z, *shift))
        images.append(f"{number} {pose} 1 rooms/{file}")
        observed = []
        for index, (point, yaw, pitch) in enumerate(seen):
            at = (yaw / (2 * np.pi) + 0.5) * WIDTH, (0.5 - pitch / np.pi) * WIDTH / 2
            observed.append(f"{at[0]:.6f} {at[1]:.6f} {point + 1}")
            tracks[point].append(f"{number} {index}")
        images.append(" ".join(observed))
    (folder / "images.txt").write_text("\n".join(images) + "\n")
    lines = [
        f"{point + 1} {' '.join(f'{value:.9f}' for value in found().points[point])} 0 0 0 0.5 {' '.join(track)}"
        for point, track in tracks.items()
        if track
    ]
    (folder / "points3D.txt").write_text("\n".join(lines) + "\n")
    return folder


def write_opensfm(folder: Path, kind: str = "spherical") -> Path:
    folder.mkdir(parents=True)
    shots, rows = {}, []
    for file, turn, shift, seen in cameras(found()):
        axis = cv2.Rodrigues(turn)[0].ravel()
        shots[file] = {"camera": "v2 theta", "rotation": axis.tolist(), "translation": shift.tolist()}
        rows += [
            [file, point, number, yaw / (2 * np.pi), -pitch / (2 * np.pi), 0.01, 9, 9, 9]
            for number, (point, yaw, pitch) in enumerate(seen)
        ]
    points = {
        str(number): {"coordinates": at.tolist(), "color": [9, 9, 9]}
        for number, at in enumerate(found().points)
    }
    camera = {"v2 theta": {"projection_type": kind, "width": WIDTH, "height": WIDTH // 2}}
    content = [{"cameras": camera, "shots": shots, "points": points, "biases": {}}]
    (folder / "reconstruction.json").write_text(json.dumps(content))
    with (folder / "tracks.csv").open("w", newline="") as file_:
        file_.write("OPENSFM_TRACKS_VERSION_v2\n")
        csv.writer(file_, delimiter="\t").writerows(rows)
    return folder


WRITERS = {"colmap": write_colmap, "opensfm": write_opensfm}


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    for seed, name in enumerate(sorted(STANDS)):
        picture(tmp_path / "photos" / f"{name}.jpg", seed=seed)
    return tmp_path / "photos"


@pytest.mark.parametrize("program", WRITERS)
def test_a_model_comes_back_as_it_was_found(tmp_path: Path, program: str) -> None:
    given = given_models(WRITERS[program](tmp_path / "model"))
    [model], true = given.models, found()
    assert {*model.names} == {f"{name}.jpg" for name in true.names}
    rows = [true.names.index(name.removesuffix(".jpg")) for name in model.names]
    assert np.allclose(model.centres, true.centres[rows], atol=1e-6)
    assert np.allclose(model.turns, true.turns[rows], atol=1e-6)
    assert len(model.sightings) == len(true.sightings)
    assert len(given.matches) == len(matches_of(two_rooms()))
    for (a, b), both in given.matches.items():
        here = [true.centres[true.names.index(name.removesuffix(".jpg"))] for name in (a, b)]
        turn = [true.turns[true.names.index(name.removesuffix(".jpg"))] for name in (a, b)]
        lines = np.cross(both.here @ turn[0].T, both.there @ turn[1].T)
        assert (
            np.abs(lines @ (here[1] - here[0])).max() < 1e-4
        )  # both rays and the line between lie in one plane


@pytest.mark.parametrize("program", WRITERS)
def test_a_model_becomes_a_place_in_metres(tmp_path: Path, photos: Path, program: str) -> None:
    model = WRITERS[program](tmp_path / "model")
    mapped = map_place(photos, tmp_path / "place", EYE, model=model)
    assert (len(mapped.scans), mapped.left_out) == (1, [])
    scan = open_environment(f"folder:{tmp_path / 'place'}").scan("place")
    for a, b in [("west", "west-door"), ("west", "east"), ("east-door", "east-corner")]:
        apart = np.linalg.norm(np.subtract(scan.viewpoints[a].position, scan.viewpoints[b].position))
        assert apart == pytest.approx(np.linalg.norm(np.subtract(STANDS[a], STANDS[b])), rel=0.02)
    assert "west-door" in scan.graph.neighbors("east-door")


def test_several_models_of_colmap_are_read_and_photographs_left_out_are_told(
    tmp_path: Path, photos: Path
) -> None:
    model = tmp_path / "sparse"
    write_colmap(model / "0")
    picture(photos / "attic.jpg", seed=99)
    mapped = map_place(photos, tmp_path / "place", EYE, model=model)
    assert mapped.left_out == ["attic"]


def test_without_tracks_positions_come_and_nothing_is_said_of_doubts(tmp_path: Path, photos: Path) -> None:
    model = write_opensfm(tmp_path / "model")
    (model / "tracks.csv").unlink()
    assert given_models(model).matches == {}
    with pytest.raises(InvalidDataError, match="too little of the floor is seen"):
        map_place(photos, tmp_path / "place", EYE, model=model)


@pytest.mark.parametrize("program", WRITERS)
def test_views_cut_out_of_panoramas_are_refused(tmp_path: Path, program: str) -> None:
    kind = {"colmap": "SIMPLE_PINHOLE", "opensfm": "perspective"}[program]
    with pytest.raises(InvalidDataError, match=kind):
        given_models(WRITERS[program](tmp_path / "model", kind))


def test_what_is_no_model_is_refused_and_nothing_is_written(tmp_path: Path, photos: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidDataError, match="There is no model"):
        given_models(tmp_path / "empty")
    broken = write_colmap(tmp_path / "broken")
    (broken / "images.txt").write_text("1 2 3\n")
    with pytest.raises(InvalidDataError, match="cannot be read"):
        given_models(broken)
    other = write_opensfm(tmp_path / "other")
    for line in ("west.jpg\t1", "west.jpg\t1\t1\tnan\t0", "west.jpg\t1\t1\t640\t320"):
        (other / "tracks.csv").write_text(f"OPENSFM_TRACKS_VERSION_v2\n{line}\n")
        with pytest.raises(InvalidDataError, match=r"tracks\.csv:2 is no observation"):
            given_models(other)
    (other / "tracks.csv").write_bytes(b"OPENSFM_TRACKS_VERSION_v2\n\xff")
    with pytest.raises(InvalidDataError, match="cannot be read"):
        given_models(other)
    (other / "tracks.csv").unlink()
    (other / "tracks.csv").symlink_to("/dev/zero")
    with pytest.raises(InvalidDataError, match="cannot be read"):
        given_models(other)
    (other / "tracks.csv").unlink()
    (other / "reconstruction.json").write_text('[{"cameras": {}, "shots": {"a": {}}}]')
    with pytest.raises(ConnectivityError, match="rotation"):
        given_models(other)
    model = write_colmap(tmp_path / "model")
    for seed, name in enumerate(("cellar", "stairs", "attic")):
        picture(tmp_path / "elsewhere" / f"{name}.jpg", seed=seed)
    told = CliRunner().invoke(
        app,
        ["env", "map", str(tmp_path / "elsewhere"), "--output", str(tmp_path / "place"), "--height", "1.5",
         "--model", str(model)],
    )  # fmt: skip
    assert "none of these photographs" in " ".join(f"{told.output} {told.exception}".split())
    assert not (tmp_path / "place").exists()
