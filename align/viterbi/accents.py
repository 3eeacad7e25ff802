"""Regional pronunciations of English, as an American acoustic model hears them.

Rules derive other pronunciations that may be heard. Without them the words of an English speaker from India fit so
badly that unwritten speech seems more likely.

Sources: Wells 1982, "Accents of English", 3.1 (r dropped before consonants and pauses) and 9.1 (India: v for w, stops
for th, clear l, long o before r); Ohala 1983, "Aspects of Hindi phonology" (the tapped r; z and f said as j and ph).
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from align.transcript import primary_language

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from align.viterbi.lexicon import Pronunciation

_SOUTH_ASIA = {"BD", "IN", "LK", "NP", "PK"}
_WITHOUT_R = {"AU", "GB", "NZ", "ZA"} | _SOUTH_ASIA
_VOWELS = {"AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW"}
_NURSE = ("AH", "AO")
"""The phones that the model hears in "turn" or "butter" when their r is silent."""
_INDIAN_ENGLISH = {"W": "V", "TH": "T", "DH": "D"}
_INDIAN_LANGUAGES = {"bn", "gu", "hi", "kn", "ml", "mr", "or", "pa", "ta", "te"}
_WITHOUT_Z = {"Z": "JH", "F": "P"}


def accented(pronunciation: Pronunciation, language: str) -> list[Pronunciation]:
    """The pronunciation, followed by others that speakers of the language may use.

    Args:
        language: BCP 47; for English the region decides (en-IN), and without a region there are no others.
    """
    others = _other_english if primary_language(language) == "en" else _other_languages
    return list(dict.fromkeys([pronunciation, *others(pronunciation, language)]))


def is_south_asian(language: str) -> bool:
    """Whether a BCP 47 tag names a region of South Asia: ``en-IN``."""
    return _region(language) in _SOUTH_ASIA


def region_like(language: str) -> str | None:
    """The tag of the region that speaks most like this one, of those with rules of their own: ``en-US``, ``en-GB`` or
    ``en-IN``; None without a region."""
    region = _region(language)
    if region == language.upper():
        return None
    return "en-IN" if region in _SOUTH_ASIA else "en-GB" if region in _WITHOUT_R else "en-US"


def _region(language: str) -> str:
    return language.replace("_", "-").upper().rpartition("-")[2]


def _other_english(pronunciation: Pronunciation, language: str) -> Iterator[Pronunciation]:
    region = _region(language)
    if region in _WITHOUT_R:
        yield from (_without_r(pronunciation, nurse) for nurse in _NURSE)
    if region in _SOUTH_ASIA:
        ways = product((pronunciation, _with_long_o(pronunciation)), _NURSE)
        clear = [_with_clear_l(_without_r(way, nurse)) for way, nurse in ways]
        yield from (*clear, *(_replaced(way, _INDIAN_ENGLISH) for way in clear))


def _other_languages(pronunciation: Pronunciation, language: str) -> Iterator[Pronunciation]:
    yield _tapped(pronunciation)
    if primary_language(language) in _INDIAN_LANGUAGES:
        yield _replaced(pronunciation, _WITHOUT_Z)


def _replaced(pronunciation: Pronunciation, by: Mapping[str, str]) -> Pronunciation:
    return tuple(by.get(phone, phone) for phone in pronunciation)


def _tapped(pronunciation: Pronunciation) -> Pronunciation:
    """Replace a tapped r, which is nearer to the model's d than to its long r."""
    return tuple(
        "D" if phone == "R" and _is_vowel(pronunciation, place - 1) else phone
        for place, phone in enumerate(pronunciation)
    )


def _without_r(pronunciation: Pronunciation, nurse: str) -> Pronunciation:
    said: list[str] = []
    for place, phone in enumerate(pronunciation):
        follows = _is_vowel(pronunciation, place + 1)
        if phone == "ER":
            said += [nurse, "R"] if follows else [nurse]
        elif phone != "R" or follows or not _is_vowel(pronunciation, place - 1):
            said.append(phone)
    return tuple(said)


def _with_long_o(pronunciation: Pronunciation) -> Pronunciation:
    """Replace the o of "door" by a long o."""
    return tuple(
        "OW" if phone == "AO" and pronunciation[place + 1 : place + 2] == ("R",) else phone
        for place, phone in enumerate(pronunciation)
    )


def _with_clear_l(pronunciation: Pronunciation) -> Pronunciation:
    """Add a vowel after a final l: the model knows the clear l only before vowels."""
    return (*pronunciation, "AH") if pronunciation[-1] == "L" else pronunciation


def _is_vowel(pronunciation: Pronunciation, place: int) -> bool:
    return 0 <= place < len(pronunciation) and pronunciation[place] in _VOWELS
