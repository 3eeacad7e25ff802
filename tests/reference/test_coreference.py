"""Coreference: the reference scorer's and CoVal's cases, two other scorers, and what no input may break."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from align.reference.chains import Document, Partition, by_head, through_sight
from align.reference.coreference import (
    COREFERENCE_MEASURES,
    Coreference,
    PrecisionRecall,
    score_coreference,
)
from tests.reference.other_scorers import GOLDEN
from tests.reference.scorers_cases import CASES, Case


def scored(*pairs: tuple[Any, Any]) -> Coreference:
    return score_coreference(
        [
            Document(str(number), Partition.of(key), Partition.of(response))
            for number, (key, response) in enumerate(pairs)
        ]
    )


def shares(found: PrecisionRecall) -> tuple[float | None, float | None]:
    return found.recall.value, found.precision.value


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_cases_of_the_reference_scorer_and_of_coval(case: Case) -> None:
    found = scored((case.key.split(), case.response.split()))
    for name, expected in case.expected.items():
        assert shares(found.scores[name]) == pytest.approx(expected, abs=6e-6), name


@pytest.mark.parametrize(
    ("response", "muc", "b_cubed", "ceaf_e", "blanc"),
    [
        ("a de", 0.5, 0.56, 0.72, 0.35385),
        ("a bcx defy z", 0.75, 0.6748, 0.75918, 0.59717),
        ("a bcx dy z", 0.33333, 0.4683, 0.62857, 0.30357),
        ("a bcxB dy z", 0.28571, 0.4, 0.59048, 0.24716),
    ],
)
def test_f1_of_the_published_cases(
    response: str, muc: float, b_cubed: float, ceaf_e: float, blanc: float
) -> None:
    found = scored((["a", "bc", "def"], response.split()))
    values = [found.scores[name].f1.value for name in ("MUC", "B3", "CEAF-e", "BLANC")]
    assert values == pytest.approx([muc, b_cubed, ceaf_e, blanc], abs=5e-5)
    assert found.conll.value == pytest.approx((muc + b_cubed + ceaf_e) / 3, abs=5e-5)


@pytest.mark.parametrize("scorer", ["neleval", "scorch"])
def test_two_other_scorers_say_the_same_about_random_chains(scorer: str) -> None:
    compared = 0
    for case in json.loads(GOLDEN.read_text()):
        found = scored((case["key"], case["response"]))
        for name, expected in case[scorer].items():
            ours = shares(found.scores[name])
            if expected is not None and None not in ours:
                assert ours == pytest.approx(expected, abs=1e-9), (name, case["key"], case["response"])
                compared += 1
    assert compared > 590


def test_a_mention_in_two_chains_stays_in_the_first() -> None:
    partition = Partition.of(["bcx", "bz", "dd"])
    assert partition.chains == (frozenset("bcx"), frozenset("z"), frozenset("d"))
    assert partition.doubled == ("b", "d")


def test_documents_add_their_counts_and_not_their_scores() -> None:
    found = scored((["ab"], ["ab"]), (["abcdefg"], []))
    assert found.scores["MUC"].recall.value == pytest.approx(1 / 7)
    assert found.scores["MUC"].precision.value == 1
    assert (found.documents, found.key_mentions, found.response_mentions) == (2, 9, 2)


def test_chains_of_different_documents_are_not_compared() -> None:
    assert scored((["ab"], ["cd"]), (["cd"], ["ab"])).scores["mentions"].recall.value == 0


def test_an_interval_needs_six_documents() -> None:
    pair = (["abc", "de"], ["ab", "cde"])
    assert scored(*[pair] * 5).conll.interval is None
    interval = scored(*[pair] * 6).conll.interval
    assert interval
    assert interval[0] == pytest.approx(interval[1])
    low, high = scored(*[pair] * 5, (["abc"], ["abc"])).conll.interval or (0, 0)
    assert low < high


def test_blanc_without_a_pair_of_mentions_is_not_known() -> None:
    found = scored((["a"], ["a"])).scores["BLANC"].f1
    assert (found.value, found.reason) == (None, "No document of the key has two mentions.")


def test_nothing_at_all_has_its_reason() -> None:
    assert scored().conll.reason == "There is no document."


chains = st.lists(st.text("abcdefgh", min_size=1, max_size=5), max_size=5)


@given(st.lists(st.tuples(chains, chains), min_size=1, max_size=3))
def test_scores_are_shares_and_swapping_swaps_recall_and_precision(pairs: list[tuple[Any, Any]]) -> None:
    there, back = scored(*pairs), scored(*[(b, a) for a, b in pairs])
    for name in COREFERENCE_MEASURES:
        one, other = shares(there.scores[name]), shares(back.scores[name])
        assert all(value is None or -1e-12 <= value <= 1 + 1e-12 for value in one)
        if name != "BLANC":  # which looks only at the key for links that there are none of
            assert one == pytest.approx(other[::-1])


@given(chains)
def test_a_perfect_answer_scores_one_wherever_there_is_anything(key: list[str]) -> None:
    found = scored((key, key))
    assert {found.scores[name].f1.value for name in ("B3", "CEAF-m", "CEAF-e", "LEA")} <= {1.0, 0.0}
    assert (found.scores["LEA"].f1.value == 1) == bool(key)


def test_heads_match_where_spans_do_not() -> None:
    heads = {"the red sofa": "sofa", "red sofa": "sofa"}
    key, response = Partition.of([["the red sofa", "it"]]), Partition.of([["red sofa", "it"]])
    exact = score_coreference([Document("1", key, response)])
    by_heads = score_coreference([Document("1", by_head(key, heads), by_head(response, heads))])
    assert (exact.scores["MUC"].f1.value, by_heads.scores["MUC"].f1.value) == (0, 1)


def test_sight_joins_chains_that_nobody_linked() -> None:
    english, hindi, elsewhere = ["the sofa", "it"], ["सोफ़ा"], ["a lamp"]
    joined = through_sight([english, hindi, elsewhere, ["so"]], [{"sofa"}, ["sofa"], {"lamp"}, ()])
    assert joined == [["the sofa", "it", "सोफ़ा"], ["a lamp"], ["so"]]


def test_a_part_is_not_the_pair_that_it_belongs_to() -> None:
    assert len(through_sight([["two chairs"], ["the left one"]], [{"c1", "c2"}, {"c1"}])) == 2
