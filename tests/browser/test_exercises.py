"""A newcomer's exercise in the browser: answered, explained item by item, repeated and passed; then the tasks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from environments.regions import ViewBox, view_corners
from pangea_server.quality.exercises.pages import Exercise, exercise
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.finger import phone
from tests.browser.test_landmark_boxes import Hand
from tests.browser.trained import ask_for_training

LAPTOP: ViewportSize = {"width": 1366, "height": 650}
BOTH = pytest.mark.parametrize("by_touch", [False, True], ids=["mouse", "fingers"])
VERDICTS = ("same", "different")


@dataclass
class Learner(Hand):
    """Somebody who is new to a kind."""

    def page_of(self, number: int) -> Exercise:
        """What is right in their exercise ``number``."""
        return exercise(self.kind, ("en-US",), number)

    def start(self) -> None:
        expect(self.page.get_by_test_id("exercise-note")).to_contain_text("4 of 5")
        assert serious_findings(self.page) == []
        self.press("exercise-start")
        self.expect_items()

    def look_at_feedback(self, state: str, words: str) -> None:
        """It is in view, and so are the ways on."""
        shown = self.page.get_by_test_id("exercise-state")
        expect(shown).to_have_attribute("data-state", state)
        expect(self.page.get_by_test_id("exercise-why")).to_contain_text(words)
        size = self.page.viewport_size
        assert size
        assert self.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert self.page.evaluate("document.documentElement.scrollHeight") <= size["height"]
        for button in self.page.locator(".exercise-end button").all():
            box = button.bounding_box()
            assert box
            assert box["y"] + box["height"] <= size["height"]
        assert serious_findings(self.page) == []


@pytest.fixture
def demo_that_trains(demo: Demo) -> Demo:
    ask_for_training(demo)
    return demo


def learner(demo: Demo, page: Page, kind: str, *, by_touch: bool = False) -> Learner:
    found = Learner(page, demo.invite().replace("/guide#", f"/task/{kind}#"), kind, 0, by_touch)
    found.open()
    return found


@pytest.fixture
def screen(browser: Browser, by_touch: bool) -> Iterator[Page]:
    """Of a small laptop, or of a phone."""
    context = phone(browser) if by_touch else browser.new_context(viewport=LAPTOP)
    faults: list[str] = []
    context.on("weberror", lambda error: faults.append(str(error.error)))
    yield context.new_page()
    context.close()
    assert faults == []


@BOTH
def test_boxes_are_drawn_and_compared_with_the_right_ones(
    screen: Page, demo_that_trains: Demo, by_touch: bool
) -> None:
    person = learner(demo_that_trains, screen, "box_draw", by_touch=by_touch)
    person.start()
    first = person.page_of(0)
    assert first.gold.items[0].boxes
    draw(person, first, 0)
    for _ in first.items[1:]:
        person.press("answer-nothing")
    person.press("submit")
    person.look_at_feedback("right", "share")
    expect(screen.get_by_text("Your box", exact=True).first).to_be_visible()
    expect(screen.get_by_test_id("exercise-failed")).to_contain_text("4 are needed")
    person.press("exercise-next")
    nothing_left = not first.gold.items[1].boxes
    person.look_at_feedback(
        "right" if nothing_left else "wrong", "nothing more" if nothing_left else "There is"
    )
    person.press("exercise-item-5")
    expect(screen.get_by_test_id("exercise-next")).to_have_count(0)
    person.press("exercise-again")
    expect(screen.get_by_test_id("exercise-start")).to_be_visible()


def draw(person: Learner, page: Exercise, number: int) -> None:
    """Draw the thing from where one begins, by its four outermost points."""
    expect(person.viewer).not_to_have_attribute("data-moving", "")
    here = person.viewpoint
    box = next(each.shape for each in page.gold.items[number].boxes if each.viewpoint_id == here)
    assert isinstance(box, ViewBox)
    corners = view_corners(box)
    for side in range(4):
        middle = corners[side] + corners[(side + 1) % 4]
        person.point(*person.seen_at(middle / np.linalg.norm(middle)))
    person.press("answer-whole")


@BOTH
def test_links_are_judged_explained_and_passed(screen: Page, demo_that_trains: Demo, by_touch: bool) -> None:
    person = learner(demo_that_trains, screen, "coref_link", by_touch=by_touch)
    person.start()
    first = person.page_of(0)
    for gold in first.gold.items:
        person.press(f"answer-{next(each for each in VERDICTS if each != gold.value)}")
    person.press("submit")
    for gold in first.gold.items:
        person.look_at_feedback("wrong", "one and the same" if gold.value == "same" else "two different")
        if screen.get_by_test_id("exercise-next").count():
            person.press("exercise-next")
    person.press("exercise-again")
    person.start()
    for gold in person.page_of(1).gold.items:
        person.press(f"answer-{gold.value}")
    person.press("submit")
    person.look_at_feedback("right", "")
    expect(screen.get_by_test_id("exercise-passed")).to_contain_text("5 of 5 right")
    person.press("exercise-over")
    expect(screen.get_by_test_id("exercise-note")).to_have_count(0)
    expect(screen.get_by_test_id("nothing-to-do")).to_be_visible()


@pytest.mark.parametrize("kind", ["coref_link", "box_draw"])
def test_keys_alone_do_an_exercise(page: Page, demo_that_trains: Demo, kind: str) -> None:
    person = learner(demo_that_trains, page, kind)
    start = page.get_by_test_id("exercise-start")
    start.focus()
    page.keyboard.press("Enter")
    person.expect_items()
    for _ in person.page_of(0).items:
        expect(person.viewer).not_to_have_attribute("data-moving", "")
        page.keyboard.press("1")
    page.keyboard.press("Enter")
    state = page.get_by_test_id("exercise-state")
    expect(state).to_be_focused()
    for _ in person.page_of(0).items[1:]:
        page.keyboard.press("a")
    expect(page.get_by_test_id("exercise-item-5")).to_have_attribute("aria-current", "step")
    page.keyboard.press("m")  # places, where there are several
    page.keyboard.press("Enter")
    expect(start).to_be_visible()
