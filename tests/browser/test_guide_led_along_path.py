"""The camera leads a Guide along the path, a step is one action, and off the path the page says the way back."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from environments import open_environment, sample_paths
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.stores.local.store import LocalStore
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.walker import Walker, bearing, wrapped

LANGUAGE = "en-GB"  # which the demo's own campaign does not have
DESK = {"width": 1366, "height": 650}
PHONE = {"width": 390, "height": 844}
LOOKS_ALONG = 0.02  # radians


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """A demo with a second campaign, whose Guides walk freely and write: a path for each test."""
    running = Demo(tmp_path_factory.mktemp("led") / "data")
    house = open_environment("demo")
    scan_id = house.scan_ids()[0]
    paths = [list(path) for path in sample_paths(house.scan(scan_id).graph, 4, 5)]
    free = {
        "id": "free",
        "languages": [LANGUAGE],
        "paths": [{"scan": scan_id, "viewpoints": paths}],
        "rotation": {"first": 0},
        "guide": {"free": True, "voice": "none"},
    }
    file = running.data_dir.parent / "free.yaml"
    file.write_text(json.dumps(free))
    command = [sys.executable, "-m", "pangea_server.app", "campaign", "create", str(file)]
    subprocess.run(
        [*command, "--data-dir", str(running.data_dir)], check=True, capture_output=True, timeout=60
    )
    yield running
    running.stop()


def free_guide(served: Demo, page: Page) -> tuple[Walker, list[str]]:
    """A Guide of the free campaign who is about to walk, and their path."""
    person = Walker(page, served.invite("--role", "annotator", "--language", LANGUAGE))
    person.open()
    person.press("start")
    path = person.guide_path()
    person.expect_at(path[0])
    return person, path


def expect_looking_along(person: Walker, here: str, there: str) -> None:
    """The camera looks from here to there, and the next place is in the picture."""
    scan = person.scan()
    assert abs(wrapped(person.rest() - bearing(scan[here], scan[there]))) < LOOKS_ALONG
    expect(person.page.get_by_test_id("path-hint")).to_be_hidden()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_each_step_is_one_action(served: Demo, browser: Browser, size: dict[str, int]) -> None:
    on_phone = size is PHONE
    context = browser.new_context(viewport=size, has_touch=on_phone, is_mobile=on_phone)  # type: ignore[arg-type]
    page = context.new_page()
    person, path = free_guide(served, page)
    for here, there in pairwise(path):
        expect_looking_along(person, here, there)
        page.keyboard.press("Enter")
        person.expect_at(there)
    page.get_by_test_id("transcript").fill("Go along the way to its end.")
    person.press("done")
    person.expect_phase("done")
    with LocalStore.open(served.data_dir) as store:
        written = store.records.find(GuideAnnotation)[-1]
        assert written.pose_trace is not None
        trace = load_trace(store.blobs, written.pose_trace)
    assert trace.path() == path
    assert abs(wrapped(trace.heading[0] - written.heading)) < LOOKS_ALONG  # what Followers see first
    context.close()


def test_a_guide_off_the_path_is_led_back(served: Demo, page: Page) -> None:
    person, path = free_guide(served, page)
    page.get_by_test_id("exit").first.wait_for(state="attached")
    notice = page.get_by_test_id("off-path")
    expect(notice.get_by_test_id("back-to-path")).to_be_hidden()
    away = next(
        button
        for button in page.get_by_test_id("exit").all()
        if button.get_attribute("data-viewpoint-id") not in path
    )
    away.focus()
    page.keyboard.press("Enter")
    expect(notice.get_by_role("status")).to_have_text(
        re.compile("^You are off the path. The way back: .*metres")
    )
    assert serious_findings(page) == []
    exits, told = page.get_by_test_id("exits").bounding_box(), notice.bounding_box()
    assert exits is not None
    assert told is not None
    assert exits["y"] + exits["height"] <= told["y"]  # the exits, open as they have the focus, leave it free
    person.press("back-to-path")
    person.expect_at(path[0])
    expect(notice.get_by_role("status")).to_have_text("")
    expect_looking_along(person, path[0], path[1])


def test_the_arrow_is_a_button_that_turns_to_the_path(served: Demo, page: Page) -> None:
    page.add_init_script("localStorage.setItem('pangea-path-turn', 'off')")
    person, path = free_guide(served, page)
    scan = person.scan()
    person.rest()
    person.face(bearing(scan[path[0]], scan[path[1]]) + 3, by_mouse=False)
    hint = page.get_by_role("button", name="The path is behind you: turn")
    expect(hint).to_be_visible()
    expect(page.get_by_test_id("path-said")).to_have_text("The path is behind you: turn")
    assert serious_findings(page) == []
    hint.click()
    expect(hint).to_be_hidden()
    expect(person.viewer).to_be_focused()
    expect_looking_along(person, path[0], path[1])
    page.keyboard.press("Enter")
    person.expect_at(path[1])
    # Who switched the turns off looks where they looked before.
    assert abs(wrapped(person.rest() - bearing(scan[path[0]], scan[path[1]]))) < LOOKS_ALONG
