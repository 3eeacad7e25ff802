"""``pangea env edit``: what a place tells people: names of its rooms, where paths may lead, and no faces."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import serious_findings
from tests.browser.edited_place import ROOM, Edit, placed, point_at, saved, written


def test_a_room_is_named_in_several_languages_and_undone(edited: Edit, tmp_path: Path) -> None:
    folder = placed(tmp_path / "room")
    page = edited(folder)
    page.get_by_test_id("choose-subject").select_option(ROOM[2])
    page.get_by_test_id("tool-room").click()
    page.get_by_test_id(f"spot-{ROOM[0]}").click()
    expect(page.get_by_test_id("room-form")).to_contain_text(f"{ROOM[2]}, {ROOM[0]}")
    page.get_by_test_id("room-name").fill("living room")
    page.get_by_test_id("room-name-hi").fill("बैठक")
    page.get_by_test_id("room-name-ur").fill("بیٹھک")
    assert serious_findings(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("state")).to_contain_text("living room")
    saved(page, undo=1)
    room = {"name": "living room", "names": {"hi": "बैठक", "ur": "بیٹھک"}, "viewpoints": [ROOM[2], ROOM[0]]}
    assert written(folder)["rooms"] == [room]
    expect(page.locator(".edit-room-name")).to_have_text("living room")
    page.keyboard.press("u")
    saved(page, undo=0)
    assert "rooms" not in written(folder)


def test_a_viewpoint_joins_a_room_that_has_its_names_already(edited: Edit, tmp_path: Path) -> None:
    room = {"name": "living room", "names": {"te": "హాలు"}, "viewpoints": [ROOM[0]]}
    folder = placed(tmp_path / "room", rooms=[room])
    page = edited(folder)
    page.get_by_test_id("choose-subject").select_option(ROOM[2])
    page.get_by_test_id("tool-room").click()
    page.get_by_test_id("room-name").fill("living room")
    expect(page.get_by_test_id("room-name-te")).to_have_value("హాలు")
    page.get_by_test_id("give-room").click()
    saved(page, undo=1)
    assert written(folder)["rooms"] == [{**room, "viewpoints": [ROOM[0], ROOM[2]]}]


def test_where_paths_may_lead_is_said_by_keys(edited: Edit, tmp_path: Path) -> None:
    folder = placed(tmp_path / "room")
    page = edited(folder)
    page.get_by_test_id(f"spot-{ROOM[0]}").click()
    page.keyboard.press("t")
    expect(page.get_by_test_id("use-start")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id(f"spot-{ROOM[2]}").click()
    page.keyboard.press("k")
    expect(page.get_by_test_id("use-never")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(f"[data-testid=spot-{ROOM[2]}] .edit-use-never")).to_have_count(1)
    content = written(folder)
    assert (content["starts"], content["forbidden"]) == ([ROOM[0]], [ROOM[2]])
    page.keyboard.press("k")
    expect(page.get_by_test_id("use-never")).to_have_attribute("aria-pressed", "false")
    assert "forbidden" not in written(folder)
    page.keyboard.press("u")
    expect(page.get_by_test_id("use-never")).to_have_attribute("aria-pressed", "true")
    assert written(folder) == content


def test_a_face_is_blurred_over_the_seam_and_put_back(edited: Edit, tmp_path: Path) -> None:
    folder = placed(tmp_path / "room")
    file = folder / f"{ROOM[1]}.jpg"
    first = file.read_bytes()
    page = edited(folder)
    page.get_by_test_id(f"spot-{ROOM[1]}").click()
    expect(page.locator("[data-sharp]")).to_have_count(2)
    page.keyboard.press("v")
    point_at(page, "picture-subject", (3.0, 0.1))
    expect(page.get_by_test_id("prompt")).to_contain_text("the opposite corner")
    with page.expect_response(lambda answer: "version=2" in answer.url):
        point_at(page, "picture-subject", (-3.0, -0.2))
    saved(page, undo=1)
    assert file.read_bytes() != first
    assert (folder / "originals" / file.name).read_bytes() == first
    ((left, width, *_),) = written(folder)["blurred"][file.name]
    assert left == pytest.approx(3.0, abs=0.03)
    assert width == pytest.approx(math.tau - 6.0, abs=0.05)
    expect(page.locator("[data-sharp]")).to_have_count(2)
    assert serious_findings(page) == []
    page.screenshot(path=tmp_path / "blurred.png")
    page.keyboard.press("u")
    saved(page, undo=0)
    assert file.read_bytes() == first
