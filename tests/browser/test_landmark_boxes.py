"""The six kinds about boxes in a real browser: by mouse, fingers, keys alone; after a crash, in two tabs, offline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from environments.regions import ViewBox, iou, region_from_json, view_corners
from tests.browser import house_landmarks as house
from tests.browser.axe import serious_findings
from tests.browser.demo import Demo
from tests.browser.finger import phone
from tests.browser.walker import Walker

NUMBERS = count(1)
PIANO, FIREPLACE = "living-room-piano", "living-room-fireplace"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    demo = Demo(tmp_path_factory.mktemp("boxes") / "data")
    house.fill(demo)
    yield demo
    demo.stop()


@dataclass
class Hand(Walker):
    """A person who points, by mouse or with a finger, and looks at each state of the page."""

    kind: str
    number: int
    by_touch: bool = False

    def press(self, name: str) -> None:
        target = self.page.get_by_test_id(name)
        expect(target).to_be_enabled()
        if self.by_touch:
            target.tap()
        else:
            target.click()

    def begin(self) -> None:
        self.open()
        self.expect_phase("instructions")
        self.press("start")
        self.expect_items()

    def expect_items(self) -> None:
        self.expect_phase("walk")
        expect(self.viewer).to_have_attribute("data-sharp", "")

    def point(self, x: float, y: float) -> None:
        if self.by_touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def look(self) -> None:
        """Nothing is cut off: no scrolling sideways, and the answers are in view."""
        size = self.page.viewport_size
        assert size
        assert self.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert self.page.evaluate("document.documentElement.scrollHeight") <= size["height"]
        for answer in self.page.locator(".landmark-answers button").all():
            box = answer.bounding_box()
            assert box
            assert box["y"] + box["height"] <= size["height"]
            assert min(box["width"], box["height"]) >= 24
        picture = self.viewer.bounding_box()
        assert picture
        assert picture["height"] >= 200
        assert serious_findings(self.page) == []

    def mark(self, thing: str, first: int = 0, end: int = 4) -> None:
        """Outermost points of a thing: the middles of its box's sides."""
        box = house.box(thing, self.viewpoint)
        assert isinstance(box, ViewBox)
        corners = view_corners(box)
        for number in range(first, end):
            middle = corners[number] + corners[(number + 1) % 4]
            self.point(*self.seen_at(middle / np.linalg.norm(middle)))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        if not self.by_touch:
            self.page.mouse.move(*start)
            self.page.mouse.down()
            self.page.mouse.move(*end, steps=4)
            self.page.mouse.up()
            return
        touch = self.page.context.new_cdp_session(self.page)
        for kind, (x, y) in (("touchStart", start), ("touchMove", end)):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def pull(self, grip: str, across: float) -> None:
        handle = self.page.get_by_test_id(f"handle-{grip}").bounding_box()
        assert handle
        middle = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
        self.drag(middle, (middle[0] + across, middle[1]))

    def expect_question(self, words: str) -> None:
        expect(self.page.get_by_test_id("question")).to_contain_text(words)

    def answers(self, demo: Demo) -> list[dict[str, Any]]:
        """Send the page; what is stored of it."""
        self.expect_phase("done")
        given: Any = house.kept(demo, self.kind, self.number).answer["answers"]
        assert all(each["seconds"] > 0 for each in given)
        return list(given)


def asked(demo: Demo, page: Page, kind: str, by_touch: bool = False) -> Hand:
    number = next(NUMBERS)
    return Hand(page, house.ask(demo, kind, house.PAGES[kind], number), kind, number, by_touch)


def shows(drawn: Any, thing: str) -> float:
    """How far a drawn region overlaps with a thing."""
    return iou(region_from_json(drawn["shape"]), house.box(thing, drawn["viewpoint_id"]))


@pytest.fixture(params=["mouse", "fingers"])
def hand(request: pytest.FixtureRequest, browser: Browser, running: Demo) -> Iterator[Callable[[str], Hand]]:
    """A person on a small laptop, or with a phone."""
    by_touch = request.param == "fingers"
    context = phone(browser) if by_touch else browser.new_context(viewport={"width": 1366, "height": 650})
    faults: list[str] = []
    context.on("weberror", lambda error: faults.append(str(error.error)))
    yield lambda kind: asked(running, context.new_page(), kind, by_touch)
    context.close()
    assert faults == []


def test_a_box_is_drawn_with_four_points_and_one_press(hand: Callable[[str], Hand], running: Demo) -> None:
    person = hand("box_draw")
    person.begin()
    person.expect_at(PIANO)  # where the Guide looked
    person.look()
    person.mark("red-sofa")
    person.press("group")
    person.look()
    person.press("answer-cut")
    person.expect_question("one more")
    expect(person.page.get_by_test_id("drawn-1")).to_be_visible()
    person.press("hide-others")
    expect(person.page.get_by_test_id("hide-others")).to_have_attribute("aria-pressed", "true")
    person.look()
    person.press("answer-nothing")
    person.press("submit")
    first, second = person.answers(running)
    assert (first["drawn"]["visible"], first["drawn"]["group"]) == ("cut", True)
    assert shows(first["drawn"], "red-sofa") > 0.9
    assert second["drawn"] is None


def test_a_box_is_judged_and_a_bad_one_with_its_reason(hand: Callable[[str], Hand], running: Demo) -> None:
    person = hand("box_quality")
    person.begin()
    person.expect_at(PIANO)
    person.look()
    person.press("answer-good")
    expect(person.page.get_by_test_id("progress")).to_have_text("2 of 2")
    person.expect_at(FIREPLACE)
    person.press("answer-bad")
    person.expect_question("Why")
    person.look()
    person.press("answer-after-all")
    person.press("answer-bad")
    person.press("answer-not_it")
    person.press("submit")
    given = [(each["verdict"], each["reason"]) for each in person.answers(running)]
    assert given == [("good", None), ("bad", "not_it")]


def test_what_is_missing_is_told(hand: Callable[[str], Hand], running: Demo) -> None:
    person = hand("box_coverage")
    person.begin()
    person.expect_at(PIANO)
    person.press("next-place")
    person.expect_at(FIREPLACE)
    person.look()
    person.press("answer-missing")
    person.press("submit")
    assert [each["verdict"] for each in person.answers(running)] == ["missing"]


def test_two_boxes_are_compared(hand: Callable[[str], Hand], running: Demo) -> None:
    person = hand("same_thing")
    person.begin()
    person.expect_at(PIANO)
    person.look()
    person.press("next-place")
    person.expect_at(FIREPLACE)
    person.press("answer-same")
    person.expect_at(FIREPLACE)
    person.press("next-place")
    person.expect_at(PIANO)
    person.press("answer-different")
    person.press("submit")
    assert [each["verdict"] for each in person.answers(running)] == ["same", "different"]


def test_a_foretold_box_is_accepted_mended_or_refused(hand: Callable[[str], Hand], running: Demo) -> None:
    person = hand("carry")
    person.begin()
    person.expect_at(FIREPLACE)
    person.look()
    person.press("next-place")
    person.expect_at(PIANO)  # from where it was drawn
    person.press("next-place")
    person.expect_at(FIREPLACE)
    person.press("answer-whole")
    expect(person.page.get_by_test_id("progress")).to_have_text("2 of 3")
    expect(person.page.get_by_test_id("handle-right")).to_be_visible()
    person.pull("right", -30)
    expect(person.page.get_by_test_id("drawing-undo")).to_be_enabled()
    person.look()
    person.press("answer-whole")
    expect(person.page.get_by_test_id("progress")).to_have_text("3 of 3")
    person.press("answer-hidden")
    person.press("submit")
    first, second, third = person.answers(running)
    assert (first["verdict"], first["shape"]) == ("accept", None)
    assert second["verdict"] == "adjust"
    foretold: Any = house.CARRY[1]["foretold"]
    assert second["shape"]["width"] < foretold["shape"]["width"]
    assert (third["verdict"], third["shape"]) == ("hidden", None)


def test_a_loose_box_snaps_to_the_thing(hand: Callable[[str], Hand], running: Demo) -> None:
    person = hand("box_draw")
    person.begin()
    person.press("tool-drag")
    tight = house.box("red-sofa", person.viewpoint)
    assert isinstance(tight, ViewBox)
    wider = replace(tight, width=1.25 * tight.width, height=1.25 * tight.height)
    low, _, high, _ = view_corners(wider)
    person.drag(person.seen_at(low), person.seen_at(high))
    take = snapped(person)  # a preview: nothing is taken unasked
    person.look()
    take.click()
    expect(take).to_be_hidden()
    person.press("answer-whole")
    person.press("answer-nothing")
    person.press("submit")
    drawn = person.answers(running)[0]["drawn"]
    assert shows(drawn, "red-sofa") > iou(wider, tight) + 0.1


def snapped(person: Hand) -> Locator:
    """Asks for the thing's edges until they are there: on a busy machine the page gives up after five seconds, says so,
    and people ask again."""
    take, slow = (person.page.get_by_test_id(each) for each in ("drawing-take", "drawing-said"))
    while not take.is_visible():
        person.press("drawing-snap")
        expect(take.or_(slow.filter(has_text="longer than")).first).to_be_visible()
    return take


def test_a_listener_draws_what_was_meant(hand: Callable[[str], Hand], running: Demo) -> None:
    person = hand("region_meant")
    person.begin()
    person.look()
    expect(person.page.locator(".viewer-region")).to_have_count(0)
    person.press("tool-drag")
    expect(person.page.get_by_test_id("tool-drag")).to_have_attribute("aria-pressed", "true")
    box = person.viewer.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    person.drag((x - 60, y - 60), (x + 60, y + 60))
    person.press("answer-mostly_hidden")
    person.press("submit")
    (only,) = person.answers(running)
    assert only["drawn"]["visible"] == "mostly_hidden"
    scores = house.kept(running, "region_meant", person.number).scores
    assert scores == {"iou": None}


KEYS: dict[str, list[str]] = {
    "box_draw": ["b", "b", "]", "Shift+BracketRight", "Enter", "1", "a"],
    "box_quality": ["a", "x", "1", "a"],
    "box_coverage": ["n", "a", "a"],
    "same_thing": ["n", "1", "2", "a"],
    "carry": ["Enter", "[", "Alt+ArrowLeft", "a", "x", "a"],
    "region_meant": ["b", "b", "2", "a"],
}
"""All that is pressed after Start, with the last one to send."""


@pytest.mark.parametrize("kind", KEYS)
def test_keys_alone_do_a_page(page: Page, running: Demo, kind: str) -> None:
    person = asked(running, page, kind)
    person.open()
    page.get_by_test_id("start").focus()
    page.keyboard.press("Enter")
    person.expect_items()
    for key in KEYS[kind]:
        expect(person.viewer).not_to_have_attribute("data-moving", "")
        page.keyboard.press(key)
    given = person.answers(running)
    told = [each.get("verdict") or (each["drawn"] or {"visible": None})["visible"] for each in given]
    assert (
        told
        == {
            "box_draw": ["whole", None],
            "box_quality": ["good", "bad"],
            "box_coverage": ["all"],
            "same_thing": ["same", "different"],
            "carry": ["accept", "adjust", "not_there"],
            "region_meant": ["cut"],
        }[kind]
    )


def test_keys_can_be_changed(page: Page, running: Demo) -> None:
    person = asked(running, page, "box_quality")
    person.open()
    page.evaluate("localStorage.setItem('pangea-keys', JSON.stringify({ notIt: 'KeyY' }))")
    person.press("start")
    person.expect_items()
    page.keyboard.press("x")
    person.expect_question("Is the blue box good?")
    expect(page.get_by_test_id("answer-bad")).to_contain_text("Y")
    page.keyboard.press("y")
    person.expect_question("Why")


def test_a_crash_in_the_middle_of_a_box_loses_nothing(context: BrowserContext, running: Demo) -> None:
    person = asked(running, context.new_page(), "box_draw")
    person.begin()
    with person.draft_kept("extremes"):
        person.mark("red-sofa", end=3)
    person.page.close()
    person.page = context.new_page()
    person.open()
    person.expect_items()
    expect(person.page.get_by_test_id("drawing-hint")).to_have_text("Mark one more outermost point.")
    person.rest()  # it turns to where the Guide looked
    person.mark("red-sofa", first=3)
    expect(person.page.get_by_test_id("answer-whole")).to_be_visible()
    person.page.keyboard.press("u")
    expect(person.page.get_by_test_id("drawing-hint")).to_have_text("Mark one more outermost point.")
    expect(person.page.get_by_test_id("answer-nothing")).to_be_visible()
    with person.draft_kept(r"at\W+4\b"):  # the state after the fourth point
        person.page.keyboard.press("Shift+U")
    person.page.reload()
    person.expect_items()
    expect(person.page.get_by_test_id("answer-whole")).to_be_visible()
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("1")
    person.press("submit")
    assert shows(person.answers(running)[0]["drawn"], "red-sofa") > 0.5


def test_one_tab_holds_the_page(context: BrowserContext, running: Demo) -> None:
    person = asked(running, context.new_page(), "carry")
    person.begin()
    other = context.new_page()
    other.goto(person.page.url)
    expect(other.get_by_test_id("other-tab")).to_be_visible()
    person.page.close()
    expect(other.get_by_test_id("question")).to_be_visible()


@pytest.mark.parametrize("console_is_checked", [False])
def test_answers_wait_for_the_network(
    context: BrowserContext, page: Page, running: Demo, console_is_checked: bool
) -> None:
    person = asked(running, page, "same_thing")
    person.begin()
    page.keyboard.press("1")
    page.keyboard.press("3")
    context.set_offline(True)
    person.press("submit")
    expect(page.get_by_test_id("retry")).to_be_visible()
    context.set_offline(False)
    person.press("retry")
    assert [each["verdict"] for each in person.answers(running)] == ["same", "unclear"]
