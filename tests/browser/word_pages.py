"""What people do on pages about words, and what is kept of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, expect

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.landmarks.records import transcript_digest
from pangea_server.stores.local.store import LocalStore
from tests.browser.landmark_world import World
from tests.browser.walker import Walker

WATCH_HEARD = """
() => {
  const notice = () => document.querySelector('[data-heard]') && (window.wasHeard = true)
  new MutationObserver(notice).observe(document.body, { subtree: true, attributeFilter: ['data-heard'] })
}
"""
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


@contextmanager
def heard(page: Page) -> Iterator[None]:
    """What is done meanwhile lets words be heard; noticed also where they are over before a busy machine looks."""
    page.evaluate(WATCH_HEARD)
    yield
    page.wait_for_function("() => window.wasHeard")


def come(page: Page, world: World, kind: str) -> Walker:
    person = Walker(page, world.link(kind))
    begin(person)
    return person


def begin(person: Walker) -> None:
    person.open()
    person.press("start")
    person.expect_phase("walk")
    expect(person.viewer).to_have_attribute("data-sharp", "")


def expect_fits(page: Page, *names: str) -> None:
    """Nothing is wider than the window, and these are whole in it."""
    assert page.evaluate(OVERFLOW) == 0
    for name in names:
        expect(page.get_by_test_id(name)).to_be_in_viewport(ratio=1)


def words_of(page: Page) -> list[str]:
    return page.get_by_test_id("marked-text").locator("[data-word]").all_inner_texts()


def told_marks(world: World) -> list[tuple[str, dict[str, Any]]]:
    """What was marked, with its words."""
    [answer] = world.answer("mention")["answers"]
    with LocalStore.open(world.demo.data_dir) as store:
        guides = store.records.find(GuideAnnotation)
    text = next(
        each.transcript
        for each in guides
        if transcript_digest(each.transcript) == answer["transcript_sha256"]
    )
    return [(text[each["start_char"] : each["end_char"]], each) for each in answer["mentions"]]


def word(page: Page, number: int) -> Any:
    return page.locator(f'[data-word="{number}"]').first


def drag(page: Page, first: int, last: int) -> None:
    """Drag from one word to another."""
    word(page, first).scroll_into_view_if_needed()
    for number in (first, last):
        box = word(page, number).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        page.mouse.down() if number == first else page.mouse.up()
