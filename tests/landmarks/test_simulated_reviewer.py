"""Which answers a simulated reviewer sees to be right, and what they decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from environments.regions import ViewBox, region_as_json
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.collect.landmarks.simulation.answers import holds
from pangea_server.collect.landmarks.simulation.crowd import (
    Reply,
    Reviewer,
)
from tests.landmarks.lamp_and_sofa import (
    A_LAMP,
    ANOTHER_LAMP,
    BIGGER,
    LAMP,
    LINK,
    SILENCE,
    SOFA,
    TRUTH,
    Answer,
    foretold,
    mind,
    region,
)


def test_a_reviewer_sees_whether_something_is_drawn_that_was_left_to_draw() -> None:
    def is_good(drawn: object, phrase: Mapping[str, Any] = A_LAMP, *shown: Mapping[str, Any]) -> bool:
        return holds(TRUTH, Step.DRAW, {"phrase": phrase, "regions": shown}, {"drawn": drawn})

    assert is_good(region(LAMP))
    assert is_good(region(BIGGER, "sofa"))
    assert not is_good(region(replace(LAMP, width=0.24))), "too narrow"
    assert not is_good(region(SOFA, "sofa")), "another thing"
    assert not is_good(None)
    assert is_good(None, SILENCE)
    assert is_good(None, A_LAMP, region(LAMP))
    assert not is_good(region(LAMP), A_LAMP, region(BIGGER, "sofa")), "there is a box already"


def test_a_reviewer_sees_whether_a_foretold_box_fits() -> None:
    def is_good(told: Mapping[str, Any], verdict: str, shape: ViewBox | None = None) -> bool:
        item = {"phrase": A_LAMP, "region": region(LAMP), "foretold": told}
        answer = {"verdict": verdict, "shape": shape and region_as_json(shape)}
        return holds(TRUTH, Step.CARRY, item, answer)

    assert is_good(foretold(BIGGER), "accept")
    assert not is_good(foretold(replace(BIGGER, width=0.3)), "accept")
    assert is_good(foretold(replace(BIGGER, width=0.3)), "adjust", BIGGER)
    assert not is_good(foretold(BIGGER), "adjust", replace(BIGGER, heading=1.4))
    assert not is_good(foretold(BIGGER), "hidden")
    for verdict in ("hidden", "not_there"):
        assert is_good(foretold(BIGGER, "window"), verdict)
    assert not is_good(foretold(BIGGER, "window"), "accept")


def test_a_reviewer_sees_which_words_were_marked() -> None:
    item = {"sentence": A_LAMP["sentence"]}
    marks = mind().answer(Step.MENTION, item)
    assert holds(TRUTH, Step.MENTION, item, marks)
    assert not holds(TRUTH, Step.MENTION, item, marks | {"mentions": marks["mentions"][1:]})


class Desk:
    """A queue of reviews: two that are disputed, of which one answer is right, and one that is not."""

    def __init__(self) -> None:
        self.decided: dict[str, tuple[str, int]] = {}

    def call(self, method: str, address: str, told: Any) -> Reply:
        _, first, *rest = address.split("/")
        if first == "review?limit=50":
            items = [_review(1), _review(2), _review(3, flagged=False)]
            return Answer(200, {"items": [each for each in items if each["task_id"] not in self.decided]})
        if first == "review":
            assert (method, rest[1]) == ("PUT", "decisions")
            assert told["reason"]
            self.decided[rest[0]] = told["verdict"], told["version"]
            return Answer(200, {})
        if rest[-1] == "page":
            item = {"first": A_LAMP, "second": ANOTHER_LAMP}
            return Answer(200, {"items": [item, item, None]})
        verdict = "same" if rest == [LINK, "1"] else "different"
        return Answer(200, {"answer": {"answers": [{"verdict": verdict}, None, {"verdict": "same"}]}})


def _review(number: int, flagged: bool = True) -> dict[str, Any]:
    return {
        "task_id": f"{LINK}-00000{number}",
        "kind": LINK,
        "number": number,
        "version": 3,
        "flagged": flagged,
    }


def test_a_reviewer_decides_once_about_what_is_disputed() -> None:
    desk = Desk()
    reviewer = Reviewer(desk.call, TRUTH, Random(1))
    assert [reviewer.settle(), reviewer.settle(), reviewer.settled] == [True, False, 2]
    assert desk.decided == {f"{LINK}-000001": ("accept", 3), f"{LINK}-000002": ("reject", 3)}


def test_a_reviewer_is_mistaken_now_and_then() -> None:
    found = []
    for seed in range(60):
        desk = Desk()
        Reviewer(desk.call, TRUTH, Random(seed)).settle()
        found.append(desk.decided[f"{LINK}-000001"][0])
    assert 0 < found.count("reject") < 12
