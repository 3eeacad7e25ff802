"""Whole letters as people see them: grapheme clusters (Unicode Standard Annex 29), in every script.

A conjunct of Telugu, a consonant with its matra in Hindi, and a family of emoji are several characters and one letter.
Pages select whole ones too (``Intl.Segmenter``).
"""

from __future__ import annotations

from functools import lru_cache

import regex

CLUSTER = regex.compile(r"\X")


def split_at(text: str, place: int) -> tuple[int, int] | None:
    """Where the letter begins and ends that a place between two characters splits; None where it splits none."""
    if text.isascii() and "\r" not in text:
        return None
    return next((span for span in _clusters(text) if span[0] < place < span[1]), None)


@lru_cache(maxsize=64)
def _clusters(text: str) -> tuple[tuple[int, int], ...]:
    """The letters of more than one character."""
    return tuple(found.span() for found in CLUSTER.finditer(text) if found.end() - found.start() > 1)
