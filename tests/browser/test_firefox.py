"""The whole Guide and Follower task in Firefox, by mouse and keys."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, Playwright

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.stores.local.store import LocalStore
from tests.browser import whole_way
from tests.browser.demo import Demo
from tests.browser.engines.display import display
from tests.browser.engines.firefox import firefox
from tests.browser.walker import Walker


class FirefoxWalker(Walker):
    """Turns by mouse and by keys, and steps by key: there are no double clicks (``engines/bidi_relay.py``)."""

    def step_by_mouse(self) -> None:
        self.viewer.focus()
        self.page.keyboard.press("Enter")


def test_the_whole_way_in_firefox(demo: Demo, playwright: Playwright, tmp_path: Path) -> None:
    with display() as screen, firefox(playwright, tmp_path, screen) as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        faults: list[str] = []
        context.on("weberror", lambda error: faults.append(str(error.error)))
        path = whole_way.guide(FirefoxWalker(tab(context.new_page()), demo.links["guide"]))
        whole_way.follow(FirefoxWalker(tab(context.new_page()), demo.links["follower"]), path)
        assert faults == []
    with LocalStore.open(demo.data_dir) as store:
        (told,) = store.records.find(GuideAnnotation)
        (followed,) = store.records.find(FollowerAnnotation)
    assert list(told.walked) == path
    assert told.duration is not None
    assert told.duration >= 7
    assert followed.scores.success == 1.0


def tab(page: Page) -> Page:
    """A new tab that is as patient as the others' tests."""
    page.set_default_timeout(30_000)
    return page
