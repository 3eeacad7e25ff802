"""Words as the phones of the acoustic model: each is read in the language of its own script."""

from __future__ import annotations

import pytest

from align.phones.pronunciation import nearest_phones, phones
from align.phones.scripts import language_of, script_of


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


@pytest.mark.parametrize(
    ("word", "language", "read_in"),
    [
        ("kitchen", "hi-IN", "en-IN"),
        ("kitchen", "hi", "en-IN"),
        ("kitchen", "fr", "fr"),
        ("रुको", "en-US", "hi"),
        ("రుకో", "hi-IN", "te"),
        ("12", "hi-IN", "hi-IN"),
        ("मुड़ो", "mr", "mr"),
        ("kitchen", "no tag", "no tag"),
    ],
)
def test_a_word_is_read_in_the_language_of_its_script(word: str, language: str, read_in: str) -> None:
    assert language_of(word, language) == read_in


@pytest.mark.parametrize(
    ("word", "script"), [("2नया", "Deva"), ("café", "Latn"), ("12", None), ("字a", "Latn")]
)
def test_a_words_script_is_that_of_its_first_known_letter(word: str, script: str | None) -> None:
    assert script_of(word) == script


@pytest.mark.parametrize(
    ("sound", "nearest"),
    [
        ("ˈaː", ["AA"]), ("a", ["AH"]),
        ("ɾ", ["R"]), ("ɛ̃", ["EH", "N"]), ("ɲ", ["N", "Y"]), ("tʰ", ["T"]), ("aɪɚ", ["AY", "ER"]),
        ("dzx", ["D"]), ("#", []),
    ],
)  # fmt: skip
def test_a_sound_has_its_nearest_phones(sound: str, nearest: list[str]) -> None:
    assert nearest_phones(sound) == nearest
