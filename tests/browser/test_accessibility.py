"""No page has a finding that axe calls serious or critical, in any phase; not for want of contrast, names or order."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.walker import Walker


def test_the_helper_finds_what_is_wrong(page: Page) -> None:
    page.set_content("<html lang=en><title>A</title><main><img src=x><p style='color:#999'>pale</p></main>")
    found = " ".join(serious_findings(page))
    assert "image-alt" in found
    assert "color-contrast" in found


def test_the_guides_page(demo: Demo, page: Page) -> None:
    person = Walker(page, demo.links["guide"])
    person.open()
    expect(page.get_by_test_id("allow-microphone")).to_be_visible()
    assert serious_findings(page) == []
    person.pass_equipment_check()
    expect(page.get_by_test_id("start")).to_be_visible()
    assert serious_findings(page) == []
    person.press("start")
    page.wait_for_selector("[data-sharp]")
    assert serious_findings(page) == []
    page.get_by_test_id("exit").first.focus()
    assert serious_findings(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert serious_findings(page) == []


@pytest.mark.parametrize("name", ["follower", "monitor"])
def test_pages_before_any_work(demo: Demo, page: Page, name: str) -> None:
    Walker(page, demo.links[name]).open()
    page.wait_for_load_state("networkidle")
    expect(page.locator("h1, h2").first).to_be_visible()
    assert serious_findings(page) == []
