"""Agreement: the published worked examples, what can be seen by eye, and what cannot be known."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from environments import NavigationGraph
from pangea_server.quality.agreement import (
    ScaleLevel,
    agreement_of_ratings,
    agreement_of_walks,
    word_error_rate,
)

NAN = math.nan
LINE = NavigationGraph(
    {name: (0.0, 2.0 * place, 0.0) for place, name in enumerate("abcde")},
    [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")],
)

# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C: 4 observers, 12 units, missing data
FOUR_OBSERVERS = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3),
    (NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN),
)
# section A: 2 observers, binary; section B: 2 observers, 5 categories a to e
BINARY = ((0, 1, 0, 0, 0, 0, 0, 0, 1, 0), (1, 1, 1, 0, 0, 1, 0, 0, 0, 0))
CATEGORIES = ((1, 1, 2, 2, 4, 3, 3, 3, 5, 4, 4, 1), (2, 1, 2, 2, 2, 3, 3, 3, 5, 4, 4, 4))


def units(observers: tuple[tuple[float, ...], ...]) -> list[list[float]]:
    return [[rating for rating in unit if not math.isnan(rating)] for unit in zip(*observers, strict=True)]


@pytest.mark.parametrize(
    ("observers", "level", "published"),
    [
        (BINARY, "nominal", 0.095),
        (CATEGORIES, "nominal", 0.692),
        (FOUR_OBSERVERS, "nominal", 0.743),
        (FOUR_OBSERVERS, "ordinal", 0.815),
        (FOUR_OBSERVERS, "interval", 0.849),
    ],
)
def test_alpha_is_krippendorffs(
    observers: tuple[tuple[float, ...], ...], level: ScaleLevel, published: float
) -> None:
    measure = agreement_of_ratings(units(observers), level)
    assert measure.value == pytest.approx(published, abs=5e-4)
    assert measure.interval
    low, high = measure.interval
    assert low < published < high <= 1


def test_one_rating_alone_says_nothing_and_leaves_alpha_as_it_is() -> None:
    measure = agreement_of_ratings(units(FOUR_OBSERVERS), "nominal")
    assert (measure.units, measure.judgements) == (11, 40)  # the last unit has one rating only
    assert measure == agreement_of_ratings([*units(FOUR_OBSERVERS), [5], []], "nominal")


def test_alpha_of_ratings_that_never_differ_is_not_known() -> None:
    measure = agreement_of_ratings([[4, 4], [4, 4, 4]], "ordinal")
    assert (measure.value, measure.interval) == (None, None)
    assert "same rating, 4" in measure.reason


@settings(max_examples=25)
@given(st.lists(st.lists(st.integers(1, 5), max_size=5), max_size=8))
def test_alpha_never_exceeds_one_and_unknown_has_its_reason(ratings: list[list[int]]) -> None:
    measure = agreement_of_ratings(ratings, "ordinal")
    if measure.value is None:
        assert measure.reason
    else:
        assert measure.value <= 1 + 1e-12
        assert (measure.interval is None) == (measure.units < 6)


def test_wer_counts_words_as_they_are_spoken() -> None:
    measure = word_error_rate([["Go to the 2 doors!", "go to the two doors"]], "en-US")
    assert (measure.value, measure.units, measure.judgements) == (0, 1, 2)
    assert measure.interval is None  # one voice


def test_wer_is_edits_per_word_of_both_references() -> None:
    measure = word_error_rate([["go to the lamp", "go to lamp"], ["stop", "halt"]] * 3, "en-US")
    assert measure.value == pytest.approx((2 * 1 + 2 * 1) / (4 + 3 + 1 + 1))
    assert measure.interval
    low, high = measure.interval
    assert 2 / 7 <= low < 4 / 9 < high <= 1


def test_wer_is_not_known_without_two_transcripts() -> None:
    assert word_error_rate([["one"]], "en-US").reason == "No voice was transcribed by two people."
    assert word_error_rate([["…", "—"]], "en-US").reason == "None of the transcripts contains a word."


def test_hindi_words_keep_their_vowel_signs() -> None:
    assert word_error_rate([["दरवाज़े तक जाओ।", "दरवाज़े तक जाओ"]], "hi-IN").value == 0


def test_the_same_walk_is_1_and_walks_apart_are_less() -> None:
    same = agreement_of_walks({"line": LINE}, [("line", ["abc", "abc"])])
    assert same.value == 1
    apart = agreement_of_walks({"line": LINE}, [("line", ["ab", "abc"])])
    # the DTW is 2 m either way: c beside b; 3 m times the viewpoints of the reference
    assert apart.value == pytest.approx((math.exp(-2 / 9) + math.exp(-2 / 6)) / 2)


def test_every_guide_counts_once_however_many_followed() -> None:
    crowd, pair = ("line", ["abc"] * 5), ("line", ["a", "abcde"])
    both = agreement_of_walks({"line": LINE}, [crowd, pair, ("line", ["abc"])])
    alone = agreement_of_walks({"line": LINE}, [pair]).value
    assert alone
    assert both.value == pytest.approx((1 + alone) / 2)
    assert (both.units, both.judgements) == (2, 7)


def test_one_follower_says_nothing() -> None:
    assert (
        agreement_of_walks({"line": LINE}, [("line", ["abc"])]).reason
        == "No Guide was followed by two people."
    )
