"""The models of one engine, which turn signs into probabilities.

Distance of a start from its true start: cumulative logits with proportional odds (McCullagh 1980, "Regression models
for ordinal data"): P(distance > t) = s(signs · weights - cut(t)) with the logistic function s, for each t of
``DISTANCES``.
That the word was said: logistic regression on the same signs.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Signs = Mapping[str, NDArray[np.float64]]
    """Each sign (n,) of the words."""

COEFFICIENTS = Path(__file__).with_name("coefficients.json")
DISTANCES = (0.01, 0.025, 0.05, 0.1, 0.2, 0.5)
"""Seconds of the cumulative logits."""
USUALLY_SAID = 3.0
"""Natural logarithm of the odds that a written word was said, before its signs are known: twenty to one."""
NEAR_SECONDS = 0.1
"""A confidence is the probability that the word starts within this distance of its time."""


class SignScale:
    """What one engine's signs mean.

    Args:
        fitted: an engine's part of ``coefficients.json``.

    Attributes:
        tells_unspoken: whether the engine's signs tell well enough which words were not said.
        skipped: evidence, as of ``said``, of a word for which the engine found no place.
    """

    def __init__(self, fitted: Mapping[str, Any]) -> None:
        self._distance: Mapping[str, float] = fitted["distance"]
        self._cuts = np.array(fitted["cuts"])
        self._beyond = float(fitted["beyond"])
        self.tells_unspoken = "said" in fitted
        self._said: Mapping[str, float] = fitted.get("said", {})
        self._bias = float(fitted.get("bias", 0.0))
        self.skipped = float(fitted.get("skipped", 0.0))

    def confidence(self, signs: Signs) -> NDArray[np.float64]:
        """The probability (n,) that each word was said, if the engine can tell, and starts within ``NEAR_SECONDS`` of
        its time."""
        near = 1 - self._exceeds(signs)[DISTANCES.index(NEAR_SECONDS)]
        was_said = _logistic(self.said(signs) + USUALLY_SAID) if self.tells_unspoken else 1.0
        return np.asarray(near * was_said)

    def expected_error(self, signs: Signs) -> NDArray[np.float64]:
        """The expected distance (n,) in seconds of each word's start from its true start, if it was said: the integral
        of the probability that it is farther off."""
        exceeds = np.vstack([np.ones((1, _count(signs))), self._exceeds(signs)])
        widths = np.diff(DISTANCES, prepend=0.0)
        within = (exceeds[:-1] + exceeds[1:]).T @ widths / 2
        return np.asarray(within + self._beyond * exceeds[-1])

    def said(self, signs: Signs) -> NDArray[np.float64]:
        """The logarithm (n,) of how much likelier the signs are if the word was said than if it was not."""
        return _weighted(signs, self._said) + self._bias

    def _exceeds(self, signs: Signs) -> NDArray[np.float64]:
        """The probabilities (distances, n) that a start is farther off than each of ``DISTANCES``."""
        odds = _weighted(signs, self._distance)[None, :] - self._cuts[:, None]
        return _logistic(odds)


@cache
def scale_of(engine: str) -> SignScale:
    """The scale of one of our engines."""
    return SignScale(json.loads(COEFFICIENTS.read_text(encoding="utf-8"))["engines"][engine])


def _logistic(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-odds)))


def _weighted(signs: Signs, weights: Mapping[str, float]) -> NDArray[np.float64]:
    return np.asarray(
        sum((signs[name] * weight for name, weight in weights.items()), np.zeros(_count(signs)))
    )


def _count(signs: Signs) -> int:
    return len(next(iter(signs.values())))
