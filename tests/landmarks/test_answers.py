"""What people answer about landmarks: what is taken, and what is refused with its reason."""

from __future__ import annotations

from math import nan, pi
from typing import Any

import pytest
from pydantic import ValidationError

from pangea_server.annotate.kinds.box_draw import BoxDrawAnswer
from pangea_server.annotate.kinds.box_quality import BoxQualityAnswer
from pangea_server.annotate.kinds.carry import CarryAnswer
from pangea_server.annotate.kinds.coref_verify import CorefVerifyAnswer
from pangea_server.annotate.kinds.kinds import declarations, load_kinds
from pangea_server.annotate.kinds.landmark_wire import MOST_ITEMS
from pangea_server.annotate.kinds.mention.spans import refuse_spans
from pangea_server.annotate.kinds.mention.wire import MarkedSpan
from pangea_server.annotate.landmarks.protocol.asked import PER_PAGE, Step
from pangea_server.core.errors import SubmissionError

BOX = {"kind": "view", "heading": 3.0, "elevation": 0.1, "width": 0.4, "height": 0.2}


def drawn(**changed: Any) -> dict[str, Any]:
    return {"answers": [{"seconds": 7, "drawn": {"viewpoint_id": "lamp", "shape": BOX | changed}}]}


def test_each_step_has_a_kind_of_its_own() -> None:
    steps = [each.step for each in declarations() if each.step]
    assert sorted(steps) == sorted(Step)
    assert {each.kind for each in declarations() if each.step} == set(Step) <= set(load_kinds())
    assert max(PER_PAGE.values()) == MOST_ITEMS


def test_a_box_is_kept_as_it_was_drawn() -> None:
    answer = BoxDrawAnswer.model_validate(drawn())
    assert answer.model_dump(mode="json")["answers"][0]["drawn"]["shape"] == BOX


def test_a_heading_beyond_the_seam_is_wrapped() -> None:
    kept = BoxDrawAnswer.model_validate(drawn(heading=3.0 + 2 * pi)).model_dump(mode="json")
    assert kept["answers"][0]["drawn"]["shape"]["heading"] == pytest.approx(3.0)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"heading": nan}, "heading"),
        ({"elevation": 2.0}, "elevation"),
        ({"width": 0.0}, "width"),
        ({"height": pi}, "height"),
        ({"width": 0.001}, "slip of the hand"),
        ({"kind": "oval"}, "kind of a region"),
        ({"kind": "mask"}, "mask"),
    ],
)
def test_what_nobody_draws_is_refused(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        BoxDrawAnswer.model_validate(drawn(**changed))


def test_more_than_half_the_sphere_is_no_thing() -> None:
    around = {"kind": "latlon", "west": 0.0, "width": 6.0, "low": -1.5, "high": 1.5}
    answer = {"answers": [{"seconds": 1, "drawn": {"viewpoint_id": "lamp", "shape": around}}]}
    with pytest.raises(ValidationError, match="half the sphere"):
        BoxDrawAnswer.model_validate(answer)


def test_a_polygon_may_not_cross_itself() -> None:
    crossing = {"kind": "polygon", "points": [[0.0, 0.0], [0.3, 0.3], [0.3, 0.0], [0.0, 0.3]]}
    answer = {"answers": [{"seconds": 1, "drawn": {"viewpoint_id": "lamp", "shape": crossing}}]}
    with pytest.raises(ValidationError, match="cross"):
        BoxDrawAnswer.model_validate(answer)


@pytest.mark.parametrize(
    ("answers", "answer"),
    [
        (BoxQualityAnswer, {"verdict": "bad"}),
        (BoxQualityAnswer, {"verdict": "good", "reason": "double"}),
        (CarryAnswer, {"verdict": "adjust"}),
        (CarryAnswer, {"verdict": "hidden", "shape": BOX}),
        (CorefVerifyAnswer, {"verdict": "same", "odd": ["000001-0-3"]}),
        (CorefVerifyAnswer, {"verdict": "not_same", "seconds": -1}),
    ],
)
def test_answers_that_contradict_themselves_are_refused(answers: Any, answer: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        answers.model_validate({"answers": [{"seconds": 1} | answer]})


TELUGU = "స్త్రీ ఉంది"


@pytest.mark.parametrize(
    ("text", "spans", "told"),
    [
        ("the sofa", [(0, 9)], "not within"),
        ("the sofa", [(4, 4)], "not within"),
        ("the sofa", [(3, 4)], "show nothing"),
        ("the sofa", [(0, 8), (0, 8)], "marked twice"),
        ("a man in a hat", [(0, 8), (6, 14)], "crosses"),
        (TELUGU, [(0, 2)], "one character"),
        ("a 👩‍👩‍👧 here", [(2, 4)], "one character"),
    ],
)
def test_spans_that_no_text_has_are_refused(text: str, spans: list[tuple[int, int]], told: str) -> None:
    with pytest.raises(SubmissionError, match=told):
        refuse_spans(text, [MarkedSpan(start_char=start, end_char=end) for start, end in spans])


def test_a_mention_may_lie_within_another() -> None:
    nested = [MarkedSpan(start_char=0, end_char=14, head=(2, 5)), MarkedSpan(start_char=9, end_char=14)]
    refuse_spans("a man in a hat", nested)
    refuse_spans(TELUGU, [MarkedSpan(start_char=0, end_char=6)])


def test_a_head_lies_within_its_mention() -> None:
    with pytest.raises(SubmissionError, match="head"):
        refuse_spans("the red sofa", [MarkedSpan(start_char=0, end_char=7, head=(8, 12))])
