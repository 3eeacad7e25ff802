"""The map over the picture, and the flight along the path, in a real browser."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.stores.local.store import LocalStore
from tests.browser import campaigns
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.walker import Walker

WIDTH = re.compile(r"^\S+ \S+ (?P<width>\S+) ")

# Looked at in every frame: a flight stands at a viewpoint for a second, less than a busy machine may take to ask.
PAUSE_AT = """
(viewpointId) => {
  const there = document.querySelector('[data-testid=viewer]').dataset.viewpointId === viewpointId
  if (there) document.querySelector('[data-testid=fly-pause]').click()
  return there
}
"""
STATUS_IS = "(text) => document.querySelector('[data-testid=flight-status]')?.textContent === text"
PICTURES = os.environ.get("MAP_PICTURES")  # a folder for screenshots, for people who work on the pages


def width_seen(page: Page) -> float:
    """How much of the map is seen, of its 320 units."""
    match = WIDTH.match(page.locator(".map-panel .map").get_attribute("viewBox") or "")
    assert match
    return float(match["width"])


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


def test_a_follower_has_a_map_that_is_remembered(demo: Demo, page: Page, tmp_path: Path) -> None:
    path = campaigns.create_with_words(demo, tmp_path, map={"follower": "on"})
    person = Walker(page, campaigns.somebody(demo, "follower"))
    person.open()
    person.press("start")
    person.expect_at(path[0])
    expect(page.locator(".map-panel .map")).to_be_hidden()
    person.press("map-toggle")
    drawn = page.locator(".map-panel .map")
    expect(drawn).to_be_visible()
    expect(drawn.locator(".map-reference")).to_have_attribute("d", "")  # nothing tells where the path leads
    assert drawn.locator(".map-room-name[data-fits]").count() > 1
    assert width_seen(page) == 320
    picture(page, "follower-map")
    person.press("map-closer")
    assert width_seen(page) < 220
    at = drawn.bounding_box()
    assert at
    page.mouse.move(at["x"] + 60, at["y"] + 60)
    page.mouse.wheel(0, -400)
    closer = width_seen(page)
    assert closer < 160
    before = drawn.get_attribute("viewBox")
    page.mouse.down()
    page.mouse.move(at["x"] + 100, at["y"] + 90, steps=4)
    page.mouse.up()
    assert drawn.get_attribute("viewBox") != before
    picture(page, "follower-map-close")
    heading = person.heading
    page.locator(".map-frame").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageUp")
    expect(page.get_by_test_id("map-storey")).to_have_text("Floor 2 of 2")
    page.keyboard.press("PageDown")
    expect(page.get_by_test_id("map-storey")).to_have_text("Floor 1 of 2")
    assert person.heading == heading  # the keys of the map do not turn the camera
    assert serious_findings(page) == []
    person.viewer.focus()
    camera = drawn.locator(".map-walker-own .map-camera")
    stood = camera.get_attribute("transform")
    person.walk(path)
    assert camera.get_attribute("transform") != stood
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(drawn).to_be_visible()
    assert abs(width_seen(page) - closer) < 0.1
    picture(page, "follower-map-again")
    person.press("done")
    person.press("confidence-4")
    person.press("quality-4")
    person.press("rate-send")
    person.expect_phase("done")
    with LocalStore.open(demo.data_dir) as store:
        (walk,) = store.records.find(FollowerAnnotation)
    assert walk.aids is not None
    assert (walk.aids.map, walk.aids.flights) == (True, 0)
    assert walk.aids.map_seconds > 0


def test_a_guide_flies_along_the_path_and_nothing_of_it_is_recorded(
    demo: Demo, page: Page, tmp_path: Path
) -> None:
    path = campaigns.create(demo, tmp_path, guide={"voice": "none"})
    person = Walker(page, campaigns.somebody(demo, "guide"))
    person.open()
    person.press("start")
    person.expect_at(path[0])
    heading = person.rest()
    picture(page, "flight-ready")
    person.press("fly")
    page.wait_for_function(PAUSE_AT, arg=path[1])
    expect(page.get_by_test_id("flight")).to_have_attribute("data-state", "paused")
    picture(page, "flight-paused")
    person.press("fly-pause")
    page.wait_for_function(STATUS_IS, arg=f"{len(path)} of {len(path)}")
    expect(page.get_by_test_id("fly")).to_be_visible()
    person.expect_at(path[0])
    assert abs(person.rest() - heading) < 0.01
    page.get_by_test_id("transcript").fill(campaigns.WORDS)
    person.viewer.focus()
    person.walk(path)
    expect(page.get_by_test_id("flight")).to_be_hidden()
    person.press("done")
    person.expect_phase("done")
    with LocalStore.open(demo.data_dir) as store:
        (guide,) = store.records.find(GuideAnnotation)
    assert guide.walked == tuple(path)
    assert guide.aids is not None
    assert (guide.aids.map, guide.aids.flights) == (True, 1)
