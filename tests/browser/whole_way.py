"""A Guide's and a Follower's whole task, as people go through them in any browser."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.axe import serious_findings
from tests.browser.walker import Walker

SPEECH = Path(__file__).parents[1] / "data" / "speech"
TRANSCRIPT = (SPEECH / "instruction.txt").read_text().strip()


def guide(person: Walker) -> list[str]:
    """A whole Guide task; returns the path that was shown."""
    person.open()
    person.pass_equipment_check()
    person.press("start")
    person.expect_phase("record")
    path = person.guide_path()
    person.expect_at(path[0])
    person.press("record")
    person.walk(path)
    person.expect_recorded(7)  # the microphone has said its sentence
    person.press("pause")
    person.press("done")
    person.expect_phase("transcribe")
    person.press("play")
    transcript = person.page.get_by_test_id("transcript")
    transcript.press_sequentially(TRANSCRIPT[:5])
    person.page.keyboard.press("Escape")  # pauses, while typing, before a slow machine has played it all
    transcript.press_sequentially(TRANSCRIPT[5:])
    person.press("submit")
    expect(person.page.get_by_test_id("confirm-dialog")).to_contain_text("You have not listened")
    person.press("confirm-yes")
    person.expect_phase("done")
    return path


def follow(person: Walker, path: list[str]) -> None:
    """A whole Follower task, along a path that the page never saw."""
    person.open()
    person.press("start")
    person.expect_phase("walk")
    person.press("play")
    person.press("show-text")
    expect(person.page.get_by_test_id("instruction")).to_have_text(TRANSCRIPT)
    person.walk(path)
    person.press("done")
    person.expect_phase("rate")
    person.press("confidence-4")
    person.press("quality-5")
    person.press("rate-send")
    person.expect_phase("done")
    see_own_work(person.page)


def see_own_work(page: Page) -> None:
    """In another tab."""
    with page.context.expect_page() as opened:
        page.get_by_test_id("own-work").click(modifiers=["ControlOrMeta"])
    own = opened.value
    own.wait_for_url("**/me*")  # Firefox tells of a new tab's first blank page too, and may end it late.
    expect(own.get_by_test_id("own-followers")).to_have_text("1")
    expect(own.get_by_test_id("own-success_rate")).to_contain_text("100%")
    expect(own.get_by_test_id("withheld-follower")).to_be_visible()
    assert serious_findings(own) == []
    own.close()
