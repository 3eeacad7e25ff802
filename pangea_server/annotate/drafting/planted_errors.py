"""Planted errors: words of a draft that are replaced by others of the same recording, to see who listens."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from pangea_server.annotate.drafting.comparison import plain
from pangea_server.annotate.drafting.records import DraftWord
from pangea_server.annotate.drafting.sureness import is_sure

FEWEST_LETTERS = 3
"""Shorter words are mostly articles and prepositions, which nobody would miss."""


def with_planted(words: Sequence[DraftWord], share: float, seed: str) -> tuple[DraftWord, ...]:
    """The words, of which ``share`` is replaced by other words that are said in the same recording.

    Only sure words are replaced, since unsure ones are marked on the page anyway, and never two in a row: two mended
    neighbours could look like one word that was moved. The same words, share and seed always give the same result.
    """
    random = Random(hashlib.sha256(seed.encode()).digest())
    vocabulary = sorted({plain(word.word) for word in words if _may_be_replaced(word)})
    if share <= 0 or len(vocabulary) < 2:
        return tuple(words)
    planted: list[DraftWord] = []
    for word in words:
        follows_planted = bool(planted) and planted[-1].own is not None
        if random.random() < share and _may_be_replaced(word) and not follows_planted:
            planted.append(_replaced(word, vocabulary, random))
        else:
            planted.append(word)
    return tuple(planted)


def _may_be_replaced(word: DraftWord) -> bool:
    letters = sum(each.isalpha() for each in word.word)
    return letters >= FEWEST_LETTERS and is_sure(word.confidence)


def _replaced(word: DraftWord, vocabulary: Sequence[str], random: Random) -> DraftWord:
    other = random.choice([each for each in vocabulary if each != plain(word.word)])
    shown = other.capitalize() if word.word[:1].isupper() else other
    return replace(word, word=shown, own=word.word)
