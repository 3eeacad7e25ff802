"""Whole tasks on a phone, by touch alone; and that a page at 200 % leaves the picture its room."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.stores.local.store import LocalStore
from tests.browser.demo import Demo
from tests.browser.finger import Finger, phone
from tests.browser.walker import Walker

TRANSCRIPT = "Leave the bathroom and stop at the window."


def guide(person: Finger) -> list[str]:
    """A whole Guide task; returns the path that was shown."""
    person.open()
    person.pass_equipment_check()
    expect(person.page.get_by_test_id("for-fingers")).to_be_visible()
    expect(person.page.get_by_test_id("for-mouse")).to_be_hidden()
    expect(person.page.get_by_test_id("show-keys")).to_be_hidden()
    person.press("start")
    person.expect_phase("record")
    path = person.guide_path()
    person.expect_at(path[0])
    person.press("record")
    person.walk(path)
    person.expect_recorded(5)
    person.press("pause")
    person.press("done")
    person.expect_phase("transcribe")
    person.press("transcript")
    person.page.keyboard.insert_text(TRANSCRIPT)
    person.press("submit")
    person.press("confirm-yes")
    person.expect_phase("done")
    return path


def follow(person: Finger, path: list[str]) -> None:
    person.open()
    person.press("start")
    person.expect_phase("walk")
    person.press("play")
    person.press("show-text")
    person.walk(path)
    person.press("done")
    person.expect_phase("rate")
    for name in ("confidence-4", "quality-5", "rate-send"):
        person.press(name)
    person.expect_phase("done")


def test_whole_tasks_by_touch(demo: Demo, browser: Browser) -> None:
    with phone(browser) as guides, phone(browser) as followers:
        path = guide(Finger(guides.new_page(), demo.links["guide"]))
        follow(Finger(followers.new_page(), demo.links["follower"]), path)
    with LocalStore.open(demo.data_dir) as store:
        (told,) = store.records.find(GuideAnnotation)
        (followed,) = store.records.find(FollowerAnnotation)
    assert list(told.walked) == path
    assert told.transcript == TRANSCRIPT
    assert followed.scores.success == 1.0


@pytest.fixture
def enlarged(page: Page) -> Page:
    """A page at 200 % on a screen of 1366 x 768."""
    page.set_viewport_size({"width": 683, "height": 384})
    return page


def test_the_picture_keeps_its_room_at_200_percent(demo: Demo, enlarged: Page) -> None:
    person = Walker(enlarged, demo.links["guide"])
    person.open()
    person.pass_equipment_check()
    person.press("start")
    person.expect_phase("record")
    person.expect_at(person.guide_path()[0])
    picture = person.viewer.bounding_box()
    assert picture is not None
    assert picture["height"] >= 0.8 * 384
    assert picture["width"] >= 0.6 * 683
    assert enlarged.evaluate("document.documentElement.scrollHeight") <= 384
    enlarged.get_by_test_id("exit").first.focus()
    exits = enlarged.get_by_test_id("exits").bounding_box()
    assert exits is not None
    assert exits["height"] <= 0.45 * picture["height"] + 1
    for control in ("record", "done", "restart"):
        expect(enlarged.get_by_test_id(control)).to_be_in_viewport(ratio=1)
