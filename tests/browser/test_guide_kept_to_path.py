"""A Guide is kept to the path in a real browser: exits, arrival, walks that are no answer; hints while they record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray
from playwright.sync_api import Page, Playwright, expect

from tests.browser import chromium
from tests.browser.axe import serious_findings
from tests.browser.conftest import SPEECH
from tests.browser.demo import Demo
from tests.browser.walker import Walker

PASSED_THE_CHECK = "localStorage.setItem('pangea-equipment-passed', String(Date.now()))"
Sound = NDArray[np.float64]


def unheard(voice: Sound) -> Sound:
    return np.zeros(60 * 16_000)


def faint(voice: Sound) -> Sound:
    scaled: Sound = 0.012 * voice / np.abs(voice).max()
    return scaled


def cut_off(voice: Sound) -> Sound:
    clipped: Sound = np.clip(40 * voice / np.abs(voice).max(), -1, 1)
    return clipped


HINTS = {
    "silent": (unheard, "Nothing was heard"),
    "quiet": (faint, "quite faint"),
    "clipped": (cut_off, "cut off"),
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    running = Demo(tmp_path_factory.mktemp("kept") / "data")
    yield running
    running.stop()


@pytest.fixture
def tab(playwright: Playwright, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Page]:
    """A browser of its own, whose microphone hears the speech of our tests after the change that is asked for."""
    samples, rate = soundfile.read(SPEECH)
    soundfile.write(tmp_path / "heard.wav", request.param(samples), rate, subtype="PCM_16")
    flags = [*chromium.FLAGS, chromium.microphone(tmp_path / "heard.wav")]
    browser = playwright.chromium.launch(executable_path=chromium.executable(), args=flags)
    context = browser.new_context(viewport={"width": 1366, "height": 650}, permissions=["microphone"])
    context.add_init_script(PASSED_THE_CHECK)
    yield context.new_page()
    browser.close()


def at_the_start(served: Demo, tab: Page) -> tuple[Walker, list[str]]:
    """A Guide who is about to record, and the path that they were given."""
    person = Walker(tab, served.invite())
    person.open()
    person.press("start")
    person.expect_phase("record")
    path = person.guide_path()
    person.expect_at(path[0])
    return person, path


def expect_exits(person: Walker, *viewpoints: str) -> None:
    """The page offers these viewpoints, and no others, to those who walk by buttons."""
    exits = person.page.get_by_test_id("exit")
    for viewpoint in viewpoints:
        expect(exits.and_(person.page.locator(f"[data-viewpoint-id={viewpoint}]"))).to_have_count(1)
    expect(exits).to_have_count(len(viewpoints))


@pytest.mark.parametrize("tab", [unheard], indirect=True)
def test_a_guide_is_led_along_the_path(served: Demo, tab: Page) -> None:
    person, path = at_the_start(served, tab)
    expect_exits(person, path[1])
    person.press("record")
    person.expect_recorded(1)
    person.press("done")
    fault = tab.get_by_test_id("walk-fault")
    expect(fault).to_contain_text("You have not walked yet")
    assert serious_findings(tab) == []
    person.press("go-on")
    expect(fault).not_to_be_visible()
    person.walk(path[:2])
    expect_exits(person, path[0], path[2])
    person.press("done")
    expect(fault).to_contain_text("does not end at the goal")
    person.press("go-on")
    person.walk(path[1:])
    hint = tab.locator(".recorder-hint")
    expect(hint).to_have_text("You are there: finish the sentence, then Done.")
    expect(hint).to_have_attribute("aria-live", "polite")
    person.press("done")
    person.expect_phase("transcribe")


@pytest.mark.parametrize(("tab", "hint"), [(HINTS[name][0], name) for name in HINTS], indirect=["tab"])
def test_a_hint_is_given_while_a_guide_records(served: Demo, tab: Page, hint: str) -> None:
    person, _ = at_the_start(served, tab)
    person.press("record")
    shown = tab.locator(f"[data-hint={hint}]")
    expect(shown).to_contain_text(HINTS[hint][1])
    expect(tab.get_by_test_id("recorder")).to_have_attribute("data-state", "recording")
    assert serious_findings(tab) == []
    person.press("hints-off")
    expect(tab.get_by_test_id("hints")).to_contain_text("Hints are off")
    assert tab.evaluate("localStorage.getItem('pangea-guide-hints')") == "off"
