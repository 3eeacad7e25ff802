"""Words of a text, and how they are compared."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import regex

WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}\u200c\u200d]*(?:['’]\p{L}+)?")
HELD_TOGETHER = regex.compile(r"[\s\-‐]*")
"""What may stand between two words of one phrase; a line's end may not."""
NUKTA, CANDRABINDU, ANUSVARA = "\u093c", "\u0901", "\u0902"


@dataclass(frozen=True, slots=True)
class TextToken:
    """A word.

    Attributes:
        key: how it is looked up.
        begins: something stands before it that no phrase goes across; ``after_comma``: that is a comma.
    """

    start: int
    end: int
    key: str
    begins: bool
    after_comma: bool


def tokens(text: str) -> list[TextToken]:
    """The words of a text. Numbers are words; signs and emojis are none."""
    return list(_tokens(text))


def _tokens(text: str) -> Iterator[TextToken]:
    last = None
    for match in WORD.finditer(text):
        between = "\n" if last is None else text[last : match.start()]
        begins = "\n" in between or HELD_TOGETHER.fullmatch(between) is None
        comma = between.strip() == ","
        yield TextToken(match.start(), match.end(), key_of(match[0]), begins, comma)
        last = match.end()


@lru_cache(2**14)
def key_of(word: str) -> str:
    """A word as it is looked up: without case, joiners and what Hindi's writers do or do not write."""
    plain = unicodedata.normalize("NFD", word.casefold())
    for ignored in (NUKTA, "\u200c", "\u200d"):
        plain = plain.replace(ignored, "")
    return unicodedata.normalize("NFC", plain).replace("’", "'").replace(CANDRABINDU, ANUSVARA)


def keys_of(phrase: str) -> tuple[str, ...]:
    """The words of a dictionary's entry."""
    return tuple(key_of(match[0]) for match in WORD.finditer(phrase))
