"""The similarity of two transcripts, and how to find similar ones.

Two texts are compared by the pairs of neighbouring words that they share (Jaccard index). A min-hash signature (Broder
1997) cut into bands finds candidates by equality (locality-sensitive hashing; Leskovec et al., Mining of Massive
Datasets, 3.4), so that the whole store is never searched: with 16 bands of 3, a text with half of the pairs in
common is found with a probability of 88 %, one with two thirds with 99.7 %.
"""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from itertools import pairwise

BANDS, ROWS = 16, 3
LIKENESS_SEED = 1
FEWEST_WORDS = 10
"""Shorter texts are similar by chance."""
_JOINERS = "\u200c\u200d"


@dataclass(frozen=True, slots=True)
class Likeness:
    """The most similar other text: its source in words for a reviewer, and the share of pairs of words in common."""

    other: str
    share: float


def word_pairs(text: str) -> frozenset[str]:
    """Pairs of neighbouring words, without case and punctuation."""
    words = _words(text)
    return frozenset(f"{one} {two}" for one, two in pairwise(words))


def likeness(one: str, other: str) -> float:
    """The Jaccard index of the pairs of words, in [0, 1]."""
    ours, theirs = word_pairs(one), word_pairs(other)
    return len(ours & theirs) / max(1, len(ours | theirs))


def bands(text: str) -> tuple[str, ...]:
    """``BANDS`` keys; similar texts have one in common. Empty for a text that is too short to compare."""
    from datasketch import MinHash

    if len(text.split()) < FEWEST_WORDS:
        return ()
    signature = MinHash(num_perm=BANDS * ROWS, seed=LIKENESS_SEED)
    signature.update_batch([pair.encode() for pair in sorted(word_pairs(text))])
    values = signature.digest().reshape(BANDS, ROWS)
    return tuple(hashlib.blake2b(row.tobytes(), digest_size=8).hexdigest() for row in values)


def _words(text: str) -> list[str]:
    """Letters, the marks of Indic scripts that belong to them, and digits; the rest separates."""
    plain = unicodedata.normalize("NFC", text).casefold()
    return "".join(c if unicodedata.category(c)[0] in "LMN" or c in _JOINERS else " " for c in plain).split()
