"""``pangea env edit``: a place that is made from its pictures, and one that is corrected."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from environments.geometry import heading_elevation, wrap_angle
from tests.browser.edited_place import EYE, ROOM, Edit, own_look, pictures_of, point_at, truth, under, written


def test_a_place_is_made_from_its_pictures(edited: Edit, tmp_path: Path) -> None:
    """Two clicks and two drags a photograph, which the page asks for one after the other."""
    folder = pictures_of(tmp_path / "room", ROOM)
    page = edited(folder, "--height", str(EYE))
    actions = 0
    seen_from = ROOM[0]
    for name in ROOM[1:]:
        expect(page.get_by_test_id("prompt")).to_contain_text(f"the camera of {name} stood")
        expect(page.locator("[data-sharp]")).to_have_count(2)
        actions += point_at(page, "picture-from", own_look(seen_from, under(name)))
        expect(page.get_by_test_id("prompt")).to_contain_text(f"where the camera of {seen_from} stood")
        actions += point_at(page, "picture-subject", own_look(name, under(seen_from)))
        expect(page.get_by_test_id("saved")).to_contain_text(f"Viewpoints: {ROOM.index(name) + 1}")
        expect(page.locator(f"[data-testid=spot-{name}] .edit-wedge")).to_have_count(1)
        seen_from = name
    assert actions <= 4 * len(ROOM[1:])
    content = written(folder)
    assert content["edges"] == [[ROOM[0], ROOM[1]], [ROOM[1], ROOM[2]]]
    origin = truth().viewpoints[ROOM[0]]
    turn = np.array(origin.orientation).T
    for entry in content["viewpoints"]:
        spot = truth().viewpoints[entry["viewpoint_id"]]
        there = turn @ np.subtract(spot.position, origin.position)
        assert np.linalg.norm(np.array(entry["position"])[:2] - there[:2]) < 0.1
        heading, _ = heading_elevation(turn @ np.array(spot.orientation) @ [0, 1, 0])
        assert abs(wrap_angle(entry["heading"] - heading)) < math.radians(2)


def test_edges_are_decided_by_keys_and_every_edit_is_undone(edited: Edit, tmp_path: Path) -> None:
    folder = pictures_of(tmp_path / "room", ROOM)
    spots = [truth().viewpoints[name] for name in ROOM]
    viewpoints = [
        {"viewpoint_id": spot.viewpoint_id, "image": f"{spot.viewpoint_id}.jpg", "position": spot.position}
        | {"height": EYE, "heading": 0.0}
        for spot in spots
    ]
    edges = [[ROOM[0], ROOM[1]], [ROOM[1], ROOM[2]]]
    before = {"scan_id": "room", "viewpoints": viewpoints, "edges": edges}
    (folder / "graph.json").write_text(json.dumps(before))
    doubts = [{"ends": edges[0], "doubt": 0.02}, {"ends": edges[1], "doubt": 0.5}]
    (folder / "map.json").write_text(json.dumps({"scan_id": "room", "steps": doubts}))
    page = edited(folder)
    current = page.locator("[data-testid=edge] [aria-current=true]")
    expect(current).to_contain_text("doubt 50 %")
    page.keyboard.press("Space")
    expect(current).to_contain_text("doubt 2 %")
    page.keyboard.press("x")
    expect(page.get_by_test_id("edge")).to_have_count(1)
    assert written(folder)["edges"] == [edges[1]]
    page.get_by_test_id("tab-findings").click()
    expect(page.get_by_test_id("findings")).to_contain_text("isolated viewpoint")
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(page.get_by_test_id("undo")).to_be_disabled()
    assert written(folder)["edges"] == edges
    assert "kept" not in written(folder)
    expect(page.get_by_test_id("redo")).to_be_enabled()


def test_what_was_changed_on_disk_is_taken_instead(
    edited: Edit, tmp_path: Path, console_is_checked: bool
) -> None:
    folder = pictures_of(tmp_path / "room", ROOM[:2])
    page = edited(folder, "--height", str(EYE))
    content = written(folder)
    content["viewpoints"][0]["height"] = 1.4
    (folder / "graph.json").write_text(json.dumps(content))
    page.keyboard.press("h")
    page.get_by_test_id("metres").fill("1.7")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("refused")).to_contain_text("changed by another program")
    assert written(folder) == content
    page.get_by_test_id("open-again").click()
    expect(page.get_by_test_id("saved")).to_have_attribute("data-state", "saved")
    page.keyboard.press("h")
    expect(page.get_by_test_id("metres")).to_have_value("1.4")


@pytest.fixture
def console_is_checked(request: pytest.FixtureRequest) -> bool:
    """Chromium writes each refused request to the console."""
    return "on_disk" not in request.node.name
