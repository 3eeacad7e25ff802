"""Which voices check those who transcribe, how they are judged, and which of a kind's answers check others."""

from __future__ import annotations

from typing import Any

import pytest

from pangea_server.annotate.annotations.records import GuideAnnotation, TaskAnnotation
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.checks import Collected, Described, KnownItem, Solved, Success
from pangea_server.annotate.kinds.guide.checks import PathsDescribed
from pangea_server.annotate.kinds.transcribe import WordsWritten
from tests.archive.campaign import told
from tests.trust.conftest import known_guide

ITEM = CheckItem(campaign_id="tower", kind="transcribe", language="en-US", path_id=1, scan_id="corridor")


def collected(*answers: TaskAnnotation | GuideAnnotation, **more: Any) -> Collected:
    kinds = {done.kind for done in answers}
    return Collected(
        "tower", {kind: [done for done in answers if done.kind == kind] for kind in kinds}, **more
    )


def test_voices_that_somebody_wrote_down_and_whose_words_are_good_check_others() -> None:
    guides = [known_guide(number) for number in (1, 2, 3, 4)]
    written = [told("transcribe", args={"instruction_id": number}) for number in (1, 2)]
    checks = told("transcribe", args={"instruction_id": 3}, check_item=True)
    [item] = WordsWritten().items("transcribe", collected(*guides, *written, checks, vouched_for=(1, 3, 4)))
    assert (item.kind, item.instruction_ids, item.record_id) == ("transcribe", (1,), "transcribe-000001")


@pytest.mark.parametrize(
    ("references", "passed", "reason"),
    [
        ((), None, "the Guide's words are gone"),
        (("xyz", "abcd"), True, "chrF 1.00, 0.60 needed"),
        (("abce",), False, "chrF 0.48, 0.60 needed"),
    ],
)
def test_a_transcript_is_like_one_of_the_guides(
    references: tuple[str, ...], passed: bool | None, reason: str
) -> None:
    answer = told("transcribe", answer={"transcript": "A b c D!"})
    verdict = WordsWritten().verdict(answer, KnownItem(ITEM, references))
    assert (verdict.passed, verdict.reason) == (passed, reason)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"scores": None}, "the walk has no scores"),
        ({"transcript": ""}, "nobody has written down what was said"),
    ],
)
def test_a_guide_who_cannot_be_judged_yet_is_not(changed: dict[str, Any], reason: str) -> None:
    verdict = PathsDescribed().verdict(known_guide(1).model_copy(update=changed), KnownItem(ITEM, ("Go.",)))
    assert (verdict.passed, verdict.reason) == (None, reason)


SUCCESS = Success("found", least=0.5, most=0.75)


@pytest.mark.parametrize(
    ("value", "passed", "reason"),
    [
        (None, None, "found is not known"),
        (0.5, True, "found 0.50"),
        (0.75, True, "found 0.75"),
        (0.49, False, "found 0.49"),
        (0.76, False, "found 0.76"),
    ],
)
def test_a_score_succeeds_up_to_both_bounds(value: float | None, passed: bool | None, reason: str) -> None:
    verdict = Solved(SUCCESS).verdict(told("find", scores={"found": value}), KnownItem(ITEM))
    assert (verdict.passed, verdict.reason) == (passed, reason)


def test_a_task_that_others_solved_is_one_check_item() -> None:
    done = [told("find", annotation_id=number, path_id=7, scores={"found": 0.5}) for number in (1, 2)]
    failed = told("find", annotation_id=3, path_id=8, scores={"found": 0.0})
    checks = told("find", annotation_id=4, path_id=9, scores={"found": 0.5}, check_item=True)
    [item] = Solved(SUCCESS).items("find", collected(*done, failed, checks))
    assert (item.record_id, item.path_id, item.campaign_id, item.answers) == (
        "find-hi-IN-000007",
        7,
        "tower",
        (),
    )


def test_two_accepted_descriptions_of_a_place_in_one_language_check_others() -> None:
    def tour(number: int, path_id: int = 7, **more: Any) -> TaskAnnotation:
        return told("tour", annotation_id=number, path_id=path_id, **more)

    answers = [
        tour(1),
        tour(2),
        tour(3, learning=True),
        tour(4, check_item=True),
        tour(5, answer={"transcript": ""}),
        tour(6, language="en-US"),
        tour(7, path_id=8),
        tour(8),  # nobody accepted it
    ]
    accepted = {done.task_id for done in answers[:7]}
    [item] = Described().items("tour", collected(*answers, accepted=accepted))
    assert (item.record_id, item.answers) == ("tour-hi-IN-000007", (1, 2))
