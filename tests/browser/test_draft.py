"""A Guide confirms the draft of their words in a real browser: by listening, by a touch, by editing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import soundfile
from playwright.sync_api import Page, Playwright, expect

from tests.browser import chromium
from tests.browser.axe import serious_findings
from tests.browser.conftest import SPEECH
from tests.browser.demo import Demo
from tests.browser.walker import Walker
from tests.data.plugins.pangea_odd_recognisers.odd_recognisers import SENTENCE

ROOT = Path(__file__).parents[2]
PLUGINS = ROOT / "tests" / "data" / "plugins" / "pangea_odd_recognisers"
PASSED_THE_CHECK = "localStorage.setItem('pangea-equipment-passed', String(Date.now()))"
CAMPAIGN = {
    "id": "drafts",
    "languages": ["en-US"],
    "paths": [{"sampler": "r2r", "per_scan": 4, "seed": 3, "priority": 9}],
    "guide": {"free": True, "draft": "parrot"},
    "rotation": {"first": 0},
    "trust": {"learning": 0},
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    folder = tmp_path_factory.mktemp("drafts")
    path = f"{PLUGINS}{os.pathsep}{ROOT}"
    running = Demo(folder / "data", PYTHONPATH=path)
    file = folder / "campaign.yaml"
    file.write_text(json.dumps(CAMPAIGN))
    command = [sys.executable, "-m", "pangea_server.app", "campaign", "create", str(file)]
    subprocess.run(
        [*command, "--data-dir", str(folder / "data")],
        check=True,
        env=os.environ | {"PYTHONPATH": path},
        timeout=120,
    )
    yield running
    running.stop()


@pytest.fixture
def tab(playwright: Playwright, tmp_path: Path) -> Iterator[Page]:
    soundfile.write(tmp_path / "heard.wav", *soundfile.read(SPEECH), subtype="PCM_16")
    flags = [*chromium.FLAGS, chromium.microphone(tmp_path / "heard.wav")]
    browser = playwright.chromium.launch(executable_path=chromium.executable(), args=flags)
    context = browser.new_context(viewport={"width": 1366, "height": 650}, permissions=["microphone"])
    context.add_init_script(PASSED_THE_CHECK)
    yield context.new_page()
    browser.close()


def states(person: Walker, state: str) -> list[str]:
    """The words that are marked so."""
    return person.page.locator(f"mark[data-state={state}]").all_inner_texts()


def record(person: Walker, seconds: int) -> None:
    person.open()
    person.press("start")
    person.expect_phase("record")
    person.press("record")
    person.expect_recorded(seconds)
    person.press("done")
    person.press("confirm-yes")  # not at the goal
    person.expect_phase("transcribe")


def test_a_draft_is_confirmed_by_listening_by_touch_and_by_editing(served: Demo, tab: Page) -> None:
    person = Walker(tab, served.invite())
    record(person, 3)
    text = tab.get_by_test_id("transcript")
    expect(text).to_have_value(SENTENCE, timeout=180_000)
    assert states(person, "unsure") == ["yellow"]
    assert serious_findings(tab) == []
    person.press("submit")
    expect(tab.get_by_test_id("draft-told")).to_contain_text("Left: 1")
    assert text.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)") == "yellow"
    with person.draft_kept("green"):
        tab.keyboard.type("green")
    expect(tab.locator("mark[data-state=unsure]")).to_have_count(0)
    assert states(person, "own") == ["green"]
    unheard = len(states(person, "unheard"))
    with person.draft_kept(r'heard\\+":\[\d'):
        person.press("play")
        expect(tab.locator("mark[data-state=confirmed]")).not_to_have_count(0)
    tab.reload()  # what is confirmed stays so
    expect(tab.locator("mark[data-state=confirmed]")).not_to_have_count(0, timeout=180_000)
    assert 0 < len(states(person, "unheard")) < unheard
    person.press("submit")
    expect(tab.get_by_role("dialog")).to_contain_text("not confirmed yet")
    person.press("confirm-yes")
    person.expect_phase("done")
    manager = Walker(tab.context.new_page(), served.links["monitor"])
    manager.open()
    expect(manager.page.get_by_test_id("drafts-row")).to_contain_text("parrot")
