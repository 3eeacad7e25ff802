"""The whole way in a real browser: a Guide speaks, a Follower follows, the data team sees, hears and scores both."""

from __future__ import annotations

import io

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect

from align import Audio
from pangea_server.annotate.annotations.lookups import load_trace, trace_of, voice_of
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.stores.local.store import LocalStore
from tests.browser.demo import Demo
from tests.browser.device import kept_count
from tests.browser.walker import Walker
from tests.browser.whole_way import TRANSCRIPT, follow, guide

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
    expect_stored(demo, path)
    see_on_dashboard(Walker(context.new_page(), demo.links["monitor"]))


def expect_stored(demo: Demo, path: list[str]) -> None:
    """What the store holds of both."""
    with LocalStore.open(demo.data_dir) as store:
        (told,) = store.records.find(GuideAnnotation)
        (followed,) = store.records.find(FollowerAnnotation)
        voice = Audio.open(io.BytesIO(store.blobs.read(voice_of(told)[0].blob)))
        trace = load_trace(store.blobs, trace_of(told))
    assert list(told.path) == list(told.walked) == list(followed.path) == path
    assert told.transcript == TRANSCRIPT
    assert (followed.scores.success, followed.scores.ndtw) == (1.0, 1.0)
    assert followed.feedback is not None
    assert (followed.feedback.confidence, followed.feedback.instruction_quality) == (4, 5)
    assert voice.duration == pytest.approx(told.duration, abs=1e-9)
    assert abs(voice.samples).max() > 0.05  # somebody spoke
    assert list(trace.path()) == path


def see_on_dashboard(manager: Walker) -> None:
    """The data team sees the score, and hears the words as they were aligned."""
    manager.open()
    expect(manager.page.get_by_test_id("headline-success")).to_contain_text("100")
    expect(manager.page.get_by_text("aligned").first).to_be_visible()
    # Not the Follower's, who on a slow machine has arrived before all words were heard.
    manager.page.get_by_test_id("replay-link").filter(has_text="Guide").click()
    words = manager.page.get_by_test_id("word")
    expect(words).to_have_count(len(TRANSCRIPT.split()))
    words.nth(3).click()
    # The voice may be over before a busy machine looks.
    manager.page.evaluate(WATCH_WORDS)
    manager.press("play")
    manager.page.wait_for_function("() => window.wordsSaid.size > 1")
