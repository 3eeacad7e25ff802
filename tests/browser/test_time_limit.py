"""A limited time for a task, as a person sees it in a real browser."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from pangea_server.annotate.annotations.records import FollowerAnnotation
from pangea_server.stores.local.store import LocalStore
from tests.browser import campaigns
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.walker import Walker

SECONDS = 25
PICTURES = os.environ.get("TIME_PICTURES")  # a folder for screenshots, for people who work on the pages


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


def test_a_followers_walk_ends_with_its_time_also_after_a_reload(
    demo: Demo, page: Page, tmp_path: Path
) -> None:
    path = campaigns.create_with_words(demo, tmp_path, time_limit={"follower": SECONDS})
    person = Walker(page, campaigns.somebody(demo, "follower"))
    person.open()
    left = page.get_by_test_id("time-left")
    expect(left).to_have_text("0:25 left")  # nothing passes while people read what the task is
    picture(page, "time-before")
    person.press("start")
    person.expect_at(path[0])
    person.walk(path[:2])
    expect(left).to_have_text(re.compile(r"^0:(1\d|2[0-4]|0\d) left$"))
    assert serious_findings(page) == []
    picture(page, "time-walk")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    person.expect_phase("walk")
    page.set_viewport_size({"width": 390, "height": 844})
    picture(page, "time-walk-phone")
    expect(page.locator(".time-limit[data-left=little]")).to_be_visible(timeout=60_000)
    picture(page, "time-little-phone")
    expect(page.locator("#page[data-phase=rate]")).to_be_visible(timeout=60_000)
    expect(left).to_have_text("The time is up.")
    picture(page, "time-up-phone")
    page.set_viewport_size({"width": 1366, "height": 650})
    picture(page, "time-up")
    person.press("quality-4")
    person.press("rate-send")
    person.expect_phase("done")
    with LocalStore.open(demo.data_dir) as store:
        (walk,) = store.records.find(FollowerAnnotation)
    assert (walk.outcome, walk.feedback and walk.feedback.reason) == ("gave_up", "time_up")
    assert walk.aids is not None
    assert walk.aids.time_limit == SECONDS
    assert walk.aids.time_used is not None
    assert walk.aids.time_used >= SECONDS
