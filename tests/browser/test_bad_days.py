"""What people see when something is missing: a message, a remedy, and nothing lost."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.demo import Demo
from tests.browser.house_tiles import house_tiles
from tests.browser.walker import Walker


@pytest.fixture
def console_is_checked() -> bool:
    """A refused request is logged on the console by Chromium itself."""
    return False


def test_tiles_that_are_missing_are_cut_before_anybody_comes(tmp_path: Path) -> None:
    cut = house_tiles() / "demo-house" / "balcony"
    before = sorted(path.relative_to(cut) for path in cut.rglob("*"))
    shutil.rmtree(cut)
    Demo(tmp_path / "data").stop()
    assert sorted(path.relative_to(cut) for path in cut.rglob("*")) == before != []


def test_a_picture_that_fails_says_so_and_comes_back(demo: Demo, page: Page) -> None:
    page.route("**/viewpoints/**", lambda route: route.fulfill(status=404, body="{}"))
    person = Walker(page, demo.links["guide"])
    person.open()
    person.pass_equipment_check()
    person.press("start")
    expect(page.get_by_test_id("viewer-notice")).to_contain_text("could not be loaded")
    page.unroute("**/viewpoints/**")
    person.press("viewer-retry")
    expect(page.get_by_test_id("viewer-notice")).to_be_hidden()
    expect(person.viewer).to_have_attribute("data-viewpoint-id", person.guide_path()[0])


def test_a_link_that_is_not_valid_is_explained(demo: Demo, page: Page) -> None:
    for name in ("guide", "follower", "monitor"):
        Walker(page, demo.links[name][:-5] + "xxxxx").open()
        expect(page.get_by_text("link").first).to_be_visible()
        page.evaluate("sessionStorage.clear()")


def test_a_guides_link_does_not_open_the_monitoring_page(demo: Demo, page: Page) -> None:
    Walker(page, demo.links["guide"].replace("/guide", "/monitor")).open()
    expect(page.get_by_test_id("not-a-manager")).to_be_visible()


def test_a_follower_finds_nothing_to_do_before_a_guide_has_spoken(demo: Demo, page: Page) -> None:
    person = Walker(page, demo.links["follower"])
    person.open()
    person.expect_phase("nothing-to-do")
    expect(page.get_by_test_id("look-again")).to_be_visible()


def test_a_browser_keeps_its_person_over_a_reload_and_in_another_tab_and_hides_the_token(
    demo: Demo, context: BrowserContext, page: Page
) -> None:
    person = Walker(page, demo.links["guide"])
    person.open()
    expect(page.get_by_test_id("allow-microphone")).to_be_visible()
    expect(page).to_have_url(re.compile("^((?!token).)*$"))
    page.reload()
    expect(page.get_by_test_id("allow-microphone")).to_be_visible()
    other = context.new_page()
    other.goto(page.url)
    expect(other.get_by_test_id("allow-microphone")).to_be_visible()
