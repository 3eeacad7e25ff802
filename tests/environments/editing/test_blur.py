"""Blurring: what is in a box cannot be had back, over the seam as well, and its original is put back by undoing."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from environments.editing.blur import CELLS, blur, box_between
from environments.editing.edits import Blur, Height, Sight, TakeOut
from environments.editing.session import Editing
from environments.errors import ConnectivityError, EditError, PangeaError
from environments.own_places.blurred import ORIGINALS, BlurredBox
from environments.own_places.folder import PanoramaFolder
from environments.pictures import decode_image
from environments.tours.export import export_tour

WIDTH, HEIGHT = 720, 360  # two pixels a degree


def degrees(heading: float, elevation: float) -> Sight:
    return Sight(math.radians(heading), math.radians(elevation))


def noise() -> Image.Image:
    return Image.fromarray(np.random.default_rng(4).integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8))


def changed(before: Image.Image, after: Image.Image) -> NDArray[np.bool_]:
    there: NDArray[np.bool_] = (np.asarray(before) != np.asarray(after)).any(axis=2)
    return there


def test_a_box_is_blurred_and_nothing_else() -> None:
    before, after = noise(), noise()
    blur(after, [box_between(degrees(30, 10), degrees(10, -20))])
    there = changed(before, after)
    assert there[160:220, 380:420].mean() > 0.99
    there[159:221, 379:421] = False  # a pixel more, where an edge is between two
    assert not there.any()


@pytest.mark.parametrize("corners", [((170, 5), (-165, -5)), ((-165, 5), (170, -5)), ((530, -5), (-165, 5))])
def test_a_box_goes_over_the_seam(corners: tuple[tuple[float, float], tuple[float, float]]) -> None:
    before, after = noise(), noise()
    blur(after, [box_between(degrees(*corners[0]), degrees(*corners[1]))])
    there = changed(before, after)
    assert there[170:190, 700:].mean() > 0.99
    assert there[170:190, :30].mean() > 0.99
    there[169:191, 699:] = there[169:191, :31] = False
    assert not there.any()


def test_a_box_over_the_seam_is_blurred_as_it_would_be_elsewhere() -> None:
    one = noise()
    other = Image.fromarray(np.roll(np.asarray(one), WIDTH // 2, axis=1))
    blur(one, [box_between(degrees(175.2, 5), degrees(-169.8, -5))])
    blur(other, [box_between(degrees(-4.8, 5), degrees(10.2, -5))])
    assert np.array_equal(np.roll(np.asarray(one), WIDTH // 2, axis=1), np.asarray(other))


def test_of_a_number_plate_less_than_a_mean_a_letter_is_left() -> None:
    """Two plates that differ in how their letters are ordered within a cell look the same."""
    plates = []
    for letters in ([0, 255], [255, 0]):
        plate = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        plate[170:190, 360:480] = np.resize(np.repeat(letters, 10), 120)[None, :, None]
        picture = Image.fromarray(plate)
        blur(picture, [BlurredBox(0.0, math.radians(59.9), math.radians(-4.9), math.radians(4.9))])
        plates.append(np.asarray(picture))
    assert CELLS == 6
    assert np.abs(plates[0].astype(int) - plates[1]).max() <= 1


@pytest.mark.parametrize(
    ("one", "other", "message"),
    [
        ((0, 0), (0.1, 10), "too small"),
        ((0, 0), (10, 0.1), "too small"),
        ((0, 0), (150, 10), "wider than 120"),
        ((0, 0), (10, 95), "over a pole"),
    ],
)
def test_what_is_no_box_is_refused(
    one: tuple[float, float], other: tuple[float, float], message: str
) -> None:
    with pytest.raises(EditError, match=message):
        box_between(degrees(*one), degrees(*other))


FACE = Blur("kitchen", degrees(-20, 30), degrees(20, -10))
PLATE = Blur("kitchen", degrees(100, 0), degrees(140, -40))


@pytest.fixture
def detailed(folder: Path) -> Path:
    """The cottage with pictures of noise."""
    noise().save(folder / "hall.jpg", quality=95)
    noise().save(folder / "more" / "kitchen.png")
    return folder


def test_a_blur_is_written_and_undone_to_the_byte(detailed: Path) -> None:
    file, original = detailed / "more" / "kitchen.png", detailed / ORIGINALS / "more" / "kitchen.png"
    first = file.read_bytes()
    editing = Editing(detailed)
    editing.edit(FACE, 1)
    one_box = file.read_bytes()
    assert original.read_bytes() == first != one_box
    assert original.parent.stat().st_mode & 0o077 == 0
    editing.edit(PLATE, 2)
    assert PanoramaFolder(detailed).image("cottage", "kitchen", "equirectangular").data == file.read_bytes()
    editing.undo(3)
    assert file.read_bytes() == one_box
    editing.undo(4)
    assert file.read_bytes() == first
    assert not original.exists()
    editing.redo(5)
    assert file.read_bytes() == one_box
    assert not list(detailed.rglob(".*"))


def test_boxes_are_known_when_the_place_is_opened_again(detailed: Path) -> None:
    Editing(detailed).edit(FACE, 1)
    editing = Editing(detailed)
    moment = editing.edit(PLATE, 1)
    assert [len(boxes) for boxes in moment.place.blurred.values()] == [2]
    with Image.open(detailed / "more" / "kitchen.png") as after:
        there = changed(noise(), after)
    assert there[140:180, 330:390].any()
    assert there[190:250, 570:630].any()
    assert json.loads((detailed / "graph.json").read_text())["blurred"].keys() == {"more/kitchen.png"}


def test_a_picture_that_waits_is_blurred_and_stays_so_when_it_is_placed(detailed: Path) -> None:
    editing = Editing(detailed)
    editing.edit(Blur("hall", degrees(0, 0), degrees(9, 9)), 1)
    blurred = (detailed / "hall.jpg").read_bytes()
    moment = editing.edit(TakeOut("hall"), 2)
    assert list(moment.place.blurred) == ["hall.jpg"]
    editing.edit(Blur("hall", degrees(90, 0), degrees(99, 9)), 3)
    editing.undo(4)
    assert (detailed / "hall.jpg").read_bytes() == blurred


def test_a_picture_that_was_replaced_is_not_written_over(detailed: Path) -> None:
    editing = Editing(detailed)
    editing.edit(FACE, 1)
    file = detailed / "more" / "kitchen.png"
    Image.new("RGB", (WIDTH, HEIGHT), "red").save(file)
    theirs = file.read_bytes()
    with pytest.raises(EditError, match="was replaced since"):
        editing.edit(PLATE, 2)
    with pytest.raises(EditError, match="was replaced since"):
        editing.undo(2)
    assert file.read_bytes() == theirs
    editing.edit(Height(1.5), 2)


def test_an_original_that_is_gone_cannot_be_put_back(detailed: Path) -> None:
    editing = Editing(detailed)
    editing.edit(FACE, 1)
    blurred = (detailed / "more" / "kitchen.png").read_bytes()
    (detailed / ORIGINALS / "more" / "kitchen.png").unlink()
    with pytest.raises(EditError, match="is gone"):
        editing.undo(2)
    assert (detailed / "more" / "kitchen.png").read_bytes() == blurred


@pytest.mark.parametrize("content", [b"", b"no picture"])
def test_a_picture_that_cannot_be_read_is_refused(detailed: Path, content: bytes) -> None:
    editing = Editing(detailed)
    before = (detailed / "graph.json").read_bytes()
    (detailed / "hall.jpg").write_bytes(content)
    with pytest.raises(PangeaError):
        editing.edit(Blur("hall", degrees(0, 0), degrees(9, 9)), 1)
    assert (detailed / "hall.jpg").read_bytes() == content
    assert (detailed / "graph.json").read_bytes() == before


def test_neither_exports_nor_tiles_take_an_original(detailed: Path, tmp_path: Path) -> None:
    Editing(detailed).edit(FACE, 1)
    environment = PanoramaFolder(detailed)
    hidden = (detailed / ORIGINALS / "more" / "kitchen.png").read_bytes()
    tour = tmp_path / "tour"
    export_tour(environment, "cottage", "pannellum", tour)
    exported = [file for file in tour.rglob("*") if file.is_file()]
    assert all(file.read_bytes() != hidden for file in exported)
    assert not [file for file in exported if ORIGINALS in str(file.relative_to(tour))]
    shown = decode_image(environment.image("cottage", "kitchen", "equirectangular"))
    assert changed(noise(), shown)[140:180, 330:390].mean() > 0.9


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"blurred": []}, "blurred is not an object"),
        ({"blurred": {"../x.jpg": [[0, 1, 0, 1]]}}, "is no picture in this folder"),
        ({"blurred": {"hall.jpg": []}}, "has no list of boxes"),
        ({"blurred": {"hall.jpg": [[0, 1, 0]]}}, "is no box"),
        ({"blurred": {"hall.jpg": [[0, 3, 0, 1]]}}, "is no box"),
    ],
)
def test_malformed_boxes_are_refused(
    folder: Path, cottage: dict[str, Any], change: object, message: str
) -> None:
    (folder / "graph.json").write_text(json.dumps(cottage | change), encoding="utf-8")  # type: ignore[operator]
    with pytest.raises(ConnectivityError, match=message):
        PanoramaFolder(folder)


def test_an_original_is_no_picture_of_the_place(folder: Path, cottage: dict[str, Any]) -> None:
    cottage["viewpoints"][0]["image"] = f"{ORIGINALS}/hall.jpg"
    (folder / "graph.json").write_text(json.dumps(cottage), encoding="utf-8")
    with pytest.raises(ConnectivityError, match="is not shown as it was before"):
        PanoramaFolder(folder)
