"""What happens in the film of each kind about landmarks: a newcomer's exercise, answered as it should be."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from itertools import pairwise
from operator import itemgetter

import numpy as np
from playwright.sync_api import expect

from environments.regions import ViewBox, iou, view_corners
from pangea_server.annotate.kinds.landmark_check import RIGHT_BOX, Gold
from pangea_server.quality.exercises.pages import Exercise, exercise
from tests.browser.walker import NEAR_ENOUGH, TURN_SPEED, Walker
from tests.films.captions import SOURCE
from tests.films.scripts import Say

LOOK_MS = 1600
THINK_MS = 900
SHOWN = 3
"""Items that are answered before the eyes of who watches; the others follow at once."""
MOST_PLACES = 30
WIDEST = math.radians(50)
"""What is larger does not fit into the picture with its edges."""
KINDS = (
    *("box_draw", "box_quality", "carry", "coref_link", "box_need", "coref_verify", "mention"),
    *("box_coverage", "same_thing", "region_meant"),
)


def film_exercise(person: Walker, say: Say, kind: str) -> None:
    """A whole exercise, and what is right in its first answers."""
    page, known = person.page, exercise(kind, ("en-US",), 0)
    expect(page.get_by_test_id("exercise-start")).to_be_visible(timeout=60_000)
    say(kind, "introduction.title")
    page.wait_for_timeout(LOOK_MS)
    person.press("exercise-start")
    person.expect_phase("walk")
    steps = _steps(kind)
    for number, gold in enumerate(known.gold.items):
        if number < len(steps):
            say(kind, f"introduction.{steps[number]}")
        _let_it_rest(person)
        page.wait_for_timeout(LOOK_MS if number < SHOWN else THINK_MS)
        ANSWERS.get(kind, _judge)(person, known, gold, number)
    if kind != "mention":
        person.press("submit")
    expect(page.get_by_test_id("exercise-feedback")).to_be_visible(timeout=60_000)
    expect(page.get_by_test_id("exercise-passed")).to_be_visible()  # a film of mistakes teaches mistakes
    say("exercise/feedback", "colours.right")
    _let_it_rest(person)
    page.wait_for_timeout(LOOK_MS)
    if kind != "mention":
        person.press("exercise-next")
        _let_it_rest(person)
        page.wait_for_timeout(LOOK_MS)


def _steps(kind: str) -> list[str]:
    """The steps of a kind's introduction, in the order in which it tells them."""
    messages = json.loads((SOURCE / "tasks" / kind / "messages" / "en.json").read_text())
    return [name for name, text in messages["introduction"].items() if isinstance(text, dict)]


def _judge(person: Walker, known: Exercise, gold: Gold, number: int) -> None:
    person.press(f"answer-{gold.value}")


def _quality(person: Walker, known: Exercise, gold: Gold, number: int) -> None:
    person.press(f"answer-{gold.value}")
    if gold.value == "bad":
        person.page.wait_for_timeout(THINK_MS)
        person.press("answer-not_tight")


def _verify(person: Walker, known: Exercise, gold: Gold, number: int) -> None:
    if gold.value == "same":
        person.press("answer-same")
        return
    person.press("answer-not-same")
    odd = next(
        place for place, key in enumerate(known.items[number].mentions, start=1) if key.mention_id in gold.odd
    )
    person.page.wait_for_timeout(THINK_MS)
    person.press(f"answer-odd-{odd}")
    person.press("take-answer")


def _carry(person: Walker, known: Exercise, gold: Gold, number: int) -> None:
    foretold = known.items[number].foretold
    assert foretold is not None
    person.page.keyboard.press("n")
    person.page.wait_for_timeout(THINK_MS)
    is_right = any(iou(foretold.shape, box.shape) >= RIGHT_BOX for box in gold.boxes)  # type: ignore[arg-type]
    person.press("answer-whole" if is_right else "answer-hidden")


def _draw(person: Walker, known: Exercise, gold: Gold, number: int) -> None:
    """By its four outermost points, where it is seen best; where it is drawn nowhere, nothing is."""
    fitting = [
        (min(shape.width, shape.height), each.viewpoint_id, shape)
        for each in gold.boxes
        if each.viewpoint_id in known.path
        and isinstance(shape := each.shape, ViewBox)
        and max(shape.width, shape.height) < WIDEST
    ]
    if not fitting:
        person.press("answer-nothing")
        return
    _, viewpoint_id, box = max(fitting, key=itemgetter(0))
    for _ in range(MOST_PLACES):
        if person.viewpoint == viewpoint_id:
            break
        person.page.keyboard.press("n")
        _let_it_rest(person)
    _look(person, box.heading, box.elevation)
    for point in _sides(box):
        person.page.mouse.click(*person.seen_at(point))
        person.page.wait_for_timeout(THINK_MS // 3)
    person.press("answer-whole")


def _look(person: Walker, heading: float, elevation: float) -> None:
    """Turn the camera there by keys, so that a box is drawn as it is stored."""
    person.face(heading, by_mouse=False)
    for _ in range(20):
        rest = elevation - float(person.viewer.get_attribute("data-elevation") or "nan")
        if abs(rest) < NEAR_ENOUGH:
            return
        key = "ArrowUp" if rest > 0 else "ArrowDown"
        person.page.keyboard.press(key, delay=1000 * abs(rest) / TURN_SPEED)
        person.rest()


def _sides(box: ViewBox) -> list[np.ndarray]:
    corners = [*view_corners(box)]
    return [(one + other) / np.linalg.norm(one + other) for one, other in pairwise([*corners, corners[0]])]


def _mention(person: Walker, known: Exercise, gold: Gold, number: int) -> None:
    """Answers what is proposed, then drags over what else is named; the page has one sentence, and is sent at once."""
    page = person.page
    [words] = known.made.words.values()
    wanted = {words.transcript[start:end]: (start, end) for sentence in gold.outer for start, end in sentence}
    while page.get_by_test_id("accept-proposal").is_visible():
        proposed = page.locator(".mention-text [data-chosen]").inner_text()
        person.press("accept-proposal" if proposed in wanted else "refuse-proposal")
        wanted.pop(proposed, None)
        page.wait_for_timeout(THINK_MS)
    for start, end in wanted.values():
        _drag_over(person, len(words.transcript[:start].split()), len(words.transcript[:end].split()) - 1)
    person.press("take-answer")
    page.wait_for_timeout(THINK_MS)
    if page.get_by_test_id("take-answer").is_visible():
        person.press("take-answer")  # kinds of things were left open


def _drag_over(person: Walker, first: int, last: int) -> None:
    page = person.page
    for word in (first, last):
        box = page.locator(f"[data-word='{word}']").first.bounding_box()
        assert box, word
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
        if word == first:
            page.mouse.down()
    page.mouse.up()
    page.wait_for_timeout(THINK_MS)


def _let_it_rest(person: Walker) -> None:
    """Wait until the picture is sharp and stands still."""
    person.rest()
    expect(person.viewer).to_have_attribute("data-sharp", "")


ANSWERS: Mapping[str, Callable[[Walker, Exercise, Gold, int], None]] = {
    "box_quality": _quality,
    "coref_verify": _verify,
    "carry": _carry,
    "box_draw": _draw,
    "region_meant": _draw,
    "mention": _mention,
}
