"""CIDEr-D: similarity of a text's n-grams to those of its references, weighted by tf-idf.

It is ours because the libraries that have it bring Java, a compiled image toolkit or PyTorch for these 60 lines, or
are not maintained. The tests hold it to values that pycocoevalcap 1.2 computed.

Source: Vedantam, Zitnick and Parikh 2015, arXiv:1411.5726, section 5 (CIDEr-D, n = 1 to 4, sigma = 6, times 10).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

LONGEST = 4
SIGMA = 6.0

Words = Sequence[str]
Grams = Counter[tuple[str, ...]]
Weights = dict[tuple[str, ...], float]


@dataclass(frozen=True, slots=True)
class Corpus:
    """In how many of ``items`` each n-gram occurs; rare ones say more.

    Attributes:
        seen: items that have the n-gram in at least one of their references.
        items: at least 2; n-grams of a single one all weigh nothing.
    """

    seen: Grams
    items: int

    @classmethod
    def of(cls, references: Sequence[Sequence[Words]]) -> Corpus:
        """From the references of each item."""
        seen: Grams = Counter()
        for texts in references:
            seen.update({gram for text in texts for gram in _grams(text)})
        return cls(seen, len(references))

    def weights(self, text: Words) -> list[Weights]:
        """The tf-idf weight of each n-gram of a text, for n from 1 to 4."""
        weights: list[Weights] = [{} for _ in range(LONGEST)]
        for gram, count in _grams(text).items():
            weights[len(gram) - 1][gram] = count * log(self.items / max(1, self.seen[gram]))
        return weights


def cider(text: Words, references: Sequence[Words], corpus: Corpus) -> float:
    """CIDEr-D of one text, from 0 to 10: the mean over its references, at least one, and over n."""
    written = corpus.weights(text)
    scores = [
        exp(-((len(text) - len(reference)) ** 2) / (2 * SIGMA**2))
        * sum(map(_similarity, written, corpus.weights(reference)))
        for reference in references
    ]
    return 10 * sum(scores) / len(scores) / LONGEST


def _similarity(text: Weights, reference: Weights) -> float:
    """The cosine of two vectors of weights, where repeating an n-gram gains nothing."""
    shared = sum(
        min(weight, reference[gram]) * reference[gram] for gram, weight in text.items() if gram in reference
    )
    lengths = sqrt(
        sum(weight**2 for weight in text.values()) * sum(weight**2 for weight in reference.values())
    )
    return shared / lengths if lengths else 0.0


def _grams(text: Words) -> Grams:
    return Counter(
        tuple(text[start : start + n]) for n in range(1, LONGEST + 1) for start in range(len(text) - n + 1)
    )
