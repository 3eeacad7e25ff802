"""From what an engine measured to what it may say: confidence, expected error, passages that were not said."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from align.calibration.scale import scale_of
from align.calibration.unspoken import unspoken_passages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from align.transcript import Transcript


class Measured(NamedTuple):
    """What an engine measured of the words that it found.

    Attributes:
        tokens: (m,) the token of each spoken word of the transcript, found or not.
        found: (n,) the spoken words that it found, in order.
        starts: (n,) seconds.
        signs: each sign (n,).
    """

    tokens: Sequence[int]
    found: Sequence[int]
    starts: Sequence[float]
    signs: Mapping[str, NDArray[np.float64]]


class WordJudgement(NamedTuple):
    """See ``Scale``; ``said`` is positive for words that were said."""

    confidence: float
    expected_error: float
    said: float


class Judgement(NamedTuple):
    """What follows from the signs.

    Attributes:
        words: by spoken word.
        unspoken: passages of tokens that were not said, each its first token and the one after its last; None if the
            engine cannot tell.
    """

    words: Mapping[int, WordJudgement]
    unspoken: tuple[tuple[int, int], ...] | None

    @property
    def unspoken_tokens(self) -> int:
        """Number of tokens in ``unspoken``."""
        return sum(end - first for first, end in self.unspoken or ())


def judge(engine: str, transcript: Transcript, measured: Measured) -> Judgement:
    """Judge the words that one of our engines measured."""
    scale, words = scale_of(engine), dict[int, WordJudgement]()
    if measured.found:
        signs = measured.signs
        values = zip(scale.confidence(signs), scale.expected_error(signs), scale.said(signs), strict=True)
        words = {
            word: WordJudgement(*map(float, each)) for word, each in zip(measured.found, values, strict=True)
        }
    if not scale.tells_unspoken:
        return Judgement(words, None)
    evidence: list[float | None] = [None] * len(transcript.tokens)
    for word, token in enumerate(measured.tokens):
        amount = words[word].said if word in words else scale.skipped
        evidence[token] = amount + (evidence[token] or 0.0)
    return Judgement(words, tuple(unspoken_passages(transcript.words, evidence)))
