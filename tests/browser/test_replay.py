"""The replay page in a real browser: word by word, by link, two cameras in step, words mended, pictures saved."""

from __future__ import annotations

import base64
import re
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Download, Page, expect

from tests.browser.answers import LISTENS, LOOKS, TRANSCRIPT, annotator, follow, guide
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.walker import Walker


@pytest.fixture
def console_is_checked() -> bool:
    return False  # a refused save is told there


PATIENCE = 180  # seconds: the aligner is compiled first


def aligned(demo: Demo, page: Page) -> Walker:
    """A manager on the replay of a Guide whose words are timed."""
    with annotator(demo) as person:
        number = guide(person)
    manager = Walker(page, demo.links["monitor"])
    manager.open()
    expect(page.get_by_text(f"Guide {number}").first).to_be_visible()  # the link is exchanged
    deadline = time.monotonic() + PATIENCE
    while manager.call("GET", f"/annotations/guide/{number}")["summary"]["alignment"] != "aligned":
        assert time.monotonic() < deadline, "the aligner did not get to it"
        page.wait_for_timeout(500)
    page.goto(f"{manager.origin}/replay?kind=guide&id={number}")
    expect(page.get_by_test_id("word")).to_have_count(len(TRANSCRIPT.split()))
    return manager


def drag(page: Page, edge: str, pixels: float) -> None:
    box = page.locator(f"[data-selected] [data-testid=word-{edge}]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + pixels, y, steps=4)
    page.mouse.up()


def step_by_word_and_come_back(page: Page) -> None:
    """By keys, among the words and elsewhere; the address is that of the moment."""
    words = page.get_by_test_id("word")

    def expect_word(index: int) -> None:
        expect(words.nth(index)).to_have_attribute("aria-current", "true")

    words.nth(1).click()
    expect_word(1)
    page.keyboard.press("ArrowRight")
    expect(words.nth(2)).to_be_focused()
    expect_word(2)
    page.get_by_role("slider", name="Time").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect_word(4)
    page.keyboard.press("Shift+ArrowLeft")
    expect_word(3)
    time = page.get_by_test_id("time").inner_text()
    expect(page).to_have_url(re.compile(rf"[?&]t={float(time[2:6]):.1f}"))
    page.evaluate(WATCH_SPEED)
    page.get_by_role("combobox", name="Speed").select_option("1.5")
    assert page.evaluate("() => window.speed") == 1.5
    page.reload()
    expect_word(3)
    expect(page.get_by_test_id("time")).to_have_text(time)


WATCH_SPEED = """() => {
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'playbackRate')
  const watched = { get, set(speed) { window.speed = speed; set.call(this, speed) } }
  Object.defineProperty(HTMLMediaElement.prototype, 'playbackRate', watched)
}"""


def see_guide_beside_follower(manager: Walker, demo: Demo, folder: Path) -> None:
    """The Guide's camera is where the voice was that the Follower heard; it waits, and stands still, with it."""
    page, told = manager.page, manager.call("GET", "/annotations/guide/1")
    path: list[str] = told["walked"]
    with annotator(demo, demo.links["follower"]) as person:
        number = follow(person, path)
    beside = page.get_by_test_id("guide-camera")
    viewer = beside.get_by_test_id("viewer")
    replay = f"{manager.origin}/replay?kind=follower&id={number}&t="
    page.goto(f"{replay}{LOOKS / 2}")
    expect(beside).to_contain_text("has not heard anything yet")
    expect(viewer).to_be_hidden()
    assert serious_findings(page) == []

    for heard, caption in ((LISTENS / 2, "Guide · 0:01.5"), (LISTENS, "Guide · 0:03.0, voice paused")):
        page.goto(f"{replay}{LOOKS + heard + (heard == LISTENS)}")
        expect(beside).to_contain_text(caption)
        page.wait_for_selector("[data-testid=guide-camera] [data-sharp]")
        seen = path[int(heard / told["voice_duration"] * len(path))]
        expect(viewer).to_have_attribute("data-viewpoint-id", seen)
    page.wait_for_selector("[data-testid=own-camera] [data-sharp]")
    save_video(manager, folder)
    with page.expect_download() as download:
        manager.press("save-picture")
    camera = np.asarray(Image.open(saved(download.value, folder)).convert("L"))[40:580]
    assert camera[:, :636].std() > 10, "the Follower's camera is not in the picture"
    assert camera[:, 644:].std() > 10, "the Guide's camera is not in the picture"

    page.get_by_role("radio", name="Follower").check()
    expect(beside).to_be_hidden()
    page.get_by_role("radio", name="Both").check()
    page.set_viewport_size({"width": 390, "height": 844})
    own, other = page.get_by_test_id("own-camera").bounding_box(), beside.bounding_box()
    assert own
    assert other
    assert other["y"] >= own["y"] + own["height"], "one above the other"
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    page.set_viewport_size({"width": 1280, "height": 800})


def save_picture(manager: Walker, folder: Path) -> None:
    """The moment as PNG, with camera and words in it."""
    page = manager.page
    page.wait_for_selector("[data-sharp]")
    with page.expect_download() as download:
        manager.press("save-picture")
    picture = Image.open(saved(download.value, folder))
    assert picture.size == (1280, 720)
    camera, band = np.asarray(picture.convert("L"))[:580], np.asarray(picture.convert("L"))[600:]
    assert camera.std() > 10, "the camera is not in the picture"
    assert (band > 128).mean() > 0.01, "the words are not in the picture"


def save_video(manager: Walker, folder: Path) -> None:
    """A second as WebM, with picture and voice in it."""
    page = manager.page
    with page.expect_download() as download:
        manager.press("save-video")
        page.evaluate(STOP_AFTER_A_SECOND)
    film = saved(download.value, folder)
    assert film.suffix == ".webm"
    data = film.read_bytes()
    assert data[:4] == bytes.fromhex("1a45dfa3"), "EBML's mark"
    assert b"V_VP" in data
    assert b"A_OPUS" in data
    played = page.evaluate(PLAY, base64.b64encode(data).decode())
    assert played["width"] == 1280
    assert played["time"] > 0.5


STOP_AFTER_A_SECOND = """() => {
  const [status, button] = ['save-status', 'save-video'].map(id => document.querySelector(`[data-testid=${id}]`))
  const seen = new MutationObserver(() => {
    if (!status.textContent.startsWith('0:01')) return
    seen.disconnect()
    button.click()
  })
  seen.observe(status, { childList: true, characterData: true, subtree: true })
}"""  # in the page: a press that arrives after the end of the replay would begin another film


PLAY = """async coded => {
  const video = document.createElement('video')
  video.muted = true
  const data = Uint8Array.from(atob(coded), each => each.charCodeAt(0))
  video.src = URL.createObjectURL(new Blob([data], { type: 'video/webm' }))
  const ended = new Promise((resolve, reject) => { video.onended = resolve; video.onerror = () => reject(video.error) })
  await video.play()
  await ended
  return { width: video.videoWidth, time: video.currentTime }
}"""


def saved(download: Download, folder: Path) -> Path:
    file = folder / download.suggested_filename
    download.save_as(file)
    return file


def test_a_replay_is_stepped_through_saved_and_mended(demo: Demo, page: Page, tmp_path: Path) -> None:
    manager = aligned(demo, page)
    guided = page.url
    step_by_word_and_come_back(page)
    see_guide_beside_follower(manager, demo, tmp_path)
    page.goto(guided)

    def words() -> list[dict[str, float | str]]:
        found: list[dict[str, float | str]] = manager.call("GET", "/annotations/guide/1")["alignment"][
            "timed_instruction"
        ]
        return found

    save_picture(manager, tmp_path)
    save_video(manager, tmp_path)
    before = words()
    page.get_by_test_id("word").nth(2).click()
    manager.press("mend")
    edge = page.locator("[data-selected] [data-testid=word-start_time]")
    expect(edge).to_be_focused()
    start = float(edge.get_attribute("aria-valuenow") or "nan")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(edge).to_have_attribute("aria-valuenow", f"{start + 0.02:.2f}")
    drag(page, "end_time", 12)
    page.get_by_test_id("mend-word").fill("Mended")
    page.get_by_test_id("mend-word").press("Enter")
    expect(page.get_by_test_id("mend-status")).to_contain_text("4 changes, not saved")
    assert serious_findings(page) == []

    moved = [{name: word[name] for name in ("word", "start_time", "end_time")} for word in before]
    moved[-1]["end_time"] = float(before[-1]["end_time"]) - 0.05
    manager.call("PUT", "/annotations/guide/1/words", data={"version": 1, "words": moved})
    manager.press("mend-save")
    expect(page.get_by_test_id("mend-status")).to_contain_text("somebody else")
    manager.press("mend-theirs")

    expect(page.get_by_test_id("word")).to_have_count(len(before))
    place = next(index for index, word in enumerate(before) if abs(float(word["start_time"]) - start) < 0.01)
    page.get_by_test_id("word").nth(place).click()
    manager.press("mend")
    page.get_by_test_id("mend-word").fill("Mended")
    page.get_by_test_id("mend-word").press("Enter")
    manager.press("mend-save")
    expect(page.get_by_test_id("word").nth(place)).to_have_text("Mended")
    assert [index for index, word in enumerate(words()) if word["source"] == "mended"] == [
        place,
        len(before) - 1,
    ]

    manager.press("show-history")
    expect(page.get_by_test_id("version").first).to_contain_text(
        re.compile(r"Version 3, current.*transcript changed")
    )
    assert serious_findings(page) == []
    page.get_by_test_id("restore").last.click()
    expect(page.get_by_test_id("word").nth(place)).to_have_text(str(before[place]["word"]))
    assert [(word["word"], word["start_time"]) for word in words()] == [
        (word["word"], word["start_time"]) for word in before
    ]
