"""Whole tasks by the keyboard alone: where the focus goes, what a screen reader is told in order, and own keys."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, expect

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.stores.local.store import LocalStore
from tests.browser.demo import Demo
from tests.browser.keyboard import KeyboardPerson

TRANSCRIPT = "Leave the bathroom and stop at the window."
RECORDING_TREE = """
- main:
  - list "Progress"
  - application /Panorama.*step forward/:
    - navigation "Exits"
    - paragraph: /exit.*metres/
    - button "Map"
  - region "Recording":
    - button "Record"
    - paragraph: Press Record, then walk along the line and describe the way.
    - button "Start over" [disabled]
    - button "Done" [disabled]
"""


def guide(person: KeyboardPerson) -> list[str]:
    """A whole Guide task; returns the path that was shown."""
    person.open()
    pass_equipment_check(person)
    person.press("start")
    person.expect_phase("record")
    path = person.guide_path()
    person.expect_at(path[0])
    expect(person.page.locator("body")).to_match_aria_snapshot(RECORDING_TREE)
    expect(person.page.get_by_test_id("exit").first).to_have_accessible_name(re.compile("metres"))
    person.press("record")
    expect(person.page.get_by_test_id("pause")).to_be_visible()
    assert person.focused == "viewer"
    person.walk(path)
    person.expect_recorded(5)
    person.page.keyboard.press("p")
    expect(person.page.get_by_test_id("resume")).to_be_visible()
    assert said_in_order(person, "Recording. Walk along the line", "exit", "You are at the goal. Press Done")
    person.press("done")
    person.expect_phase("transcribe")
    person.tab_to("transcript")
    person.page.keyboard.type(TRANSCRIPT)
    person.page.keyboard.press("Escape")
    expect(person.page.locator(".player")).to_have_attribute("data-state", "playing")
    person.page.keyboard.press("Escape")
    assert person.tab_to("submit") == [], "Submit is what follows the text"
    person.page.keyboard.press("Enter")
    person.press("confirm-yes")
    person.expect_phase("done")
    return path


def pass_equipment_check(person: KeyboardPerson) -> None:
    """The focus follows what there is to do, and is never back at the head of the page."""
    person.press("allow-microphone")
    expect(person.page.get_by_test_id("equipment-task")).to_be_focused()
    expect(person.page.get_by_test_id("equipment-passed")).to_be_focused()
    assert said_in_order(person, "Say a few words", "quiet")
    person.page.keyboard.press("Enter")


def follow(person: KeyboardPerson, path: list[str]) -> None:
    """A whole Follower task along a path that the page never saw."""
    person.open()
    person.press("confirm-yes")  # this browser was the Guide's
    person.press("start")
    person.expect_phase("walk")
    person.press("play")
    person.press("show-text")
    person.tab_to("viewer", at_most=40)
    person.walk(path)
    person.press("done")
    person.expect_phase("rate")
    for name in ("confidence-4", "quality-5"):
        choose(person, name)
    person.press("rate-send")
    person.expect_phase("done")


def choose(person: KeyboardPerson, name: str) -> None:
    """A radio button: Tab leads to its group, and arrows to the button."""
    group, _, wanted = name.rpartition("-")
    person.tab_to(f"{group}-1")
    person.page.keyboard.press("Space")
    for _ in range(int(wanted) - 1):
        person.page.keyboard.press("ArrowRight")
    assert person.focused == name


def said_in_order(person: KeyboardPerson, *parts: str) -> bool:
    """Whether the live regions said these, one after another, perhaps with others between."""
    text = "\n".join(person.said)
    assert re.search(".*".join(re.escape(part) for part in parts), text, re.DOTALL), text
    return True


def test_whole_tasks_by_keys(demo: Demo, context: BrowserContext, page: Page) -> None:
    path = guide(KeyboardPerson(page, demo.links["guide"]))
    follow(KeyboardPerson(context.new_page(), demo.links["follower"]), path)
    with LocalStore.open(demo.data_dir) as store:
        (told,) = store.records.find(GuideAnnotation)
        (followed,) = store.records.find(FollowerAnnotation)
    assert list(told.walked) == path
    assert told.transcript == TRANSCRIPT
    assert followed.scores.success == 1.0


def test_own_keys(demo: Demo, page: Page) -> None:
    """Keys are changed where they act, refused where another action has them, and kept for the next time."""
    person = KeyboardPerson(page, demo.links["guide"])
    person.open()
    pass_equipment_check(person)
    person.press("start")
    person.expect_phase("record")
    person.expect_at(person.guide_path()[0])
    person.press("show-keys")
    person.press("key-recordOrPause")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("keys-dialog")).to_contain_text("Enter is already used for: step forward.")
    page.keyboard.press("g")
    expect(page.get_by_test_id("key-recordOrPause")).to_be_focused()
    person.press("close-keys")
    assert page.get_by_test_id("record").get_attribute("title") == "record, pause, resume (G)"
    assert page.evaluate("localStorage['pangea-keys']") == '{"recordOrPause":"KeyG"}'
    page.keyboard.press("p")
    expect(page.get_by_test_id("record")).to_be_enabled()
    page.keyboard.press("g")
    expect(page.get_by_test_id("pause")).to_be_visible()
    page.keyboard.press("g")
    expect(page.get_by_test_id("resume")).to_be_visible()
