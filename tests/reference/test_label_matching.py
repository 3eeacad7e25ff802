"""Phrases matched to things by their labels: whole names, head nouns, ties, and what nobody can tell."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from align.reference.label_matching import (
    LABEL_MATCHERS,
    ExactMatcher,
    LabelledThing,
    LemmaMatcher,
    as_prediction,
    match_phrase,
    phrases_in,
)
from align.reference.phrases import GroundedPhrase, rank_phrases
from align.reference.prior import CameraPrior, SeenView
from environments.errors import PluginNotFoundError
from pangea_server.dataset.reference.phrase_files import prediction_row, read_predictions
from tests.reference.test_coreference_command import write
from tests.reference.test_phrases import box

THINGS = (
    LabelledThing("sofa", {"en": ("the red sofa",), "hi": ("लाल सोफ़ा",)}),
    LabelledThing("chair-1", {"en": ("the blue chair",), "hi": ("नीली कुर्सी",)}),
    LabelledThing("chair-2", {"en": ("the green chair",)}),
    LabelledThing("painting", {"en": ("the painting of a chair",)}),
)


@pytest.mark.parametrize(
    ("phrase", "language", "ranked"),
    [
        ("The red sofa.", "en-IN", (("sofa",),)),
        ("the sofa", "en-US", (("sofa",),)),
        ("the green chair", "en", (("chair-2",), ("chair-1",))),
        ("chair", "en", (("chair-1", "chair-2"),)),
        ("the painting of a chair", "en", (("painting",),)),
        ("नीली कुर्सी", "hi-IN", (("chair-1",),)),
        ("कुर्सी", "hi-IN", (("chair-1",),)),
        ("the lamp", "en", ()),
        ("కుర్చీ", "te-IN", ()),
    ],
)
def test_things_are_ranked_by_head_noun_and_shared_words(
    phrase: str, language: str, ranked: tuple[tuple[str, ...], ...]
) -> None:
    found = match_phrase(phrase, language, THINGS, ExactMatcher())
    assert found.ranked == ranked
    assert found.is_ambiguous == (phrase == "chair")
    assert bool(found.reason) == (not ranked)
    if language == "te-IN":
        assert found.reason == "Nothing in view has a label in 'te'."


@pytest.mark.parametrize(
    ("plural", "singular"),
    [("chairs", "chair"), ("benches", "bench"), ("boxes", "box"), ("berries", "berry"), ("glass", "glass")],
)
def test_lemmas_take_plurals_for_their_singulars(plural: str, singular: str) -> None:
    assert LemmaMatcher().similarity(f"the {plural}", f"a {singular}", "en") == 1
    assert (ExactMatcher().similarity(plural, singular, "en") == 1) == (plural == singular)


def test_phrases_of_a_text_are_the_longest_that_are_labels() -> None:
    text = "Chair first! Pass the red sofa, then the painting of a chair. Stop at the chairs."
    found = list(phrases_in(text, "en", THINGS, LemmaMatcher()))
    assert [text[start:end] for start, end, _ in found] == [
        "Chair",
        "the red sofa",
        "the painting of a chair",
        "chairs",
    ]
    assert [match.is_ambiguous for *_, match in found] == [True, False, False, True]


def test_the_prior_ranks_what_labels_cannot_tell_apart() -> None:
    regions = {"a": {"chair-1": (box(0),), "chair-2": (box(30),), "sofa": (box(60),)}}
    match = match_phrase("the chair", "en", THINGS, ExactMatcher())
    looked = CameraPrior((SeenView("a", box(30, 0, 60, 60), 1.0),))
    assert as_prediction(match, regions).proposals == {"a": [(box(0),), (box(30),)]}
    assert as_prediction(match, regions, looked).proposals == {"a": [(box(30),), (box(0),)]}
    key = GroundedPhrase("p", "1", {"a": (box(30),)})
    assert [each.rank for each in rank_phrases([key], {"p": as_prediction(match, regions, looked)})] == [1]
    assert as_prediction(match_phrase("the lamp", "en", THINGS, ExactMatcher()), regions).proposals == {}


def test_its_rows_are_taken_as_predictions(tmp_path: Path) -> None:
    match = match_phrase("the red sofa", "en", THINGS, ExactMatcher())
    prediction = as_prediction(match, {"a": {"sofa": (box(10), box(40))}})
    file = write(tmp_path / "found.jsonl", msgspec.to_builtins(prediction_row("p0", prediction)))
    assert dict(read_predictions(file)) == {"p0": prediction}


def test_matchers_are_opened_by_name() -> None:
    assert LABEL_MATCHERS.names() == ["exact", "lemma"]
    assert LABEL_MATCHERS.load("lemma") is LemmaMatcher
    with pytest.raises(PluginNotFoundError, match=r"pangea\.label_matchers"):
        LABEL_MATCHERS.load("embeddings")
