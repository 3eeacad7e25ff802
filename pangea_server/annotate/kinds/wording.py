"""How near a written instruction is to others that describe the same path.

Two people describe one path in different words, so no distance between texts shows on its own whether an instruction is
good. But one can ask whether it is nearer to the instructions of its own path than to those of other paths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LONGEST_NGRAM = 6  # characters of an n-gram
LEFT_OUT = frozenset(".,;:!?\"'()-।")


def chrf(text: str, reference: str) -> float:
    """The F1 score of character n-grams, n from 1 to 6, without spaces and punctuation, in [0, 1].

    It does not need to split the text into words, so it treats Hindi and Telugu in the same way as English.

    Source: Popović 2015, "chrF: character n-gram F-score for automatic MT evaluation", chrF1.
    """
    return _likeness(_profile(text), _profile(reference))


def nearer_elsewhere(text: str, references: Sequence[str], others: Iterable[Sequence[str]]) -> float | None:
    """The share of other paths whose instructions are at least as near to this text as those of its own path are.

    Args:
        references: good instructions of its own path.
        others: good instructions of each other path, in the same language.

    Returns:
        0 when its own path is the nearest, about a half for an instruction that has nothing to do with it; None when
        there is nothing to compare with.
    """
    profile = _profile(text)
    own = _nearest(profile, references)
    rivals = [_nearest(profile, other) for other in others if other]
    return sum(rival >= own for rival in rivals) / len(rivals) if references and rivals else None


@dataclass(frozen=True, slots=True)
class _Profile:
    """How many letters a text has, and how often each n-gram occurs in it."""

    length: int
    grams: Counter[str]


def _profile(text: str) -> _Profile:
    letters = "".join(letter for letter in text.casefold() if letter not in LEFT_OUT and not letter.isspace())
    grams = (
        letters[start : start + n]
        for n in range(1, LONGEST_NGRAM + 1)
        for start in range(len(letters) - n + 1)
    )
    return _Profile(len(letters), Counter(grams))


def _likeness(ours: _Profile, theirs: _Profile) -> float:
    orders = min(LONGEST_NGRAM, ours.length, theirs.length)
    if orders == 0:
        return 0.0
    shared = [0] * (LONGEST_NGRAM + 1)
    for gram in ours.grams.keys() & theirs.grams.keys():
        shared[len(gram)] += min(ours.grams[gram], theirs.grams[gram])
    precision = sum(shared[n] / (ours.length - n + 1) for n in range(1, orders + 1)) / orders
    recall = sum(shared[n] / (theirs.length - n + 1) for n in range(1, orders + 1)) / orders
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _nearest(profile: _Profile, references: Sequence[str]) -> float:
    return max((_likeness(profile, _profile(reference)) for reference in references), default=0.0)
