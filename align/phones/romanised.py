"""Hindi and Telugu in Latin letters, as people type them: "darwaze ke paas", "kudi vaipu tirigi".

There is no standard spelling, and the length of vowels is often not written, so that a word has several pronunciations,
in the phones of the acoustic model. Letters are read by the longest group that is known.
"""

from __future__ import annotations

import re
from itertools import islice, product

ROMANISED = {"bn", "gu", "hi", "kn", "ml", "mr", "ne", "or", "pa", "ta", "te", "ur"}
"""Languages (primary subtags) that people also write in Latin letters, as they sound."""
MOST_WAYS = 12

# fmt: off
_CONSONANTS = {
    "b": "B", "bh": "B", "c": "K", "ch": "CH", "chh": "CH", "cch": "CH", "ck": "K", "d": "D", "dh": "D", "f": "F",
    "g": "G", "gh": "G", "h": "HH", "j": "JH", "jh": "JH", "k": "K", "kh": "K", "ksh": "K SH", "l": "L", "m": "M",
    "n": "N", "ng": "N G", "nj": "N JH", "p": "P", "ph": "F|P", "q": "K", "r": "R", "rh": "R", "s": "S", "sh": "SH",
    "shh": "SH", "t": "T", "th": "T", "v": "V", "w": "V", "x": "K S", "y": "Y", "z": "Z", "zh": "L|ZH",
    "gn": "G N Y",
}
_VOWELS = {
    "a": "AH|AA", "aa": "AA", "ae": "EY", "ai": "AY|EH", "ay": "AY|EY", "au": "AW|AO", "aw": "AO|AH V", "e": "EY|EH",
    "ea": "IY", "ee": "IY|EY", "ei": "EY", "ey": "EY", "i": "IH|IY", "ie": "IY|IY EY", "ii": "IY", "o": "OW",
    "oo": "UW|OW", "oa": "OW", "oi": "OY", "oy": "OY", "ou": "OW", "u": "UH|UW", "uu": "UW", "ue": "UW EY",
    "ui": "UW IY", "iya": "IY Y AA",
}
# fmt: on
_LAST_VOWELS = {
    "a": "AA|AH",
    "i": "IY|IH",
    "u": "UW|UH",
    "ah": "AA|AH",
    "eh": "EY|EH",
    "oh": "OW",
    "an": "AA N|AH N",
}
_OF_LANGUAGE = {"te": {"u": "UW", "e": "EH|EY", "ai": "AY", "ee": "IY|EY", "oo": "UW|OW", "w": "V"}}
_LAST_OF_LANGUAGE = {"te": {"a": "AH|AA", "u": "UW", "i": "IY", "am": "AH M", "an": "AH N"}}


def romanised_ways(word: str, language: str) -> list[tuple[str, ...]]:
    """ARPAbet pronunciations of a word in Latin letters, the likeliest first; none if it has other letters.

    Args:
        word: in lower case.
        language: its primary subtag, one of ``ROMANISED``.
    """
    letters = re.sub(r"(.)\1{2,}", r"\1\1", word.replace("'", ""))
    groups = _groups(letters, language)
    if groups is None:
        return []
    chosen = islice(product(*(group.split("|") for group in groups)), MOST_WAYS)
    return list(dict.fromkeys(tuple(" ".join(way).split()) for way in chosen))


def _groups(letters: str, language: str) -> list[str] | None:
    """The phones of each group of letters, alternatives separated by "|"; None if a letter is unknown."""
    inner = {**_CONSONANTS, **_VOWELS, **_OF_LANGUAGE.get(language, {})}
    last = {**inner, **_LAST_VOWELS, **_LAST_OF_LANGUAGE.get(language, {})}
    groups: list[str] = []
    place = 0
    while place < len(letters):
        for length in (3, 2, 1):
            group = letters[place : place + length]
            known = (last if place + length == len(letters) else inner).get(group)
            if known is not None and len(group) == length:
                break
        else:
            return None
        if not (groups and groups[-1] == known and known in _CONSONANTS.values() and length == 1):
            groups.append(known)
        place += length
    return groups
