"""Pronunciations of the words of a transcript: from CMUdict, from eSpeak NG, and for words with a typing error."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from align.phones.pronunciation import phones
from align.transcript import primary_language
from align.viterbi.accents import accented
from align.viterbi.acoustic_model import model_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_NEAR_SPELLINGS = 12
SHORTEST_MISTYPED = 3
"""Least number of letters for correcting a typing error; shorter words are one edit away from too many others."""

FILLERS = (
    "uh",
    "um",
    "er",
    "okay",
    "so",
    "no",
    "wait",
    "sorry",
    "you know",
    "and then",
    "i mean",
    "actually",
)
"""Sounds and words that English speakers say while they think or correct themselves, and do not write down."""

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_ALTERNATIVE = re.compile(r"\(\d+\)$")

Pronunciation = tuple[str, ...]
"""ARPAbet phones, without stress."""


def pronunciations(word: str, language: str) -> list[Pronunciation]:
    """All pronunciations of a spoken word; none if it cannot be pronounced.

    English words are in CMUdict; a word that it lacks is read by eSpeak NG, and may also be a dictionary word that was
    mistyped by one letter. Words of other languages are read by eSpeak NG. ``accents`` adds regional pronunciations.

    Args:
        word: of ``Transcript.spoken``.
        language: BCP 47.

    Raises:
        EngineError: eSpeak NG has no voice for this language.
        EngineNotInstalledError: a package is missing.
    """
    ways = _american(word) if primary_language(language) == "en" else _read_aloud(word, language)
    return list(dict.fromkeys(chain.from_iterable(accented(way, language) for way in ways)))


def filler_pronunciations(language: str) -> list[Pronunciation]:
    """The pronunciations of ``FILLERS`` in English; none in other languages."""
    if primary_language(language) != "en":
        return []
    dictionary = cmudict()
    return [sum((dictionary[word][0] for word in filler.split()), ()) for filler in FILLERS]


def near_spellings(word: str, dictionary: Mapping[str, object]) -> list[str]:
    """Dictionary words one edit away: first with two letters swapped, then with one missing, one too many, one
    wrong."""
    if len(word) < SHORTEST_MISTYPED:
        return []
    near = (other for other in dict.fromkeys(_edits(word)) if other in dictionary and other != word)
    return [other for other, _ in zip(near, range(MAX_NEAR_SPELLINGS), strict=False)]


@cache
def cmudict() -> dict[str, list[Pronunciation]]:
    """The dictionary of the pocketsphinx wheel: lower-case words with all their pronunciations.

    Raises:
        EngineNotInstalledError: pocketsphinx is missing.
    """
    dictionary: dict[str, list[Pronunciation]] = {}
    for line in (model_folder() / "cmudict-en-us.dict").read_text(encoding="utf-8").splitlines():
        word, *sounds = line.split()
        if word.endswith(")"):
            word = _ALTERNATIVE.sub("", word)
        dictionary.setdefault(word, []).append(tuple(sounds))
    return dictionary


def _american(word: str) -> list[Pronunciation]:
    dictionary = cmudict()
    if word in dictionary:
        return dictionary[word]
    return [*_read_aloud(word, "en-US"), *(dictionary[near][0] for near in near_spellings(word, dictionary))]


def _read_aloud(word: str, language: str) -> list[Pronunciation]:
    sounds = tuple(phones(word, language).split())
    return [sounds] if sounds else []


def _edits(word: str) -> Iterator[str]:
    places = range(len(word) + 1)
    yield from (word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in places[:-2])
    yield from (word[:i] + letter + word[i:] for i in places for letter in _ALPHABET)
    yield from (word[:i] + word[i + 1 :] for i in places[:-1])
    yield from (word[:i] + letter + word[i + 1 :] for i in places[:-1] for letter in _ALPHABET)
