"""Pictures of floor plans: two points say how one lies; pictures that wait are placed on it."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from environments.editing.apply import apply
from environments.editing.edits import FitPlan, Move, TakePlanAway
from environments.editing.place import EditedPlace, content_of, place_of
from environments.editing.session import Editing
from environments.errors import ConnectivityError, EditError, PlaceChangedError
from environments.own_places.folder import PanoramaFolder
from environments.own_places.plan_pictures import PlanPicture, fitted, plan_files
from tests.environments.editing.test_apply import HALL, TRUE

PLAN = "plans/ground.png"
FITTED = FitPlan(PLAN, (10, 90), (110, 90), (0, 0), (0, 5), 0.1)
"""A hundred pixels to the right are five metres to the north."""


def place_of_pixel(plan: PlanPicture, pixel: tuple[float, float]) -> tuple[float, float]:
    """The x and y (metres) of a point of the picture, as ``PlanPicture`` says how it lies."""
    right, down = (plan.scale * each for each in pixel)
    east = plan.corner[0] + right * math.cos(plan.heading) - down * math.sin(plan.heading)
    north = plan.corner[1] - right * math.sin(plan.heading) - down * math.cos(plan.heading)
    return east, north


def drawn() -> EditedPlace:
    return replace(TRUE, plan_files=(PLAN,), waiting={"porch": "porch.jpg"})


def test_two_points_say_how_it_lies() -> None:
    plan = apply(drawn(), FITTED).plans[PLAN]
    assert plan.scale == pytest.approx(0.05)
    assert plan.heading == pytest.approx(-math.pi / 2), "its top points west"
    for pixel, place in (((10, 90), (0, 0)), ((110, 90), (0, 5)), ((10, 70), (-1, 0))):
        assert place_of_pixel(plan, pixel) == pytest.approx(place)


@pytest.mark.parametrize("heading", [-3.0, -0.4, 0.0, 1.2, math.pi])
def test_a_picture_is_found_as_it_lay(heading: float) -> None:
    lay = PlanPicture(2.5, (4.0, -3.0), heading, 0.013)
    pixels = ((12.0, 700.0), (900.0, 31.0))
    found = fitted(pixels, (place_of_pixel(lay, pixels[0]), place_of_pixel(lay, pixels[1])), 2.5)
    assert found is not None
    assert found.corner == pytest.approx(lay.corner)
    assert math.cos(found.heading - heading) == pytest.approx(1)
    assert found.scale == pytest.approx(0.013)


def test_it_is_written_and_read() -> None:
    after = apply(drawn(), FITTED)
    again = place_of(content_of(after), after.waiting, after.plan_files)
    assert again.plans[PLAN].corner == pytest.approx(after.plans[PLAN].corner, abs=1e-4)
    assert content_of(apply(after, TakePlanAway(PLAN))) == content_of(TRUE)


def test_a_picture_that_waits_is_placed_on_the_floor_of_the_nearest_viewpoint() -> None:
    x, y, z = HALL.position
    after = apply(drawn(), Move("porch", x + 0.5, y))
    porch = after.spot("porch")
    assert (porch.position, porch.height, porch.heading) == ((x + 0.5, y, z), HALL.height, None)
    assert (after.waiting, after.edges) == ({}, TRUE.edges)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (replace(FITTED, image="plans/attic.png"), "no picture plans/attic.png"),
        (replace(FITTED, other=(10, 90)), "do not say how"),
        (replace(FITTED, other_at=(0, 0)), "do not say how"),
        (replace(FITTED, other_at=(0, 1e-7)), "do not say how"),
        (replace(FITTED, one=(math.nan, 90)), "do not say how"),
        (replace(FITTED, one=(1e9, 90), other=(1e9, 190)), "would be at"),
        (replace(FITTED, other_at=(0, 1e9)), "would be at"),
        (replace(FITTED, z=math.inf), "would be at"),
        (TakePlanAway(PLAN), "does not lie"),
    ],
)
def test_what_says_nothing_is_refused(edit: FitPlan | TakePlanAway, message: str) -> None:
    with pytest.raises(EditError, match=message):
        apply(drawn(), edit)


def cottage(folder: Path, **more: Any) -> Path:
    viewpoints = [{"viewpoint_id": "hall", "image": "hall.jpg", "position": [0, 0, 1.6], "height": 1.6}]
    content = {"scan_id": "cottage", "viewpoints": viewpoints, "edges": [], **more}
    (folder / "graph.json").write_text(json.dumps(content))
    Image.new("L", (16, 8)).save(folder / "hall.jpg")
    (folder / "plans").mkdir()
    Image.new("L", (32, 16)).save(folder / PLAN)
    return folder


def test_the_folder_says_which_there_are(tmp_path: Path) -> None:
    folder = cottage(tmp_path)
    (folder / "plans" / "notes.txt").write_text("upstairs is missing")
    assert plan_files(folder) == (PLAN,)
    editing = Editing(folder)
    assert not editing.moment().place.waiting, "twice as wide as high, but no panorama"
    editing.edit(FITTED, editing.moment().version)
    assert json.loads((folder / "graph.json").read_text())["plans"][0]["scale"] == 0.05
    assert PanoramaFolder(folder).scan_ids() == ["cottage"]
    (folder / PLAN).unlink()
    moment = editing.open_again()
    assert moment.place.plan_images == (PLAN,), "it is said to lie there, so that it can be taken away"
    assert editing.edit(TakePlanAway(PLAN), moment.version).place.plan_images == ()
    with pytest.raises(PlaceChangedError):
        editing.edit(FITTED, moment.version)


LIES = {"image": PLAN, "z": 0, "corner": [0, 0], "heading": 0, "scale": 0.05}


@pytest.mark.parametrize(
    ("plans", "fault"),
    [
        ({}, "plans is not a list"),
        ([LIES, LIES], r"plans\[1\]: plans/ground.png is there already"),
        ([{**LIES, "more": 1}], "is not an object with corner, heading"),
        ([{**LIES, "image": "ground.png"}], "not plans/ and the name"),
        ([{**LIES, "image": "plans/../ground.png"}], "not plans/ and the name"),
        ([{**LIES, "corner": [0]}], "corner is not a list of 2"),
        ([{**LIES, "heading": True}], "heading is True"),
        ([{**LIES, "scale": 0}], "scale is 0, not 1e-05 to 100"),
    ],
)
def test_a_file_that_says_it_wrongly_is_refused(tmp_path: Path, plans: object, fault: str) -> None:
    with pytest.raises(ConnectivityError, match=fault):
        PanoramaFolder(cottage(tmp_path, plans=plans))
