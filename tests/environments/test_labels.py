"""Labels of pixels as their files say them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from environments.errors import ImageNotFoundError, InvalidDataError
from environments.labels import FARTHEST, LabelledObject, Labels

SOFA = {
    "object_id": "sofa", "number": 3, "label": "the red sofa",
    "box": [[1, 2, 0], [3.5, 4, 0.8]], "seen_from": {"hall": [10, 20, 30, 24]}, "hidden": {"hall": 0.25},
}  # fmt: skip
HIGH, WIDE = 512, 1024


def write(folder: Path, objects: list[dict[str, Any]] | None = None) -> Path:
    content = {"image_size": [WIDE, HIGH], "objects": [SOFA] if objects is None else objects}
    (folder / "objects.json").write_text(json.dumps(content))
    return folder


def pixel(row: int, column: int) -> tuple[float, float]:
    """The heading and elevation of the middle of a pixel."""
    return ((column + 0.5) / WIDE - 0.5) * 2 * np.pi, (0.5 - (row + 0.5) / HIGH) * np.pi


def test_an_object_has_all_that_its_file_says(tmp_path: Path) -> None:
    bare = {"object_id": "lamp", "number": 4, "label": "the lamp", "seen_from": {}}
    assert Labels.open(write(tmp_path, [SOFA, bare])).objects == (
        LabelledObject(
            "sofa",
            3,
            "the red sofa",
            {"hall": 20 * 4 / (WIDE * HIGH)},
            ((1, 2, 0), (3.5, 4, 0.8)),
            {"hall": 0.25},
        ),
        LabelledObject("lamp", 4, "the lamp", {}, None, {}),
    )


@pytest.mark.parametrize(
    "change",
    [
        {"seen_from": {"hall": [1, 2, 3]}},
        {"box": [[0, 0], [1, 1]]},
        {"hidden": {"hall": "a lot"}},
        {"seen_from": None},
    ],
)
def test_objects_of_another_form_are_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    with pytest.raises(InvalidDataError, match=r"objects\.json cannot be read"):
        Labels.open(write(tmp_path, [{**SOFA, **change}]))


@pytest.mark.parametrize("content", [None, "{", "[]", '{"objects": []}'])
def test_a_file_that_is_missing_or_of_another_form_is_refused(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "objects.json").write_text(content)
    with pytest.raises(InvalidDataError, match=r"objects\.json cannot be read"):
        Labels.open(tmp_path)


def test_an_object_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidDataError, match=r"objects\.json has no object 'chair'"):
        Labels.open(write(tmp_path)).object("chair")


@pytest.mark.parametrize(
    ("row", "column", "hit"),
    [
        (256, 512, True), (253, 509, True), (259, 515, True), (252, 512, False), (260, 512, False),
        (256, 508, False), (256, 516, False),
        (100, 2, True), (100, 3, False), (100, 1020, True), (100, 1019, False),
        (3, 700, True), (4, 700, False),
    ],
)  # fmt: skip
def test_a_person_may_point_three_pixels_beside_a_thing_over_the_seam_too(
    tmp_path: Path, row: int, column: int, hit: bool
) -> None:
    numbers = np.full((HIGH, WIDE), 4, np.uint8)  # of something else
    numbers[[256, 100, 0], [512, 1023, 700]] = 3
    Image.fromarray(numbers).save(tmp_path / "hall.ids.png")
    assert Labels.open(write(tmp_path)).shows("sofa", "hall", *pixel(row, column)) is hit


def test_distances_are_metres_and_sky_has_none(tmp_path: Path) -> None:
    Image.fromarray(np.array([[0, 1, 1500, 65535]], np.uint16)).save(tmp_path / "hall.depth.png")
    told = Labels.open(write(tmp_path)).distances("hall")
    assert told.tolist() == [[pytest.approx(np.nan, nan_ok=True), 0.001, 1.5, FARTHEST]]


@pytest.mark.parametrize(("kind", "name"), [("ids", "identity"), ("depth", "depth")])
def test_a_picture_that_is_missing_broken_or_elsewhere_is_named(tmp_path: Path, kind: str, name: str) -> None:
    (tmp_path / "place").mkdir()
    labels, file = Labels.open(write(tmp_path / "place")), tmp_path / "place" / f"hall.{kind}.png"
    read = labels.numbers if kind == "ids" else labels.distances
    Image.fromarray(np.zeros((4, 8), np.uint8 if kind == "ids" else np.uint16)).save(tmp_path / "secret.png")
    for spoil in (lambda: None, lambda: file.write_bytes(b"no picture"), lambda: file.unlink()):
        spoil()
        with pytest.raises(ImageNotFoundError, match=rf"There is no {name} picture at .*hall\.{kind}\.png"):
            read("hall")
    file.symlink_to(tmp_path / "secret.png")
    with pytest.raises(ImageNotFoundError):
        read("hall")
