"""When an answer to a made item is right, to the bound, with regions and spans that are worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from environments.regions import LatLonBox, region_as_json
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.checks import KnownItem
from pangea_server.annotate.kinds.landmark_check import Gold, GoldCheck, item_marks
from pangea_server.annotate.kinds.landmark_made import MadeRegion
from pangea_server.annotate.landmarks.protocol.asked import Step
from tests.archive.campaign import told as answered

LOW = Gold(boxes=(MadeRegion(viewpoint_id="lamp", shape=LatLonBox(0.0, 0.5, 0.0, 0.5)),))


def box(width: float, viewpoint: str = "lamp") -> dict[str, Any]:
    """A part of what is right in ``LOW``, ``width`` of it wide; its overlap is ``width`` / 0.5."""
    return {"viewpoint_id": viewpoint, "shape": region_as_json(LatLonBox(0.0, width, 0.0, 0.5))}


@pytest.mark.parametrize(
    ("step", "drawn", "gold", "right"),
    [
        (Step.DRAW, box(0.36), LOW, True),
        (Step.DRAW, box(0.34), LOW, False),
        (Step.MEANT, box(0.26), LOW, True),
        (Step.MEANT, box(0.24), LOW, False),
        (Step.DRAW, box(0.5, "sofa"), LOW, False),
        (Step.DRAW, None, LOW, False),
        (Step.DRAW, None, Gold(), True),
        (Step.DRAW, box(0.5), Gold(), False),
    ],
)
def test_what_is_drawn_overlaps_enough_with_what_is_right_at_its_viewpoint(
    step: Step, drawn: dict[str, Any] | None, gold: Gold, right: bool
) -> None:
    assert item_marks(step, {"drawn": drawn}, gold, {}) == [right]


@pytest.mark.parametrize(
    ("verdict", "foretold", "drawn", "gold", "right"),
    [
        ("accept", 0.5, None, LOW, True),
        ("accept", 0.2, None, LOW, False),
        ("adjust", 0.2, 0.5, LOW, True),
        ("adjust", 0.5, 0.2, LOW, False),
        ("accept", 0.5, None, Gold(), False),
        ("hidden", 0.5, None, LOW, False),
        ("not_there", 0.5, None, LOW, False),
        ("hidden", 0.5, None, Gold(), True),
        ("not_there", 0.5, None, Gold(), True),
    ],
)
def test_what_is_carried_is_where_the_thing_is_or_nowhere(
    verdict: str, foretold: float, drawn: float | None, gold: Gold, right: bool
) -> None:
    told = {"verdict": verdict, "shape": box(drawn)["shape"] if drawn else None}
    assert item_marks(Step.CARRY, told, gold, {"foretold": box(foretold)}) == [right]


@pytest.mark.parametrize(
    ("verdict", "odd", "right"),
    [("no", [], True), ("no", ["a", "x"], True), ("no", ["x"], False), ("yes", ["a"], False)],
)
def test_who_names_an_odd_mention_names_one_that_is(verdict: str, odd: list[str], right: bool) -> None:
    assert item_marks(
        Step.VERIFY, {"verdict": verdict, "odd": odd}, Gold(value="no", odd=("a", "b")), {}
    ) == [right]


WHOLE = ((0, 5), (6, 9)), ((12, 20), (12, 15)), (), ()
OUTER = ((0, 5), (6, 9)), ((12, 20),), (), ()


@pytest.mark.parametrize(
    ("marked", "marks"),
    [
        ([(0, 5), (6, 9), (12, 20), (12, 15)], [True, True]),
        ([(0, 5), (6, 9), (12, 20)], [True, True]),  # without what another one holds
        ([(0, 5), (12, 15)], [False, False]),  # two thirds of the first sentence
        ([], [False, False]),
        ([(0, 5), (6, 9), (12, 20), (22, 25)], [True, True, False]),  # in a sentence that names nothing
        ([(0, 5), (6, 9), (10, 11), (12, 20)], [True, False]),  # 10 begins the second sentence
        ([(0, 5), (6, 9), (12, 20), (30, 31)], [True, True, False]),  # 30 begins the fourth alone
    ],
)
def test_each_sentence_with_mentions_or_marks_counts(
    marked: list[tuple[int, int]], marks: list[bool]
) -> None:
    told = {"mentions": [{"start_char": start, "end_char": end} for start, end in marked]}
    gold = Gold(spans=WHOLE, outer=OUTER, ends=(10, 21, 30, 40))
    assert item_marks(Step.MENTION, told, gold, {}) == marks


def page_verdict(*verdicts: str) -> tuple[bool | None, str, tuple[bool, ...]]:
    """Of a page whose items are all right when they are called good."""
    gold = {"items": [Gold(value="good").model_dump(mode="json")] * len(verdicts)}
    item = CheckItem(campaign_id="c", kind="box_quality", language="en-US", path_id=1, scan_id="s", gold=gold)
    answer = answered(
        "box_quality",
        args={"items": [{}] * len(verdicts)},
        answer={"answers": [{"verdict": v} for v in verdicts]},
    )
    found = GoldCheck(Step.QUALITY).verdict(answer, KnownItem(item))
    return found.passed, found.reason, found.marks


def test_a_page_is_passed_with_more_than_half_of_its_items() -> None:
    assert page_verdict("good", "bad", "good") == (True, "2 of 3 items right", (True, False, True))
    assert page_verdict("good", "bad") == (False, "1 of 2 items right", (True, False))
