"""From an empty store to the first tasks in the browser; two windows change one campaign, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.demo import Demo
from tests.browser.test_people import check, console_is_checked

__all__ = ["console_is_checked"]  # a refused change is logged on the console by Chromium itself


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Demo]:
    """A server without a campaign."""
    running = Demo(tmp_path / "data", command="serve")
    yield running
    running.stop()


def test_day_one_in_the_browser(empty: Demo, page: Page, context: BrowserContext) -> None:
    page.goto(empty.invite("--role", "owner"))
    expect(page.get_by_test_id("step-campaign")).to_have_attribute("data-done", "false")
    check(page, "day-one")
    page.get_by_test_id("to-campaigns").click()
    page.get_by_test_id("field-id").fill("House tour")
    page.get_by_test_id("check-campaign").click()
    expect(page.get_by_test_id("fault-id")).to_be_visible()
    page.get_by_test_id("field-id").fill("house-tour")
    page.get_by_test_id("field-paths.0.per_scan").fill("2")
    page.get_by_test_id("check-campaign").click()
    expect(page.get_by_test_id("plan-tasks")).to_have_text("2 Guide, 4 Follower")
    check(page, "plan")
    page.get_by_test_id("store-campaign").click()
    expect(page.get_by_test_id("campaign-state")).to_have_text("Running")
    check(page, "campaign")

    other = context.new_page()
    other.goto(page.url)
    for window in (page, other):
        window.get_by_test_id("edit-campaign").click()
        window.get_by_test_id("editor-mode-file").click()
    for window, followers in ((other, 3), (page, 1)):
        text = window.get_by_test_id("campaign-text")
        text.fill(text.input_value().replace("followers_per_guide: 2", f"followers_per_guide: {followers}"))
        window.get_by_test_id("check-campaign").click()
        window.get_by_test_id("store-campaign").click()
    expect(page.get_by_test_id("conflict")).to_contain_text("version 2")
    assert "followers_per_guide: 1" in page.get_by_test_id("campaign-text").input_value()
    check(page, "conflict")
    page.get_by_test_id("keep-mine").click()
    page.get_by_test_id("check-campaign").click()
    page.get_by_test_id("store-campaign").click()
    expect(page.get_by_test_id("news")).to_contain_text("version 3")
    page.get_by_test_id("pause-campaign").click()
    expect(page.get_by_test_id("campaign-state")).to_have_text("Paused")
    page.get_by_test_id("resume-campaign").click()
    expect(page.get_by_test_id("campaign-state")).to_have_text("Running")
    other.close()

    page.goto(f"http://127.0.0.1:{empty.port}/people")
    page.get_by_test_id("invite-label").fill("Kavya")
    page.get_by_test_id("invite").click()
    link = page.get_by_test_id("link").text_content() or ""
    assert "/work#token=" in link
    check(page, "links")
    page.get_by_test_id("drop-links").click()
    expect(page.get_by_test_id("person").last.get_by_test_id("label")).to_have_value("Kavya")
    page.goto(f"http://127.0.0.1:{empty.port}/monitor")
    expect(page.get_by_test_id("step-people")).to_have_attribute("data-done", "true")
    page.get_by_test_id("check-equipment").click()
    page.get_by_test_id("allow-microphone").click()
    page.get_by_test_id("equipment-passed").click()
    expect(page.get_by_test_id("step-equipment")).to_have_attribute("data-done", "true")
    check(page, "day-one")
    page.goto(f"http://127.0.0.1:{empty.port}/audit")
    expect(page.get_by_test_id("audit-row").first).to_contain_text("Kavya")
