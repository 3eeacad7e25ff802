"""Which words of a draft are sure."""

from __future__ import annotations

UNSURE = 0.6
"""A word is unsure where the recogniser's confidence is less. Each recogniser has its own scale; for Whisper's
probabilities and Google's confidences most wrong words are below."""


def is_sure(confidence: float | None) -> bool:
    """Whether the recogniser is sure of a word, or cannot say how sure it is."""
    return confidence is None or confidence >= UNSURE
