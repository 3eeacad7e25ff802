"""Which words the protocol takes as marked: of people who differ, and of words that were corrected since."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.landmarks.protocol.derivation import derive
from pangea_server.annotate.landmarks.protocol.evidence import moved_span
from pangea_server.annotate.landmarks.protocol.mentions import UNLIKE
from pangea_server.annotate.landmarks.protocol.rules import Rules
from tests.landmarks.protocol_crowd import SAID, Crowd, marked, spans, words


def spans_of(crowd: Crowd) -> set[int]:
    return {each.start_char for each in derive(crowd.evidence).mentions}


def test_where_two_people_marked_differently_a_third_decides() -> None:
    crowd = Crowd(Random(1), Rules(mark_twice=1, steps=(Step.MENTION,)), words=(words(1),))
    sofa, table, it = spans(1)
    seen = []
    for marks in ([sofa, table], [sofa, it], [sofa, table, it]):
        [question] = derive(crowd.evidence).work
        crowd.answer(question, mentions=marks)
        seen.append(spans_of(crowd))
    places = [each["start_char"] for each in (sofa, table, it)]
    assert seen == [{places[0], places[1]}, {places[0]}, {*places}]
    assert derive(crowd.evidence).work == ()
    crowd.judged[0] = replace(crowd.judged[0], accepted=True)
    assert spans_of(crowd) == seen[0], "a reviewer's word decides"


def marking(*pages: str) -> tuple[Crowd, list[set[str]], list[bool]]:
    """People who mark these words of one instruction, one after the other; what counts after each, and whether another
    one is asked."""
    crowd = Crowd(Random(1), Rules(mark_twice=1, steps=(Step.MENTION,)), words=(words(2),))
    text, counts, asked = words(2).transcript, [], []
    for page in pages:
        [question] = derive(crowd.evidence).work
        crowd.answer(question, mentions=[_span(text, said) for said in page.split(", ") if said])
        derived = derive(crowd.evidence)
        counts.append({each.text for each in derived.mentions})
        asked.append(bool(derived.work))
    return crowd, counts, asked


def _span(text: str, said: str) -> dict[str, Any]:
    start = text.index(said)
    return spans(2)[0] | {"start_char": start, "end_char": start + len(said), "head": None}


GOOD, ONE_LESS = "the long couch, the table, the kitchen", "the long couch, the table"
CARELESS, ANOTHER = "long couch", "table"


@pytest.mark.parametrize(
    ("pages", "counts", "asked"),
    [
        ([GOOD, GOOD], GOOD, [True, False]),
        ([GOOD, ONE_LESS, GOOD], GOOD, [True, True, False]),
        ([CARELESS, ANOTHER, GOOD, GOOD], GOOD, [True, True, True, False]),
        ([GOOD, CARELESS, GOOD], GOOD, [True, True, False]),
        ([GOOD, CARELESS, ONE_LESS, ONE_LESS], ONE_LESS, [True, True, True, False]),
        ([GOOD, CARELESS, ONE_LESS, ANOTHER, "kitchen"], ONE_LESS, [True, True, True, True, False]),
        (["", ""], "", [True, False]),
        (["", GOOD, ""], "", [True, True, False]),
    ],
)
def test_whoever_marked_something_else_than_all_others_is_replaced(
    pages: list[str], counts: str, asked: list[bool]
) -> None:
    crowd, found, more = marking(*pages)
    assert (found[-1], more) == ({*counts.split(", ")} - {""}, asked)
    assert derive(crowd.evidence).disputes == ()


def test_what_no_two_of_five_marked_alike_goes_to_the_reviewers_whose_word_decides() -> None:
    crowd, _, asked = marking(GOOD, CARELESS, ANOTHER, "kitchen", "long")
    assert asked == [True, True, True, True, False]
    [dispute] = derive(crowd.evidence).disputes
    assert (dispute.step, dispute.reason) == (Step.MENTION, UNLIKE)
    assert dispute.answers == tuple(each.id for each in crowd.judged)
    crowd.judged[0] = replace(crowd.judged[0], accepted=True)
    decided = derive(crowd.evidence)
    assert {each.text for each in decided.mentions} == {*GOOD.split(", ")}
    assert (decided.disputes, decided.work) == ((), ())


def test_words_that_were_corrected_elsewhere_move_and_others_are_marked_again() -> None:
    crowd = marked(only=(1,))
    before = SAID[1][1]
    mended = "Now " + before[0].lower() + before[1:]
    crowd.words = (words(1, mended, earlier=(before,)),)
    moved = derive(crowd.evidence)
    assert [each.text for each in moved.mentions] == ["the sofa", "the table", "it"]
    assert all(not each.is_stale(mended) and each.version == 2 for each in moved.mentions)
    assert not any(each.step is Step.MENTION for each in moved.work)
    other = before.replace("the sofa", "the settee")
    crowd.words = (words(1, other, earlier=(before,)),)
    again = derive(crowd.evidence)
    assert again.mentions == ()
    assert [each.step for each in again.work] == [Step.MENTION]


@pytest.mark.parametrize(
    ("before", "after", "phrase", "found"),
    [
        ("past the sofa", "walk past the sofa", "the sofa", "the sofa"),
        ("the sofa, the sofa", "the sofa and the sofa", "the sofa", "the sofa"),
        ("the red sofa", "the big red sofa", "the red sofa", None),
        ("the sofa", "the couch", "the sofa", None),
        ("सोफ़ा के पास", "अब सोफ़ा के पास", "सोफ़ा", "सोफ़ा"),
    ],
)
def test_a_span_moves_only_where_all_its_words_still_stand_together(
    before: str, after: str, phrase: str, found: str | None
) -> None:
    start = before.index(phrase)
    span = moved_span(start, start + len(phrase), before, after)
    assert (after[slice(*span)] if span else None) == found
