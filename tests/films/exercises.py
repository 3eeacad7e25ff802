"""What happens in the film of each kind about landmarks: a newcomer's exercise, answered as it should be."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from itertools import pairwise

import numpy as np
from playwright.sync_api import expect

from environments.geometry import rotation
from environments.regions import ViewBox, iou, view_corners
from pangea_server.annotate.kinds.landmark_check import RIGHT_BOX, Gold
from pangea_server.quality.exercises.pages import Exercise, exercise
from tests.browser.walker import FIELD_OF_VIEW, Walker
from tests.films.captions import SOURCE
from tests.films.scripts import Say

LOOK_MS = 1600
THINK_MS = 900
SHOWN = 3
"""Items that are answered before the eyes of who watches; the others follow at once."""
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
    expect(person.viewer).to_have_attribute("data-sharp", "")
    steps = _steps(kind)
    for number, gold in enumerate(known.gold.items):
        if number < len(steps):
            say(kind, f"introduction.{steps[number]}")
        page.wait_for_timeout(LOOK_MS if number < SHOWN else THINK_MS)
        ANSWERS.get(kind, _judge)(person, known, gold, number)
    if kind != "mention":
        person.press("submit")
    expect(page.get_by_test_id("exercise-feedback")).to_be_visible(timeout=60_000)
    say("exercise/feedback", "colours.right")
    page.wait_for_timeout(LOOK_MS)
    if kind != "mention":
        person.press("exercise-next")
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
    """By its four outermost points, from the first place that sees it well; where that fails, nothing is drawn."""
    page = person.page
    for _ in range(len(known.path) + 1):
        box = next((each.shape for each in gold.boxes if each.viewpoint_id == person.viewpoint), None)
        if isinstance(box, ViewBox) and min(box.width, box.height) > math.radians(6):
            person.face(box.heading, by_mouse=False)
            points = [_seen_at(person, point) for point in _sides(box)]
            if all(point is not None for point in points):
                for point in points:
                    assert point is not None
                    page.mouse.click(*point)
                    page.wait_for_timeout(THINK_MS // 3)
                person.press("answer-whole")
                return
        page.keyboard.press("n")
        expect(person.viewer).not_to_have_attribute("data-moving", "")
        page.wait_for_timeout(THINK_MS)
    person.press("answer-nothing")


def _sides(box: ViewBox) -> list[np.ndarray]:
    corners = [*view_corners(box)]
    return [(one + other) / np.linalg.norm(one + other) for one, other in pairwise([*corners, corners[0]])]


def _seen_at(person: Walker, towards: np.ndarray) -> tuple[float, float] | None:
    """Where on the page a direction of the world is seen; None where it is beside the picture."""
    box = person.viewer.bounding_box()
    assert box
    tilt = float(person.viewer.get_attribute("data-elevation") or "nan")
    x, depth, z = towards @ rotation(person.heading, tilt)
    if depth <= 0:
        return None
    focal = min(box["width"], box["height"]) / 2 / math.tan(FIELD_OF_VIEW / 2)
    across, down = focal * x / depth, -focal * z / depth
    if abs(across) > box["width"] / 2 - 8 or abs(down) > box["height"] / 2 - 8:
        return None
    return float(box["x"] + box["width"] / 2 + across), float(box["y"] + box["height"] / 2 + down)


def _mention(person: Walker, known: Exercise, gold: Gold, number: int) -> None:
    """Drags over everything that is named; the page has one sentence, and is sent at once."""
    page = person.page
    [words] = known.made.words.values()
    steps = _steps("mention")
    for place, (start, end) in enumerate(span for sentence in gold.outer for span in sentence):
        first = len(words.transcript[:start].split())
        last = first + len(words.transcript[start:end].split()) - 1
        for word in (first, last):
            box = page.locator(f"[data-word='{word}']").first.bounding_box()
            assert box, (word, steps)
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
            if word == first:
                page.mouse.down()
        page.mouse.up()
        page.wait_for_timeout(THINK_MS if place < SHOWN else THINK_MS // 2)
    person.press("take-answer")
    page.wait_for_timeout(THINK_MS)
    if page.get_by_test_id("take-answer").is_visible():
        person.press("take-answer")  # kinds of things were left open


ANSWERS: Mapping[str, Callable[[Walker, Exercise, Gold, int], None]] = {
    "box_quality": _quality,
    "coref_verify": _verify,
    "carry": _carry,
    "box_draw": _draw,
    "region_meant": _draw,
    "mention": _mention,
}
