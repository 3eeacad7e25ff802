"""The annotators' pages in each language of the interface, and laid out from right to left."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.walker import Walker

SCRIPTS = {"hi": r"[\u0900-\u097f]", "te": r"[\u0c00-\u0c7f]", "ur": r"[\u0600-\u06ff]"}
# Names and signs that are the same everywhere: ours, of keys, of units and of languages.
NAMES = {"PanGEA", "English", "Enter", "Mbit", "WebGL", "Backspace"}


@pytest.fixture
def tab(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1100, "height": 800}, permissions=["microphone"], locale=request.param
    )
    yield context.new_page()
    context.close()


def english(person: Walker) -> set[str]:
    """The English words that can be read on a page."""
    text = person.page.locator("body").inner_text()
    return set(re.findall(r"[A-Za-z]{4,}", text)) - NAMES


@pytest.mark.parametrize("tab", ["hi-IN", "te-IN", "ur-PK"], indirect=True)
def test_a_browsers_language_is_spoken_on_the_way_to_a_recording(demo: Demo, tab: Page) -> None:
    person = Walker(tab, demo.links["guide"])
    person.open()
    expect(tab.locator("html")).to_have_attribute("lang", re.compile("|".join(SCRIPTS)))
    language = tab.locator("html").get_attribute("lang") or ""
    expect(tab.get_by_role("heading").first).to_have_text(re.compile(SCRIPTS[language]))
    assert english(person) == set()
    person.pass_equipment_check()
    expect(tab.get_by_test_id("start")).to_be_visible()
    assert english(person) == set()
    person.press("start")
    person.expect_phase("record")
    tab.wait_for_selector("[data-sharp]")
    assert english(person) == set()


@pytest.mark.parametrize("tab", ["en-GB"], indirect=True)
def test_a_language_can_be_chosen_and_is_remembered(demo: Demo, tab: Page) -> None:
    Walker(tab, demo.links["guide"]).open()
    tab.get_by_test_id("interface-language").select_option("te")
    expect(tab.get_by_role("heading").first).to_have_text(re.compile(SCRIPTS["te"]))
    tab.reload()
    expect(tab.get_by_role("heading").first).to_have_text(re.compile(SCRIPTS["te"]))


@pytest.mark.parametrize("tab", ["ur-PK"], indirect=True)
@pytest.mark.parametrize("width", [390, 1100])
def test_from_right_to_left_nothing_leaves_the_page(demo: Demo, tab: Page, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 844})
    person = Walker(tab, demo.links["guide"])
    person.open()
    for step in ("", "equipment", "start"):
        if step == "equipment":
            person.pass_equipment_check()
            expect(tab.get_by_test_id("start")).to_be_visible()
        elif step:
            person.press(step)
            person.expect_phase("record")
        expect(tab.locator("html")).to_have_attribute("dir", "rtl")
        wide = tab.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide == 0


def test_the_teams_pages_speak_urdu_in_the_dark(demo: Demo, browser: Browser) -> None:
    context = browser.new_context(
        viewport={"width": 1366, "height": 650}, locale="ur-PK", color_scheme="dark"
    )
    tab = context.new_page()
    manager = Walker(tab, demo.links["monitor"])
    manager.open()
    for page in ("monitor", "review", "audit", "questions", "live"):
        if page != "monitor":
            tab.goto(f"{manager.origin}/{page}")
        expect(tab.locator(".page-head h1")).to_have_text(re.compile(SCRIPTS["ur"]))
        expect(tab.locator("html")).to_have_class("dark")
        expect(tab.locator("html")).to_have_attribute("dir", "rtl")
        tab.wait_for_load_state("networkidle")
        assert serious_findings(tab) == []
    tab.get_by_test_id("appearance").select_option("light")
    expect(tab.locator("html")).to_have_class("light")
    context.close()
