"""What the people of a simulated crowd know, and how they answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from environments.regions import ViewBox, iou, region_from_json
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.collect.landmarks.simulation.answers import Mind, holds, noisy
from pangea_server.collect.landmarks.simulation.truth import Truth, best
from tests.landmarks.lamp_and_sofa import (
    A_LAMP,
    A_SOFA,
    ANOTHER_LAMP,
    BIGGER,
    CHAINS,
    LAMP,
    SAID,
    SILENCE,
    SOFA,
    SPOKEN,
    TEXT,
    TRUTH,
    foretold,
    mind,
    region,
)


def test_a_phrase_means_what_it_shares_most_characters_with() -> None:
    assert TRUTH.mention(A_SOFA) == SAID[1]
    inexact = A_SOFA | {"start_char": A_SOFA["start_char"] + 4}
    assert TRUTH.mention(inexact) is None
    assert TRUTH.chain(inexact) == CHAINS[1]
    assert TRUTH.chain(A_LAMP | {"start_char": 0, "end_char": 5}) is None, "they only touch"
    assert TRUTH.chain(A_LAMP | {"start_char": 0, "end_char": 6}) == CHAINS[0]


def test_what_can_be_drawn_is_what_some_place_sees_the_largest_first() -> None:
    assert TRUTH.things(A_LAMP) == {"label:lamp"}
    assert TRUTH.things(SILENCE) == set()
    assert list(TRUTH.seen(TEXT, "label:lamp").items()) == [("sofa", BIGGER), ("door", LAMP)]
    assert TRUTH.seen(TEXT, "label:door") == {}


def test_a_region_shows_the_thing_that_it_shares_half_with() -> None:
    name, overlap = TRUTH.shown(TEXT, region(LAMP))
    assert (name, overlap > 0.99) == ("label:lamp", True)
    assert TRUTH.shown(TEXT, region(replace(LAMP, width=0.15))) == (None, 0.0)
    assert TRUTH.shown(TEXT, region(LAMP, "sofa")) == (None, 0.0)
    assert TRUTH.shown(TEXT, region(LAMP, "window")) == (None, 0.0)
    assert best({"small": replace(LAMP, width=0.3), "whole": LAMP}, LAMP)[0] == "whole"


@pytest.mark.parametrize(
    ("step", "item", "right", "wrong"),
    [
        (Step.LINK, {"first": A_LAMP, "second": ANOTHER_LAMP}, "same", "different"),
        (Step.LINK, {"first": A_LAMP, "second": A_SOFA}, "part_of", "same"),
        (Step.LINK, {"first": A_SOFA, "second": A_LAMP}, "different", "same"),
        (Step.LINK, {"first": SILENCE, "second": A_LAMP}, "different", "same"),
        (Step.COVERAGE, {"phrase": A_LAMP, "regions": [region(LAMP)]}, "all", "missing"),
        (Step.COVERAGE, {"phrase": A_LAMP, "regions": [region(SOFA, "sofa")]}, "missing", "all"),
        (Step.COVERAGE, {"phrase": SILENCE, "regions": []}, "all", "missing"),
        (
            Step.SAME_THING,
            {
                "first_phrase": A_LAMP,
                "first": region(LAMP),
                "second_phrase": ANOTHER_LAMP,
                "second": region(BIGGER, "sofa"),
            },
            "same",
            "different",
        ),
        (
            Step.SAME_THING,
            {
                "first_phrase": A_LAMP,
                "first": region(LAMP),
                "second_phrase": A_SOFA,
                "second": region(SOFA, "sofa"),
            },
            "different",
            "same",
        ),
        (
            Step.SAME_THING,
            {
                "first_phrase": A_LAMP,
                "first": region(LAMP, "window"),
                "second_phrase": A_SOFA,
                "second": region(LAMP, "window"),
            },
            "different",
            "same",
        ),
        (Step.QUALITY, {"phrase": A_LAMP, "region": region(LAMP)}, "good", "bad"),
        (Step.QUALITY, {"phrase": A_LAMP, "region": region(replace(LAMP, width=0.24))}, "bad", "good"),
        (Step.QUALITY, {"phrase": A_LAMP, "region": region(SOFA, "sofa")}, "bad", "good"),
    ],
)
def test_a_person_says_what_is_right_or_the_opposite(
    step: Step, item: Mapping[str, Any], right: str, wrong: str
) -> None:
    assert [mind(kept).answer(step, item)["verdict"] for kept in (True, False)] == [right, wrong]
    assert [holds(TRUTH, step, item, {"verdict": each}) for each in (right, wrong)] == [True, False]


def test_a_bad_box_is_not_tight_or_of_something_else() -> None:
    loose, other = region(replace(LAMP, width=0.24)), region(SOFA, "sofa")
    reasons = [mind().answer(Step.QUALITY, {"phrase": A_LAMP, "region": each}) for each in (loose, other)]
    assert [each["reason"] for each in reasons] == ["not_tight", "not_it"]


def test_a_chain_is_the_same_unless_one_of_its_phrases_is_odd() -> None:
    alike, mixed = {"phrases": [A_LAMP, ANOTHER_LAMP]}, {"phrases": [A_LAMP, A_SOFA, ANOTHER_LAMP]}
    assert mind().answer(Step.VERIFY, alike) == {"verdict": "same", "odd": []}
    assert mind().answer(Step.VERIFY, mixed) == {"verdict": "not_same", "odd": [A_SOFA["mention_id"]]}
    assert mind(right=False).answer(Step.VERIFY, mixed) == {"verdict": "same"}
    wrong = mind(right=False).answer(Step.VERIFY, alike)
    assert wrong["verdict"] == "not_same"
    assert wrong["odd"][0] in {A_LAMP["mention_id"], ANOTHER_LAMP["mention_id"]}


def test_a_thing_needs_a_box_where_some_place_sees_it() -> None:
    assert mind().answer(Step.NEED, {"phrase": A_LAMP}) == {"verdict": "box"}
    assert mind().answer(Step.NEED, {"phrase": SILENCE}) == {"verdict": "not_visual"}
    assert mind(right=False).answer(Step.NEED, {"phrase": A_LAMP})["verdict"] in {"scene", "not_visual"}
    unseen = Truth([replace(SPOKEN, regions={})])
    assert Mind(unseen, Random(1), lambda: True).answer(Step.NEED, {"phrase": A_LAMP}) == {
        "verdict": "not_visual"
    }


def test_a_thing_is_drawn_where_it_is_largest_and_only_once() -> None:
    drawn = mind().answer(Step.DRAW, {"phrase": A_LAMP})["drawn"]
    assert drawn["viewpoint_id"] == "sofa"
    assert iou(region_from_json(drawn["shape"]), BIGGER) > 0.6
    assert mind().answer(Step.DRAW, {"phrase": A_LAMP, "regions": [region(LAMP)]}) == {"drawn": None}
    assert mind().answer(Step.DRAW, {"phrase": SILENCE}) == {"drawn": None}
    assert mind(right=False).answer(Step.DRAW, {"phrase": SILENCE})["drawn"]
    blind = Truth([replace(SPOKEN, regions={})])
    assert Mind(blind, Random(1), lambda: False).answer(Step.DRAW, {"phrase": SILENCE}) == {"drawn": None}


def test_a_foretold_box_is_accepted_adjusted_or_hidden() -> None:
    def said(told: dict[str, Any], right: bool = True) -> dict[str, Any]:
        item = {"phrase": A_LAMP, "region": region(LAMP), "foretold": told}
        return mind(right).answer(Step.CARRY, item)

    assert said(foretold(BIGGER)) == {"verdict": "accept"}
    assert said(foretold(BIGGER, "window")) == {"verdict": "hidden"}
    for told in (foretold(None), foretold(replace(BIGGER, width=0.3))):
        adjusted = said(told)
        assert adjusted["verdict"] == "adjust"
        assert iou(region_from_json(adjusted["shape"]), BIGGER) > 0.6
    assert said(foretold(BIGGER), right=False) == {"verdict": "hidden"}
    assert said(foretold(BIGGER, "window"), right=False) == {"verdict": "accept"}
    assert said(foretold(None, "window"), right=False) == {"verdict": "hidden"}


def test_all_mentions_are_marked_with_what_they_are() -> None:
    marks = mind().answer(Step.MENTION, {"sentence": A_LAMP["sentence"]})
    assert marks["transcript_sha256"] == "digest"
    assert [(each["start_char"], each["end_char"], each["visual"]) for each in marks["mentions"]] == [
        (said.start_char, said.end_char, said is not SAID[3]) for said in SAID
    ]
    assert marks["mentions"][1] == {
        "start_char": SAID[1].start_char,
        "end_char": SAID[1].end_char,
        "head": SAID[1].head,
        "types": ("furniture",),
        "number": "one",
        "form": "name",
        "visual": True,
    }


def test_a_mention_that_is_marked_wrongly_is_missed_or_has_a_word_too_few_or_too_many() -> None:
    right = {(each.start_char, each.end_char) for each in SAID}
    allowed = {(said.start_char + len(said.text.split()[0]) + 1, said.end_char) for said in SAID[:3]}
    for seed in range(20):
        marks = mind(right=False, seed=seed).answer(Step.MENTION, {"sentence": A_LAMP["sentence"]})[
            "mentions"
        ]
        spans = {(each["start_char"], each["end_char"]) for each in marks}
        assert not spans & right
        assert spans <= allowed


def test_a_drawn_box_has_edges_that_are_a_little_off_and_stays_a_box() -> None:
    assert noisy(LAMP, Random(1), 0.0) == LAMP
    tall = ViewBox(0.0, 1.5, 3.0, 3.0)
    for seed in range(20):
        box = noisy(tall, Random(seed), 0.5)
        assert 0.01 <= box.width <= 0.95 * np.pi
        assert abs(box.elevation) <= np.pi / 2
