"""Both sides of a dialogue in the browser, replayed together: two voices, two cameras, turns, one time line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from playwright.sync_api import Page, expect

from align import GroundedWord
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import report_id
from pangea_server.app.testing.server import Someone
from pangea_server.stores.local.store import LocalStore
from tests.browser.answers import annotator, speak_on
from tests.browser.axe import serious_findings
from tests.browser.conftest import SPEECH
from tests.browser.demo import Demo
from tests.browser.test_two_people import plan
from tests.browser.walker import Walker

SEEN = os.environ.get("SCREENSHOTS")
SERVER = 1_764_000_000.0
BEGINS, PAUSE_AT, PAUSE = 1.5, 8.0, 1.0
"""The navigator begins so much later than the oracle, and after so many seconds their page is reloaded."""

SAID = [("Walk", 0.69, 0.97), ("past", 0.97, 1.39), ("the", 1.39, 1.48), ("red", 1.48, 1.7)]
SAID += [("sofa,", 1.7, 2.15), ("turn", 2.31, 2.58), ("left", 2.58, 2.94), ("at", 2.94, 3.08)]
SAID += [("the", 3.08, 3.21), ("lamp,", 3.21, 3.73), ("and", 3.73, 3.94), ("stop", 3.94, 4.38)]
SAID += [("in", 4.38, 4.53), ("front", 4.53, 4.93), ("of", 4.93, 5.04), ("the", 5.04, 5.13)]
SAID += [("window.", 5.13, 5.62)]
"""The sample's words with the times that the aligner gives them."""


@dataclass(frozen=True)
class Part:
    """Words of the sample, from one to another, said at a second of a recording, and how they are written."""

    first: int
    last: int
    at: float
    written: str

    def words(self) -> list[GroundedWord]:
        begin = SAID[self.first][1]
        spans = [(start - begin, end - begin) for _, start, end in SAID[self.first : self.last + 1]]
        return [
            GroundedWord(word=word, start_time=self.at + start, end_time=self.at + end, source="aligned")
            for word, (start, end) in zip(self.written.split(), spans, strict=True)
        ]


ORACLE = [
    Part(0, 4, 0.6, "Walk past the red sofa."),
    Part(5, 9, 5.2, "Turn left at the lamp."),
    Part(10, 16, 11.0, "And stop in front of the window."),
]
NAVIGATOR = [
    Part(2, 4, 1.6, "The red sofa?"),
    Part(6, 9, 4.9, "Left at the lamp?"),
    Part(11, 11, 9.6, "Stop?"),
]


def voice(parts: Sequence[Part], seconds: float) -> tuple[Any, int]:
    said, rate = soundfile.read(SPEECH, dtype="int16")
    samples = np.zeros(int(seconds * rate), dtype=np.int16)
    for part in parts:
        piece = said[int(SAID[part.first][1] * rate) : int(SAID[part.last][2] * rate)]
        samples[int(part.at * rate) : int(part.at * rate) + len(piece)] = piece
    return samples, rate


def exchanges(*stretches: tuple[float, float]) -> list[dict[str, float]]:
    """Of a recording whose stretches begin at these seconds of it, at these of the server's; each takes 20 ms."""
    return [
        {"since": own, "sent": own + after, "arrived": own + after + 0.02}
        | dict.fromkeys(("received", "answered", "device"), SERVER + began + after + 0.01)
        for own, began in stretches
        for after in (0.5, 2.0)
    ]


def written(parts: Sequence[Part]) -> str:
    return " ".join(part.written for part in parts)


def align(demo: Demo, number: int, parts: Sequence[Part]) -> None:
    with LocalStore.open(demo.data_dir) as store:
        words = tuple(word for part in parts for word in part.words())
        words = (*words[:-1], replace(words[-1], source="interpolated"))
        store.records.create(
            AlignmentRecord(
                task_id=report_id("guide_two", number),
                engine="test",
                state="aligned",
                timed_instruction=words,
            )
        )


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    """A server that aligns nothing by itself."""
    running = Demo(tmp_path / "data", command="serve", PANGEA_ENVIRONMENT="demo")
    yield running
    running.stop()


def talk(demo: Demo, oracle: Someone, navigator: Someone) -> tuple[str, list[str], list[int]]:
    """A dialogue of two people; returns its pairing, the path that was asked for, and the two answers' numbers."""
    leases = [person.lease("guide_two") for person in (oracle, navigator)]
    path: list[str] = leases[0]["args"]["path"]
    sound, rate = voice(ORACLE, 14.0)
    texts = [{"time": 9.4, "words": "Do you see the window?"}]
    one = speak_on(
        oracle,
        leases[0],
        path[:2],
        sound,
        rate,
        answer={"transcript": written(ORACLE), "messages": texts, "exchanges": exchanges((0.0, 0.0))},
    )
    sound, rate = voice(NAVIGATOR, 12.0)
    stretches = exchanges((0.0, BEGINS), (PAUSE_AT, BEGINS + PAUSE_AT + PAUSE))
    other = speak_on(
        navigator,
        leases[1],
        path,
        sound,
        rate,
        answer={"transcript": written(NAVIGATOR), "exchanges": stretches},
    )
    return leases[0]["pairing"]["pairing_id"], path, [one, other]


def look(page: Page, name: str) -> None:
    """Keep pictures for whoever asked for them: on a desk and on a phone, light and dark."""
    if not SEEN:
        return
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width, height in ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            for camera in ("oracle", "navigator"):
                page.wait_for_selector(f"[data-testid={camera}-camera] [data-sharp]")
            page.screenshot(path=Path(SEEN) / f"{name}-{scheme}-{width}.png", full_page=width < 1000)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 800})


VOICES = """() => {
  const made = []
  const { Audio } = window
  window.Audio = function (...given) { return made[made.push(new Audio(...given)) - 1] }
  window.voices = () => made.toSorted((one, other) => other.duration - one.duration)
}"""  # the oracle's is the longer one
IN_STEP = f"""() => {{
  const [oracle, navigator] = window.voices()
  return !oracle.paused && !navigator.paused && Math.abs(oracle.currentTime - navigator.currentTime - {BEGINS}) < 0.08
}}"""  # each within 40 ms of its place
WATCH_WORDS = """() => {
  window.lit = new Set()
  new MutationObserver(changes => {
    for (const { target } of changes)
      if (target.ariaCurrent) window.lit.add(target.closest('[data-role]').dataset.role)
  }).observe(document.body, { attributes: true, attributeFilter: ['aria-current'], subtree: true })
}"""


def lit(page: Page) -> dict[str, str]:
    """The word that is lit on each side."""
    words: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-testid=word][aria-current]')]
          .map(word => [word.closest('[data-role]').dataset.role, word.textContent]))"""
    )
    return words


def see_moments(page: Page, address: str, path: Sequence[str]) -> None:
    """Both cameras and both sides' words are where they were; what was not recorded is said, and not shown."""

    def camera(role: str) -> Any:
        return page.get_by_test_id(f"{role}-camera")

    def expect_at(role: str, viewpoint: str) -> None:
        expect(camera(role).get_by_test_id("viewer")).to_have_attribute("data-viewpoint-id", viewpoint)

    page.goto(address)
    expect(page.get_by_test_id("turn")).to_have_count(7)
    expect(camera("navigator")).to_contain_text("Navigator · not recording yet")
    expect(camera("navigator").get_by_test_id("viewer")).to_be_hidden()
    expect(camera("oracle")).to_contain_text("Oracle · 0:00.0")

    page.goto(f"{address}&t=6.5")
    expect(camera("navigator")).to_contain_text("Navigator · 0:05.0")
    expect(page.locator("[data-testid=word][aria-current]")).to_have_count(2)
    assert lit(page) == {"oracle": "lamp.", "navigator": "Left"}
    expect_at("oracle", path[0])
    expect_at("navigator", path[int(5 / 12 * len(path))])
    look(page, "dialogue")
    assert serious_findings(page) == []

    page.goto(f"{address}&t={BEGINS + PAUSE_AT + PAUSE / 2}")
    expect(camera("navigator")).to_contain_text("Navigator · recording paused")
    page.goto(f"{address}&t={BEGINS + PAUSE + 9.0}")
    expect(camera("navigator")).to_contain_text("Navigator · 0:09.0")
    expect_at("navigator", path[int(9 / 12 * len(path))])
    page.goto(f"{address}&t=14.4")
    expect(camera("oracle")).to_contain_text("Oracle · not recording any more")


def play_all(page: Page, address: str, path: Sequence[str]) -> None:
    """Both voices play in step with the line; words and cameras follow."""
    page.add_init_script(f"({VOICES})()")
    page.goto(f"{address}&t=2")
    page.get_by_test_id("play").click()
    page.evaluate(WATCH_WORDS)
    page.wait_for_function(IN_STEP)
    page.get_by_test_id("mute-oracle").click()
    assert page.evaluate("() => window.voices().map(voice => voice.muted)") == [True, False]
    page.get_by_test_id("rate").select_option("2")
    expect(page.get_by_test_id("play")).to_have_text("Play")
    assert sorted(page.evaluate("() => [...window.lit]")) == ["navigator", "oracle"]
    viewer = page.get_by_test_id("navigator-camera").get_by_test_id("viewer")
    expect(viewer).to_have_attribute("data-viewpoint-id", path[-1])
    expect(page).to_have_url(re.compile(r"[?&]t=14\.50"))


def choose_moments(page: Page) -> None:
    """A word, a place on a voice, a key."""
    page.get_by_test_id("word").filter(has_text="window.").click()
    expect(page.get_by_test_id("time")).to_contain_text("0:12.4")
    track = page.get_by_test_id("lane-navigator").locator(".voice-lane-track")
    box = track.bounding_box()
    assert box
    track.click(position={"x": box["width"] / 2, "y": 20})
    expect(page.get_by_test_id("time")).to_contain_text("0:07.2")
    page.keyboard.press("Home")
    expect(page.get_by_test_id("time")).to_contain_text("0:00.0 ")


def fits_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    above, below = (page.get_by_test_id(f"{role}-camera").bounding_box() for role in ("oracle", "navigator"))
    assert above
    assert below
    assert below["y"] >= above["y"] + above["height"], "one above the other"
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    assert serious_findings(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})


def test_both_sides_are_replayed_together(demo: Demo, page: Page) -> None:
    plan(demo, "guide_two")
    with annotator(demo) as oracle, annotator(demo) as navigator:
        pairing_id, path, (one, other) = talk(demo, oracle, navigator)
    manager = Walker(page, demo.invite("--role", "owner"))
    manager.open()
    expect(page.get_by_text(re.compile("Guiding for two")).first).to_be_visible()  # the link is exchanged
    address = f"{manager.origin}/dialogue?id={pairing_id}"
    page.goto(f"{manager.origin}/replay?kind=guide_two&id={one}")
    page.get_by_test_id("dialogue").click()
    expect(page.get_by_test_id("beside-oracle")).to_contain_text("pangea align")
    expect(page.get_by_test_id("turn")).to_have_text(re.compile("Do you see the window"))

    align(demo, one, ORACLE)
    align(demo, other, NAVIGATOR)
    see_moments(page, address, path)
    play_all(page, address, path)
    choose_moments(page)
    expect(page.get_by_test_id("facts")).to_contain_text("±20 ms")
    # What the oracle typed and then said without a question between is one.
    expect(page.get_by_test_id("answers").get_by_role("listitem")).to_have_count(3)
    fits_on_a_phone(page)
    page.get_by_test_id("alone-navigator").click()
    expect(page).to_have_url(re.compile(rf"/replay\?kind=guide_two&id={other}$"))
