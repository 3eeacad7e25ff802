"""Words as the phones of the acoustic model: each is read in the language of its own script."""

from __future__ import annotations

import pytest

from align.phones.pronunciation import phones


@pytest.mark.parametrize(
    ("word", "sounds"),
    [
        ("रुक", "R UH K"),  # its first sound is the flap that an American "water" has
        ("मुड़ो", "M UH R OW"),
        ("మెట్ల", "M EH T L AH"),
    ],
)
def test_a_word_in_an_english_text_sounds_as_in_its_own_language(word: str, sounds: str) -> None:
    assert phones(word, "en-US") == sounds


def test_a_flap_of_english_is_a_t() -> None:
    assert phones("water", "en-US") == "W AO T ER"


def test_an_english_word_sounds_the_same_in_a_hindi_text() -> None:
    assert phones("water", "hi-IN") == phones("water", "en-IN")
