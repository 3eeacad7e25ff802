"""What happens in each film, on the pages as a person uses them, and what the captions say meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import expect

from tests.browser.walker import Walker, bearing

Say = Callable[[str, str], None]
"""Begins the caption of a kind, or of all pages, with a key."""
LOOK_MS = 2500
WORDS = "Go through the door, and walk on to the end of the room."


def film_guide(person: Walker, say: Say) -> list[str]:
    """A Guide's task; returns the path."""
    page = person.page
    person.expect_phase("instructions")
    say("guide", "instructions.title")
    page.wait_for_timeout(LOOK_MS)
    person.press("start")
    person.expect_phase("record")
    path = person.guide_path()
    person.expect_at(path[0])
    say("guide", "instructions.walk")
    page.wait_for_timeout(LOOK_MS)
    person.press("record")
    page.wait_for_timeout(LOOK_MS)
    captions = ["instructions.say", "instructions.name"]
    _walk(person, path, lambda step: say("guide", captions[step]) if step < len(captions) else None)
    person.expect_recorded(7)
    person.press("pause")
    person.press("done")
    person.expect_phase("transcribe")
    say("guide", "instructions.write")
    person.press("play")
    page.get_by_test_id("transcript").press_sequentially(WORDS, delay=60)
    page.wait_for_timeout(LOOK_MS)
    person.press("submit")
    asked = page.get_by_test_id("confirm-dialog").or_(page.locator("[data-phase=done]"))
    expect(asked).to_be_visible(timeout=60_000)
    if page.get_by_test_id("confirm-yes").is_visible():
        person.press("confirm-yes")
    person.expect_phase("done")
    say("kit", "done")
    page.wait_for_timeout(LOOK_MS)
    return path


def film_follower(person: Walker, say: Say, path: list[str]) -> None:
    """A Follower's task, along the path that the Guide described."""
    page = person.page
    person.expect_phase("instructions")
    say("follower", "instructions.title")
    page.wait_for_timeout(LOOK_MS)
    person.press("start")
    person.expect_phase("walk")
    say("follower", "instructions.listen")
    person.press("play")
    page.wait_for_timeout(LOOK_MS)
    _walk(person, path, lambda step: say("follower", "instructions.walk") if step == 0 else None)
    say("follower", "instructions.say")
    page.wait_for_timeout(LOOK_MS)
    person.press("done")
    person.expect_phase("rate")
    say("follower", "rate.title")
    person.press("confidence-4")
    person.press("quality-5")
    page.wait_for_timeout(LOOK_MS)
    person.press("rate-send")
    person.expect_phase("done")
    say("kit", "done")
    page.wait_for_timeout(LOOK_MS)


def _walk(person: Walker, path: list[str], before: Callable[[int], None]) -> None:
    """By keyboard, as its turns look steady."""
    scan = person.scan()
    for step, (here, there) in enumerate(pairwise(path)):
        before(step)
        person.face(bearing(scan[here], scan[there]), by_mouse=False)
        person.page.keyboard.press("Enter")
        person.expect_at(there)
