"""Pronunciations of the words of a transcript: from CMUdict, from eSpeak NG, and for words with a typing error."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from align.phones.pronunciation import phones
from align.phones.romanised import ROMANISED, romanised_ways
from align.phones.scripts import language_of
from align.readings.ways import slots
from align.transcript import primary_language
from align.viterbi.accents import accented, is_south_asian
from align.viterbi.dictionary import Pronunciation as Pronunciation
from align.viterbi.dictionary import cmudict

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from align.readings.own_words import OwnLexicon
    from align.readings.ways import Reading
    from align.transcript import Token

MAX_NEAR_SPELLINGS = 12
MOST_PRONUNCIATIONS = 64
"""Most pronunciations of one word, or of all ways of saying a number."""
PAUSE = "SIL"
"""The acoustic model's phone of a pause."""
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


def network_words(token: Token, language: str, own: OwnLexicon) -> list[list[Pronunciation]]:
    """The words of a token that follow one another, each with its pronunciations.

    Where people say a token in several ways, the part in which these differ is one word, whose pronunciations are those
    of all ways, without and with pauses between their words. Words in the user's lexicon are said as it says.

    Args:
        language: BCP 47; for English its region decides.
        own: the user's lexicon.
    """
    parts = (_part_pronunciations(part, language, own) for part in slots(token.readings))
    return [part for part in parts if part]


def _part_pronunciations(part: Sequence[Reading], language: str, own: OwnLexicon) -> list[Pronunciation]:
    found = [_phrase_pronunciations(reading, language, own) for reading in part]
    return list(dict.fromkeys(chain.from_iterable(found)))[:MOST_PRONUNCIATIONS]


def _phrase_pronunciations(words: Reading, language: str, own: OwnLexicon) -> list[Pronunciation]:
    """Words that are said one after another. The n-th pronunciation has the n-th of each word, so that the accent is
    the same in all of them."""
    found = (list(own[word]) if word in own else pronunciations(word, language) for word in words)
    known = [ways for ways in found if ways]
    if len(known) < 2:
        return known[0] if known else []
    alike = [[ways[min(n, len(ways) - 1)] for ways in known] for n in range(max(map(len, known)))]
    together = [tuple(chain.from_iterable(each)) for each in alike]
    paused = [(*chain.from_iterable((*way, PAUSE) for way in each[:-1]), *each[-1]) for each in alike[:1]]
    return [*together, *paused]


def pronunciations(word: str, language: str) -> list[Pronunciation]:
    """All pronunciations of a spoken word; none if it cannot be pronounced.

    English words are in CMUdict; a word that it lacks is read by eSpeak NG, and may also be a dictionary word that was
    mistyped by one letter. Words of other languages are read by eSpeak NG. ``accents`` adds regional pronunciations.
    Each word is read in the language of its script. Latin letters in a Hindi text may be English or Hindi: both are
    tried, and the sound decides.

    Args:
        word: of ``Transcript.spoken``.
        language: BCP 47, of the text.

    Raises:
        EngineError: eSpeak NG has no voice for this language.
        EngineNotInstalledError: a package is missing.
    """
    spoken = language_of(word, language)
    ways = _american(word) if primary_language(spoken) == "en" else _read_aloud(word, spoken)
    heard = list(chain.from_iterable(accented(way, spoken) for way in ways))
    return list(dict.fromkeys([*heard, *_romanised(word, language)]))


def _romanised(word: str, language: str) -> list[Pronunciation]:
    """How a word in Latin letters sounds as one of an Indian language, which Indians also write in English texts."""
    text = primary_language(language)
    if text == "en":
        known = not is_south_asian(language) or word in cmudict()
        return [] if known else romanised_ways(word, "hi")
    if text not in ROMANISED or not word.isascii():
        return []
    return list(chain.from_iterable(accented(way, text) for way in romanised_ways(word, text)))


def filler_pronunciations(language: str) -> list[Pronunciation]:
    """The pronunciations of ``FILLERS`` in English; none in other languages."""
    if primary_language(language) != "en":
        return []
    dictionary = cmudict()
    return [sum((dictionary[word][0] for word in filler.split()), ()) for filler in FILLERS]


def near_spellings(word: str, dictionary: Container[str]) -> list[str]:
    """Dictionary words one edit away: first with two letters swapped, then with one missing, one too many, one
    wrong."""
    if len(word) < SHORTEST_MISTYPED:
        return []
    near = (other for other in dict.fromkeys(_edits(word)) if other in dictionary and other != word)
    return [other for other, _ in zip(near, range(MAX_NEAR_SPELLINGS), strict=False)]


@lru_cache(maxsize=4096)
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
