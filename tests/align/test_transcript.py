from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from align import Transcript, TranscriptError
from align.transcript import spoken_form


def spoken(text: str, language: str = "en-US") -> list[str]:
    return [word for _, word in Transcript.parse(text, language).spoken]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("in-front", ["in", "front"]),
        ("Don’t stop!", ["don't", "stop"]),
        ("‘chairs’", ["chairs"]),
        ("the 3rd of 12 doors", ["the", "third", "of", "twelve", "doors"]),
        ("1,250 steps", ["one", "thousand", "two", "hundred", "fifty", "steps"]),
        ("room 007", ["room", "zero", "zero", "seven"]),
        ("the 42nd", ["the", "forty", "second"]),
        ("2m", ["two", "meters"]),
        ("2 m", ["two", "meters"]),
        ("2 in the hall", ["two", "in", "the", "hall"]),
        ("sofa/chair", ["sofa", "chair"]),
    ],
)
def test_tokens_are_spoken_as_a_reader_would(text: str, words: list[str]) -> None:
    assert spoken(text) == words


def test_hindi_keeps_its_vowel_signs_and_digits() -> None:
    assert spoken("मेज़ के पास 12 रुक जाओ।", "hi-IN") == ["मेज़", "के", "पास", "12", "रुक", "जाओ"]


def test_offsets_are_those_of_the_text_whatever_is_said() -> None:
    text = "go 2.5 ft. w/ 1980s & 10:30"
    transcript = Transcript.parse(text, "en")
    assert [text[token.start : token.end] for token in transcript.tokens] == transcript.words == text.split()
    assert [len(token.readings) > 0 for token in transcript.tokens] == [True] * 7


def test_composed_and_decomposed_text_is_spoken_alike() -> None:
    assert spoken(unicodedata.normalize("NFD", "café")) == spoken("café") == ["café"]


def test_a_lone_dash_is_a_token_that_nobody_speaks() -> None:
    transcript = Transcript.parse("left — now", "en-US")
    assert transcript.words == ["left", "—", "now"]
    assert transcript.tokens[1].spoken == ()


@given(st.text())
def test_tokens_are_those_of_split_at_their_offsets(text: str) -> None:
    try:
        transcript = Transcript.parse(text, "en-US")
    except TranscriptError:
        return
    assert transcript.words == text.split()
    assert all(text[token.start : token.end] == token.text for token in transcript.tokens)


@pytest.mark.parametrize("text", ["", "   \n", "— … !"])
def test_a_transcript_without_words_is_refused(text: str) -> None:
    with pytest.raises(TranscriptError, match="can be spoken"):
        Transcript.parse(text, "en-US")


@pytest.mark.parametrize(
    ("token", "spoken"),
    [
        ("\u2764\ufe0f", ()),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", ()),
        ("1\ufe0f\u20e3", ()),
        ("#\ufe0f\u20e3", ()),
        ("1\ufe0f\u20e30\ufe0f\u20e3", ()),
        ("\u200d", ()),
        ("\U0001f3f4\U000e0067\U000e0062\U000e007f", ()),
        ("left\u2757\ufe0f", ("left",)),
        ("3\ufe0f\u20e3rd", ("third",)),
        ("\u0915\u094d\u200d\u0937", ("\u0915\u094d\u200d\u0937",)),
    ],
)
def test_marks_and_joiners_without_a_letter_are_no_words(token: str, spoken: tuple[str, ...]) -> None:
    assert spoken_form(token, "en-US") == spoken
