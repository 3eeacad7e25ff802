"""How English words are said in places whose accent the American acoustic model does not know.

Rules turn a dictionary pronunciation into others that may be said instead. Without them the words of a speaker from
India fit so badly that unwritten speech seems likelier.

Sources: Wells 1982, "Accents of English", 3.1 (r dropped before consonants and pauses) and 9.1 (India: v for w, stops
for th, clear l, long o before r); Bansal 1969, "The intelligibility of Indian English".
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.engines.viterbi.lexicon import Pronunciation

_SOUTH_ASIA = {"BD", "IN", "LK", "NP", "PK"}
_WITHOUT_R = {"AU", "GB", "NZ", "ZA"} | _SOUTH_ASIA
_VOWELS = {"AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW"}
_NURSE = ("AH", "AO")
"""What the model hears in "turn" or "butter" where their r is silent."""
_CONSONANTS = {"W": "V", "TH": "T", "DH": "D"}


def accented(pronunciation: Pronunciation, language: str) -> list[Pronunciation]:
    """The pronunciation, and others that speakers of the language's region may have.

    Args:
        language: BCP 47; of English, the region decides (en-IN), and without one there are no others.
    """
    region = language.replace("_", "-").upper().rpartition("-")[2]
    ways = [pronunciation]
    if region in _WITHOUT_R:
        ways += [_without_r(pronunciation, nurse) for nurse in _NURSE]
    if region in _SOUTH_ASIA:
        ways += _indian(pronunciation)
    return list(dict.fromkeys(ways))


def _indian(pronunciation: Pronunciation) -> list[Pronunciation]:
    ways = product((pronunciation, _with_long_o(pronunciation)), _NURSE)
    clear = [_with_clear_l(_without_r(way, nurse)) for way, nurse in ways]
    return [*clear, *(tuple(_CONSONANTS.get(phone, phone) for phone in way) for way in clear)]


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
    """Of "door"."""
    return tuple(
        "OW" if phone == "AO" and pronunciation[place + 1 : place + 2] == ("R",) else phone
        for place, phone in enumerate(pronunciation)
    )


def _with_clear_l(pronunciation: Pronunciation) -> Pronunciation:
    """The model knows a clear l before vowels only."""
    return (*pronunciation, "AH") if pronunciation[-1] == "L" else pronunciation


def _is_vowel(pronunciation: Sequence[str], place: int) -> bool:
    return 0 <= place < len(pronunciation) and pronunciation[place] in _VOWELS
