"""Two people talk, one of them in Firefox: each hears the other, and both answers are whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Playwright, expect
from selenium.webdriver import Keys

from pangea_server.annotate.kinds.dialogue_task import DialogueAnswer
from tests.browser.demo import Demo
from tests.browser.engines.display import display
from tests.browser.engines.firefox import firefox
from tests.browser.engines.webkit import Person, webkit
from tests.browser.test_firefox import FirefoxWalker, tab
from tests.browser.test_two_people import come, hand_in, plan, say, stored, talk


def test_firefox_and_chromium(
    demo: Demo, context: BrowserContext, playwright: Playwright, tmp_path: Path
) -> None:
    plan(demo, "guide_two", partner_view="camera")
    with display() as screen, firefox(playwright, tmp_path, screen) as browser:
        window = browser.new_context(viewport={"width": 1280, "height": 800})
        faults: list[str] = []
        for each in (window, context):
            each.on("weberror", lambda error: faults.append(str(error.error)))
        oracle = come(demo, context, "guide_two")
        oracle.press("start")
        link = demo.invite().replace("/guide#", "/task/guide_two#")
        navigator = FirefoxWalker(tab(window.new_page()), link)
        navigator.open()
        navigator.pass_equipment_check()
        navigator.press("start")
        talk(oracle, navigator)
        say(oracle, "Go left.")
        expect(navigator.page.get_by_test_id("dialogue-text")).to_contain_text("Go left.")
        navigator.viewer.focus()
        navigator.page.keyboard.press("Enter")
        navigator.rest()
        navigator.press("done")
        navigator.press("confirm-yes")
        hand_in(navigator, "Where is it?")
        hand_in(oracle, "Go to the left.")
        assert faults == []
    answers, _ = stored(demo)
    assert len(answers["navigator"].walked) > 1
    assert all(answer.voice and answer.pose_trace for answer in answers.values())
    said = {role: DialogueAnswer.model_validate(each.answer) for role, each in answers.items()}
    assert all(each.clock for each in said.values())
    assert said["oracle"].link.states[-1].way == said["navigator"].link.states[-1].way == "webrtc"


# Selenium's own class for WebKitGTK does this.
@pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")
def test_webkit_and_chromium(demo: Demo, context: BrowserContext) -> None:
    """What Debian carries of WebKit has no connections from browser to browser: voices go over the line."""
    plan(demo, "guide_two", partner_view="position")
    with display() as screen, webkit(screen) as driver:
        oracle = come(demo, context, "guide_two")
        oracle.press("start")
        navigator = Person(driver, demo.invite().replace("/guide#", "/task/guide_two#"))
        navigator.open()
        for name in ("allow-microphone", "equipment-passed", "start", "record"):
            navigator.press(name)
        navigator.expect_recorded(1)
        oracle.expect_phase("talk")
        oracle.press("record")
        oracle.expect_recorded(1)
        expect(oracle.page.get_by_test_id("voice")).to_have_attribute("data-voice", "connected")
        oracle.expect_recorded(6)
        say(oracle, "Go left.")
        assert "Go left." in navigator.find("dialogue-text").text
        navigator.find("viewer").send_keys(Keys.ENTER)
        navigator.press("done")
        navigator.press("confirm-yes")
        navigator.expect_phase("transcribe")
        navigator.type("transcript", "Where is it?")
        navigator.press("submit")
        navigator.press("confirm-yes")
        navigator.expect_phase("done")
        hand_in(oracle, "Go to the left.")
    answers, _ = stored(demo)
    assert all(answer.voice and answer.pose_trace for answer in answers.values())
    said = {role: DialogueAnswer.model_validate(each.answer) for role, each in answers.items()}
    assert all(each.clock for each in said.values())
    for me, partner in (("oracle", "navigator"), ("navigator", "oracle")):
        assert said[me].link.states[-1].way == "line"
        delay = said[me].delay_of(said[partner])
        assert delay is not None, "nobody noted when the partner was heard"
        assert 0 < delay.exceeded(0.5) < 2
