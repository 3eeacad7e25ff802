"""``pangea env edit``: the tools that correct numbers, and who may use the page."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from environments.geometry import direction, heading_elevation, upright, wrap_angle
from tests.browser.axe import serious_findings
from tests.browser.edited_place import ROOM, Edit, own_look, placed, point_at, saved, under, written

PHONE = {"width": 390, "height": 844}


def entry(folder: Path, name: str) -> dict[str, Any]:
    (found,) = (each for each in written(folder)["viewpoints"] if each["viewpoint_id"] == name)
    return dict(found)


def change(folder: Path, name: str, **keys: Any) -> None:
    content = written(folder)
    for each in content["viewpoints"]:
        if each["viewpoint_id"] == name:
            each.update(keys)
    (folder / "graph.json").write_text(json.dumps(content), encoding="utf-8")


def show(page: Page, seen_from: str, subject: str) -> None:
    page.get_by_test_id(f"spot-{subject}").click()
    page.get_by_test_id(f"spot-{seen_from}").click(modifiers=["Shift"])
    expect(page.get_by_test_id("choose-from")).to_have_value(seen_from)
    expect(page.get_by_test_id("choose-subject")).to_have_value(subject)
    expect(page.locator("[data-sharp]")).to_have_count(2)


def test_a_panorama_is_aligned_by_a_point_seen_in_both(edited: Edit, tmp_path: Path) -> None:
    folder = placed(tmp_path / "room")
    true = entry(folder, ROOM[1])["heading"]
    change(folder, ROOM[1], heading=true + 0.6)
    page = edited(folder)
    show(page, ROOM[0], ROOM[1])
    page.keyboard.press("a")
    here, there = (np.array(under(name)) for name in (ROOM[1], ROOM[0]))
    x, y, z = (here + (there - here) / np.linalg.norm(there - here)).tolist()  # a metre from its camera
    point = (x, y, z)
    point_at(page, "picture-from", own_look(ROOM[0], point))
    expect(page.get_by_test_id("prompt")).to_contain_text("the same point in the other picture")
    point_at(page, "picture-subject", own_look(ROOM[1], point))
    expect(page.get_by_test_id("tool-align")).to_have_attribute("aria-pressed", "false")
    saved(page, undo=1)
    assert abs(wrap_angle(entry(folder, ROOM[1])["heading"] - true)) < math.radians(3)


def test_a_picture_that_leans_is_levelled_by_an_upright_line(edited: Edit, tmp_path: Path) -> None:
    """The file says that a level picture leans to its right by five degrees; its middle column is upright."""
    folder = placed(tmp_path / "room")
    up = (math.sin(math.radians(5)), 0.0, math.cos(math.radians(5)))
    change(folder, ROOM[1], up=up)
    page = edited(folder)
    show(page, ROOM[0], ROOM[1])
    page.keyboard.press("l")
    for elevation in (-0.3, 0.3):
        shown = heading_elevation(upright(0.0, up) @ direction(0.0, elevation))
        point_at(page, "picture-subject", (float(shown[0]), float(shown[1])))
        if elevation < 0:
            expect(page.get_by_test_id("prompt")).to_contain_text("another point of that line")
    expect(page.get_by_test_id("undo")).to_be_enabled()
    saved(page, undo=1)
    levelled = entry(folder, ROOM[1]).get("up", [0.0, 0.0, 1.0])
    assert abs(levelled[0]) < math.sin(math.radians(0.5))


def test_a_distance_makes_the_place_larger(edited: Edit, tmp_path: Path) -> None:
    folder = placed(tmp_path / "room")
    before = {name: entry(folder, name)["position"] for name in ROOM}
    page = edited(folder)
    show(page, ROOM[0], ROOM[1])
    page.keyboard.press("d")
    twice = 2 * math.dist(before[ROOM[0]], before[ROOM[1]])
    page.get_by_test_id("metres").fill(f"{twice:.3f}".replace(".", ","))
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("prompt")).to_be_visible()
    saved(page, undo=1)
    after = {name: entry(folder, name)["position"] for name in ROOM}
    for a, b in ((ROOM[0], ROOM[1]), (ROOM[1], ROOM[2])):
        assert math.dist(after[a], after[b]) == pytest.approx(2 * math.dist(before[a], before[b]), rel=1e-3)


def test_a_distance_that_is_none_is_refused(edited: Edit, tmp_path: Path, console_is_checked: bool) -> None:
    folder = placed(tmp_path / "room")
    page = edited(folder)
    before = written(folder)
    page.keyboard.press("d")
    page.get_by_test_id("metres").fill("0")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("refused")).to_contain_text("are not 0 m apart")
    assert written(folder) == before


def test_a_viewpoint_is_dragged_on_the_plan(edited: Edit, tmp_path: Path) -> None:
    folder = placed(tmp_path / "room")
    before = {name: entry(folder, name)["position"] for name in ROOM}
    page = edited(folder)
    spot = page.get_by_test_id(f"spot-{ROOM[2]}").locator("circle").first.bounding_box()
    assert spot
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y, steps=5)
    page.mouse.up()
    expect(page.get_by_test_id("undo")).to_be_enabled()
    saved(page, undo=1)
    moved = np.subtract(entry(folder, ROOM[2])["position"], before[ROOM[2]])
    assert moved[0] > 0.2
    assert abs(moved[1]) < 0.1
    assert moved[2] == 0
    assert [entry(folder, name)["position"] for name in ROOM[:2]] == [before[name] for name in ROOM[:2]]
    page.keyboard.press("u")
    saved(page, undo=0)
    assert entry(folder, ROOM[2])["position"] == pytest.approx(before[ROOM[2]], abs=1e-4)


def test_everybody_can_use_the_page(edited: Edit, tmp_path: Path) -> None:
    folder = placed(tmp_path / "room", forbidden=[ROOM[0]])
    page = edited(folder)
    for key in ("a", "Escape", "h", "Escape", "r", "Escape"):
        page.keyboard.press(key)
        assert serious_findings(page) == []
    page.get_by_test_id("tab-findings").click()
    assert serious_findings(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert serious_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.fixture
def console_is_checked(request: pytest.FixtureRequest) -> bool:
    """Chromium writes each refused request to the console."""
    return "is_refused" not in request.node.name
