"""Texts as people write them: abbreviations, Hindi and Telugu in Latin letters, and English words among them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from rapidfuzz.distance import Levenshtein

from align import Audio, align_transcript
from align.phones.espeak_ng import synthesize
from align.phones.pronunciation import phones
from align.phones.romanised import MOST_WAYS, ROMANISED, romanised_ways
from align.phones.scripts import language_of, script_of
from align.viterbi.dictionary import cmudict
from align.viterbi.lexicon import pronunciations

DATA = Path(__file__).parents[2] / "data" / "align"
PAIRS = [line.split("\t") for line in (DATA / "romanised.tsv").read_text("utf-8").splitlines()]
SEPARATOR = " \u200b "  # keeps eSpeak NG from reading two words as one

SENTENCES = [line.split("\t") for line in (DATA / "as_written.tsv").read_text("utf-8").splitlines()]
"""A language, and tokens as they are written, with what is said for them after a bar."""


def tokens_of(language: str) -> list[tuple[str, str]]:
    tokens = [token for of, sentence in SENTENCES if of == language for token in sentence.split()]
    both = (token.partition("|") for token in tokens)
    return [(written, said.replace("_", " ") or written) for written, _, said in both]


@pytest.mark.parametrize(("language", "least"), [("en-US", 0.97), ("hi-IN", 0.9), ("te-IN", 0.85)])
def test_texts_are_aligned_as_people_write_them(language: str, least: float) -> None:
    """eSpeak NG says what is meant, and the aligner gets what is written; words within 100 ms, part by part."""
    errors: list[float] = []
    for part in batched(tokens_of(language), 30):
        written, said = zip(*part, strict=True)
        speech = synthesize(SEPARATOR.join(said), language)
        begins = accumulate((len(words) + len(SEPARATOR) for words in said), initial=0)
        starts = [
            next(word.start_time for word in speech.words if word.character >= begin)
            for begin, _ in zip(begins, said, strict=False)
        ]
        recording = Audio(speech.samples, speech.sample_rate)
        words = align_transcript(recording, " ".join(written), language=language).words
        assert [word.word for word in words] == list(written)
        errors += [abs(word.start_time - start) for word, start in zip(words, starts, strict=True)]
    assert sum(error <= 0.1 for error in errors) / len(errors) >= least


def batched(tokens: list[tuple[str, str]], most: int) -> Iterator[list[tuple[str, str]]]:
    """``itertools.batched`` of Python 3.12."""
    yield from (tokens[first : first + most] for first in range(0, len(tokens), most))


def without_repetition(sounds: tuple[str, ...]) -> list[str]:
    return [sound for before, sound in pairwise(("", *sounds)) if sound != before]


@pytest.mark.parametrize(("language", "most"), [("hi", 0.09), ("te", 0.04)])
def test_romanised_words_sound_as_in_their_own_script(language: str, most: float) -> None:
    """On the half of the words with which the rules were not written, as README says; read as English, a quarter to
    two fifths of the sounds are wrong."""
    wrong = as_english = total = 0
    for _, romanised, native in [pair for pair in PAIRS if pair[0] == language][1::2]:
        right = without_repetition(tuple(phones(native, language).split()))
        ways = map(without_repetition, romanised_ways(romanised, language))
        wrong += min(Levenshtein.distance(right, way) for way in ways)
        as_english += Levenshtein.distance(right, without_repetition(tuple(phones(romanised, "en").split())))
        total += len(right)
    assert wrong / total < most
    assert as_english / total > 0.25


def test_a_romanised_word_has_a_handful_of_ways_and_other_letters_none() -> None:
    assert all(1 <= len(romanised_ways(word, language)) <= MOST_WAYS for language, word, _ in PAIRS)
    assert romanised_ways("रुको", "hi") == romanised_ways("naïve", "hi") == romanised_ways("2", "hi") == []
    assert romanised_ways("raaasta", "hi") == romanised_ways("raasta", "hi")


@pytest.mark.parametrize(
    ("word", "language", "read_in"),
    [
        ("दरवाज़ा", "en-IN", "hi"),
        ("తలుపు", "en-IN", "te"),
        ("తలుపు", "hi-IN", "te"),
        ("kitchen", "hi-IN", "en-IN"),
        ("kitchen", "te-IN", "en-IN"),
        ("door", "en-GB", "en-GB"),
        ("मेज़", "mr-IN", "mr-IN"),
        ("12", "hi-IN", "hi-IN"),
        ("дверь", "en-US", "ru"),
        ("porte", "fr-FR", "fr-FR"),
        ("door", "hi-Latn", "en-IN"),
        ("door", "english", "english"),
        ("दर", "", ""),
    ],
)
def test_a_word_is_read_in_the_language_of_its_script(word: str, language: str, read_in: str) -> None:
    assert language_of(word, language) == read_in


def test_marks_and_digits_do_not_decide_the_script() -> None:
    assert script_of("2nd") == "Latn"
    assert script_of("2वां") == "Deva"
    assert script_of("12.5") is None


@pytest.mark.parametrize("language", sorted(ROMANISED))
def test_latin_letters_in_an_indian_text_are_tried_as_english_and_as_the_language(language: str) -> None:
    ways = pronunciations("main", f"{language}-IN")
    assert cmudict()["main"][0] in ways
    assert set(romanised_ways("main", language)) <= set(ways)


def test_an_indian_english_text_may_have_romanised_words_and_an_american_one_not() -> None:
    romanised = romanised_ways("darwaze", "hi")[0]
    assert romanised in pronunciations("darwaze", "en-IN")
    assert romanised not in pronunciations("darwaze", "en-US")
    assert pronunciations("door", "en-US") == cmudict()["door"]
