"""Texts with their references, and their words in every language's script."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from pangea_server.quality.text_metrics.extra import library


@dataclass(frozen=True, slots=True)
class ScoredText:
    """An instruction of a system.

    Attributes:
        system: who wrote it.
        language: its primary language, such as hi.
        written: its words.
        references: what people wrote for the same path in the same language, at least one.
    """

    system: str
    language: str
    written: str
    references: Sequence[str]


def words(text: str) -> list[str]:
    """The words of a text in small letters: letters, marks and digits, with apostrophes inside of words.

    A vowel sign or a virama belongs to its word. Python's ``\\w`` leaves them out, which breaks every word of Hindi and
    Telugu, and ``rouge-score``'s own words are those of ASCII only.
    """
    regex = library("regex")
    found: list[str] = regex.findall(
        r"[\p{L}\p{M}\p{N}\u200c\u200d]+(?:['’][\p{L}\p{M}\p{N}]+)*",
        unicodedata.normalize("NFC", text.lower()),
    )
    return found
