"""The whole way in a real browser: a Guide speaks, a Follower follows, the data team sees, hears and scores both."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import BrowserContext, Page, Response, expect
from scipy.signal import correlate

from align import Audio
from pangea_server.annotate.annotations.reading import load_trace, trace_of, voice_of
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.stores.local.store import LocalStore
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.device import kept_count
from tests.browser.walker import Walker

SPEECH = Path(__file__).parents[1] / "data" / "speech"
WATCH_WORDS = """
() => {
  const said = (window.wordsSaid = new Set())
  const look = () => {
    const word = document.querySelector('[data-testid=word][aria-current]')
    if (word) said.add(word.textContent)
  }
  new MutationObserver(look).observe(document.body, { subtree: true, attributeFilter: ['aria-current'] })
}
"""
"""Gathers the words that are marked as they are said."""
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


def likeness(recorded: Audio, spoken: Audio) -> float:
    """How well pieces of three seconds fit into what the microphone heard over and over: the median of their
    largest normalised cross-correlations. Few cross the seam of the loop, where Chromium's fake microphone halts."""
    rate, looped = spoken.sample_rate, np.tile(spoken.samples, 2)
    samples = recorded.resampled(rate).samples
    starts = range(0, samples.size - 3 * rate, rate)
    return float(np.median([_fit(samples[start:][: 3 * rate], looped) for start in starts]))


def _fit(part: NDArray[np.float32], whole: NDArray[np.float32]) -> float:
    energy = correlate(whole**2, np.ones_like(part), mode="valid") * (part @ part)
    return float((correlate(whole, part, mode="valid") / np.sqrt(energy + 1e-9)).max())


def test_the_whole_way(demo: Demo, context: BrowserContext, page: Page) -> None:
    path = guide(Walker(page, demo.links["guide"]))
    assert kept_count(page) == 0  # P31: what was handed in is on this device no more
    tab = context.new_page()
    answers: list[Response] = []
    tab.on("response", lambda answer: answers.append(answer))
    follow(Walker(tab, demo.links["follower"]), path)
    assert kept_count(tab) == 0
    leases = [answer.text() for answer in answers if "/leases" in answer.url and answer.status == 200]
    assert leases
    assert not [text for text in leases if path[-1] in text], "the goal leaked to the Follower's browser"

    with LocalStore.open(demo.data_dir) as store:
        (told,) = store.records.find(GuideAnnotation)
        (followed,) = store.records.find(FollowerAnnotation)
        assert list(told.path) == list(told.walked) == list(followed.path) == path
        assert told.transcript == TRANSCRIPT
        assert (followed.scores.success, followed.scores.ndtw) == (1.0, 1.0)
        assert followed.feedback is not None
        assert (followed.feedback.confidence, followed.feedback.instruction_quality) == (4, 5)
        voice = Audio.open(io.BytesIO(store.blobs.read(voice_of(told)[0].blob)))
        trace = load_trace(store.blobs, trace_of(told))
    assert voice.duration == pytest.approx(told.duration, abs=1e-9)
    assert likeness(voice, Audio.open(SPEECH / "instruction.flac")) > 0.9
    assert trace.time[-1] == pytest.approx(told.duration, abs=0.5)
    assert np.diff(trace.time).max() < 0.5

    manager = Walker(context.new_page(), demo.links["monitor"])
    manager.open()
    expect(manager.page.get_by_test_id("headline-success")).to_contain_text("100")
    expect(manager.page.get_by_text("aligned").first).to_be_visible(timeout=60_000)
    # Not the Follower's, who on a slow machine has arrived before all words were heard.
    manager.page.get_by_test_id("replay-link").filter(has_text="Guide").click()
    words = manager.page.get_by_test_id("word")
    expect(words).to_have_count(len(TRANSCRIPT.split()))
    words.nth(3).click()
    # The voice may be over before a busy machine looks.
    manager.page.evaluate(WATCH_WORDS)
    manager.press("play")
    manager.page.wait_for_function("() => window.wordsSaid.size > 1", timeout=30_000)
