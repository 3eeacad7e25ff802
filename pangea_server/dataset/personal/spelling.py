"""One spelling for a name however it is written: Kavita, Kavitha, कविता and కవిత meet.

Unicode lays out the scripts of India in the same way, so that one table reads all of them. What Hindi does not
pronounce (the last vowel of राम, the second of राजकुमार) can be told by ear only: such a word has several spellings.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product

LEAST_BEFORE = 2
FIRST_BLOCK, LAST_BLOCK, BLOCK = 0x0900, 0x0D00, 0x80
DRAVIDIAN = 0x0B80
"""From Tamil on, scripts write every vowel that is said."""
MOST_UNSURE = 4

# fmt: off
_VOWELS = {
    0x05: "a", 0x06: "aa", 0x07: "i", 0x08: "i", 0x09: "u", 0x0A: "u", 0x0B: "ri", 0x0D: "e", 0x0E: "e", 0x0F: "e",
    0x10: "ai", 0x11: "o", 0x12: "o", 0x13: "o", 0x14: "au",
}
_CONSONANTS = {
    0x15: "k", 0x16: "kh", 0x17: "g", 0x18: "gh", 0x19: "n", 0x1A: "ch", 0x1B: "ch", 0x1C: "j", 0x1D: "jh", 0x1E: "n",
    0x1F: "t", 0x20: "th", 0x21: "d", 0x22: "dh", 0x23: "n", 0x24: "t", 0x25: "th", 0x26: "d", 0x27: "dh", 0x28: "n",
    0x29: "n", 0x2A: "p", 0x2B: "ph", 0x2C: "b", 0x2D: "bh", 0x2E: "m", 0x2F: "y", 0x30: "r", 0x31: "r", 0x32: "l",
    0x33: "l", 0x34: "l", 0x35: "v", 0x36: "sh", 0x37: "sh", 0x38: "s", 0x39: "h",
}
_SIGNS = {
    0x3E: "aa", 0x3F: "i", 0x40: "i", 0x41: "u", 0x42: "u", 0x43: "ri", 0x45: "e", 0x46: "e", 0x47: "e", 0x48: "ai",
    0x49: "o", 0x4A: "o", 0x4B: "o", 0x4C: "au", 0x4D: "",
}
_FOLDS = tuple((re.compile(pattern), plain) for pattern, plain in (
    (r"ksh|x", "ks"), (r"tch|ch", "C"), (r"ck|c|q", "k"), (r"C", "c"), (r"ph|f", "p"), (r"([stdbkgj])h", r"\1"),
    (r"z", "j"), (r"w", "v"), (r"jn|gn", "gy"), (r"ee|ii|ea", "i"), (r"oo|uu|ou", "u"), (r"aa+", "a"),
    (r"ai|ay|ei|ey", "e"),
    (r"au|aw|ao", "o"), (r"y$", "i"), (r"iy", "i"), (r"ah$", "a"), (r"m(?=[kgcjtdpb])", "n"), (r"(.)\1+", r"\1"),
))
# fmt: on
_ANUSVARA, _UNSURE = 0x02, "\0"
TELUGU_M = "ం"


def is_indic(word: str) -> bool:
    return any(FIRST_BLOCK <= ord(letter) < LAST_BLOCK for letter in word)


def plain(word: str) -> str:
    """In lower case, without accents."""
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(letter)
    )


def folded(latin: str) -> str:
    """The common spelling of all ways to write a name in Latin letters."""
    for pattern, common in _FOLDS:
        latin = pattern.sub(common, latin)
    return latin


@lru_cache(50_000)
def spellings(word: str) -> tuple[str, ...]:
    """What ``folded`` may give for a word of any script."""
    if not is_indic(word):
        return (folded(plain(word)),)
    read = _read(unicodedata.normalize("NFC", word))
    if ord(word[0]) >= DRAVIDIAN:
        return _distinct([read.replace(_UNSURE, "a"), re.sub("u$", "", read.replace(_UNSURE, "a"))])
    *parts, last = read.split(_UNSURE)
    ways = product(("a", ""), repeat=min(len(parts), MOST_UNSURE))
    return _distinct([_joined([*parts, last], way) for way in ways])


def _distinct(read: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(folded(each) for each in read))


def _joined(parts: list[str], way: tuple[str, ...]) -> str:
    """The last vowels are the unsure ones; those before are read."""
    vowels = ["a"] * (len(parts) - 1 - len(way)) + list(way)
    return "".join(part + vowel for part, vowel in zip(parts, [*vowels, ""], strict=True))


def _read(word: str) -> str:
    """In Latin letters, with a mark for each vowel that may be silent."""
    read: list[str] = []
    for letter in word:
        place = (ord(letter) - FIRST_BLOCK) % BLOCK if is_indic(letter) else -1
        if place in _CONSONANTS:
            read += [_CONSONANTS[place], _UNSURE]
        elif place in _SIGNS and read:
            read[-1] = _SIGNS[place]
        elif place in _VOWELS:
            read.append(_VOWELS[place])
        elif place == _ANUSVARA:
            read.append("n")
    if len(read) > 1 and read[1] == _UNSURE:
        read[1] = "a"
    if word.endswith(TELUGU_M):
        read[-1] = "m"
    return "".join(read)


@cache
def _endings() -> tuple[str, ...]:
    return tuple(
        map(folded, (files(__package__) / "words" / "endings.txt").read_text(encoding="utf-8").split())
    )


def is_compound_name(word: str) -> bool:
    """Whether it ends as names of India do that are made of two: Roopchand, రాఘవేంద్ర."""
    return any(
        spelling.endswith(ending) and len(spelling) - len(ending) >= LEAST_BEFORE
        for spelling in spellings(word)
        for ending in _endings()
    )
