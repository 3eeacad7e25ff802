"""``pangea env edit``: a picture of a floor plan under a storey, and panoramas that are placed on it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Locator, Page, expect

from environments.own_places.plan_pictures import PlanPicture, plan_entry, plans_of
from tests.browser.axe import serious_findings
from tests.browser.edited_place import ROOM, Edit, placed, saved, truth, written
from tests.environments.editing.test_plan_pictures import place_of_pixel

SIZE = (760, 620)
PLAN = "plans/ground floor.png"
LIES = PlanPicture(0.0, (-5.0, 14.0), 0.3, 0.03)
"""As whoever drew it held the house: turned by 17 degrees."""


def pixel(place: Iterable[float]) -> tuple[float, float]:
    x, y, *_ = place
    east, north = x - LIES.corner[0], y - LIES.corner[1]
    cosine, sine = math.cos(LIES.heading), math.sin(LIES.heading)
    return ((cosine * east - sine * north) / LIES.scale, -(sine * east + cosine * north) / LIES.scale)


def with_plan(folder: Path) -> Path:
    plan = truth().floor_plan
    assert plan
    picture = Image.new("RGB", SIZE, "white")
    drawing = ImageDraw.Draw(picture)
    for start, end in plan.floors[0].walls:
        drawing.line([pixel(start), pixel(end)], "black", 5)
    (folder / "plans").mkdir()
    picture.save(folder / PLAN)
    return folder


def press(page: Page, at: tuple[float, float]) -> None:
    """Press a point of the picture of the plan."""
    x, y = page.locator(".edit-plan-picture").evaluate(
        """(image, [x, y]) => {
            const point = new DOMPoint(x, y).matrixTransform(image.getScreenCTM())
            return [point.x, point.y]
        }""",
        list(at),
    )
    page.mouse.click(x, y)


def picture(page: Page) -> Locator:
    return page.locator(".edit-plan-picture")


def true_place(name: str) -> tuple[float, float]:
    x, y, _ = truth().viewpoints[name].position
    return x, y


def test_it_is_laid_by_two_cameras_and_undone(edited: Edit, tmp_path: Path) -> None:
    folder = with_plan(placed(tmp_path / "room"))
    page = edited(folder)
    expect(picture(page)).to_have_count(0)
    page.keyboard.press("m")
    expect(picture(page)).to_have_count(1)
    press(page, pixel(true_place(ROOM[0])))
    page.get_by_test_id("choose-subject").select_option(ROOM[2])  # the tool stays, with its point
    page.get_by_test_id("choose-from").select_option(ROOM[0])
    expect(page.get_by_test_id("plan-form")).to_contain_text("press another")
    assert serious_findings(page) == []
    press(page, pixel(true_place(ROOM[2])))
    expect(page.get_by_test_id("plan-point")).to_have_count(2)
    assert serious_findings(page) == []
    page.get_by_test_id("lay-by-cameras").click()
    expect(page.get_by_test_id("tool-plan")).to_have_attribute("aria-pressed", "false")
    saved(page, undo=1)
    found = plans_of(written(folder))[PLAN]
    apart = math.dist(true_place(ROOM[0]), true_place(ROOM[2]))
    assert found.z == pytest.approx(0, abs=0.1)
    for end in ((0, 0), SIZE):  # a press is right to a pixel of the screen, over the cameras' distance
        far = math.dist(place_of_pixel(LIES, end), true_place(ROOM[0])) / apart
        assert math.dist(place_of_pixel(found, end), place_of_pixel(LIES, end)) < 0.12 * max(1, far)
    page.keyboard.press("u")
    saved(page, undo=0)
    expect(picture(page)).to_have_count(0)
    assert "plans" not in written(folder)


def test_a_tool_that_is_put_down_leaves_no_picture_or_points(edited: Edit, tmp_path: Path) -> None:
    page = edited(with_plan(placed(tmp_path / "room")))
    page.keyboard.press("m")
    press(page, (20, 20))
    expect(page.get_by_test_id("plan-point")).to_have_count(1)
    page.keyboard.press("m")
    expect(page.get_by_test_id("tool-plan")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_test_id("plan-point")).to_have_count(0)
    expect(picture(page)).to_have_count(0)


def test_one_point_pressed_twice_is_refused(edited: Edit, tmp_path: Path, console_is_checked: bool) -> None:
    folder = with_plan(placed(tmp_path / "room"))
    page = edited(folder)
    page.keyboard.press("m")
    press(page, (200, 200))
    press(page, (200, 200))
    page.get_by_test_id("plan-metres").fill("3")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("refused")).to_contain_text("do not say how")
    assert "plans" not in written(folder)


def test_it_is_scaled_by_a_length_and_taken_away(edited: Edit, tmp_path: Path) -> None:
    folder = with_plan(placed(tmp_path / "room"))
    page = edited(folder)
    page.get_by_test_id("tool-plan").click()
    press(page, (20, 20))
    press(page, (420, 320))
    page.get_by_test_id("plan-metres").fill("15,0")
    page.keyboard.press("Enter")
    saved(page, undo=1)
    assert plans_of(written(folder))[PLAN].scale == pytest.approx(15 / 500, rel=0.02)
    expect(picture(page)).to_have_count(1)
    page.get_by_test_id("tool-plan").click()
    page.get_by_test_id("take-plan-away").click()
    saved(page, undo=2)
    expect(picture(page)).to_have_count(0)


def test_a_picture_that_waits_is_placed_on_it(edited: Edit, tmp_path: Path) -> None:
    folder = with_plan(placed(tmp_path / "room"))
    content = written(folder)
    content["viewpoints"], content["edges"] = content["viewpoints"][:2], content["edges"][:1]
    content["plans"] = [plan_entry(PLAN, LIES)]
    (folder / "graph.json").write_text(json.dumps(content), encoding="utf-8")
    page = edited(folder)
    expect(picture(page)).to_have_count(1)
    page.get_by_test_id("next-waiting").click()
    press(page, pixel(true_place(ROOM[2])))
    expect(page.get_by_test_id("tool-face")).to_have_attribute("aria-pressed", "true")
    saved(page, undo=1)
    *_, third = written(folder)["viewpoints"]
    assert third["viewpoint_id"] == ROOM[2]
    assert math.dist(third["position"], truth().viewpoints[ROOM[2]].position) < 0.15


def test_it_is_laid_by_keys_alone(edited: Edit, tmp_path: Path) -> None:
    folder = with_plan(placed(tmp_path / "room"))
    page = edited(folder)
    page.keyboard.press("m")
    page.get_by_test_id("plan").focus()
    page.keyboard.press("+")
    page.keyboard.press("c")
    page.get_by_test_id("plan").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    expect(page.get_by_test_id("plan-metres")).to_be_focused()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    saved(page, undo=1)
    assert PLAN in plans_of(written(folder))


def test_where_there_is_none_it_says_where_to_put_one(edited: Edit, tmp_path: Path) -> None:
    folder = placed(tmp_path / "room")
    page = edited(folder)
    page.keyboard.press("m")
    expect(page.get_by_test_id("no-plan")).to_contain_text("folder plans")
    with_plan(folder)
    page.get_by_test_id("no-plan").get_by_role("button").click()
    expect(page.get_by_test_id("no-plan")).to_have_count(0)  # the page begins anew
    expect(page.get_by_test_id("saved")).to_be_visible()
    page.keyboard.press("m")
    expect(page.get_by_test_id("plan-form")).to_be_visible()


@pytest.fixture
def console_is_checked(request: pytest.FixtureRequest) -> bool:
    """Chromium writes each refused request to the console."""
    return "is_refused" not in request.node.name
