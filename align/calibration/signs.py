"""Signs that every engine has that gives words times: how well the sound fits, how long it lasts, what is beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

LEVEL = 0.6
"""Quantile of the fits that stands for the recording's own well-fitting words, even if half of the text is wrong."""
NEIGHBOURS = 3
"""Words on either side whose fit counts for a word."""
USUAL = 0.4
"""Natural logarithm of how much slower or faster than the recording's median a word may be said."""


class Timed(NamedTuple):
    """The words of a recording that an engine found, in order.

    Attributes:
        start, end: (n,) seconds.
        fit: (n,) how well the sound fits, in the engine's unit; higher is better.
        length: (n,) how long a word should be, in any unit: its phones, or its duration in synthetic speech.
    """

    start: Array
    end: Array
    fit: Array
    length: Array


def common_signs(words: Timed, duration: float) -> dict[str, Array]:
    """The signs (n,) of the words in a recording of ``duration`` seconds."""
    pace = paces(words.end - words.start, words.length)
    pause = np.maximum(words.start - np.r_[0.0, words.end[:-1]], 0.0)
    after = np.maximum(np.r_[words.start[1:], duration] - words.end, 0.0)
    return {
        **fits(words.fit),
        **slow_and_fast(pace),
        "slow_before": np.r_[0.0, np.maximum(pace[:-1] - USUAL, 0.0)],
        "fast_before": np.r_[0.0, np.maximum(-pace[:-1] - USUAL, 0.0)],
        "length": np.log(words.length),
        "pause": np.log1p(10 * pause),
        "pause_after": np.log1p(10 * after),
        "fit_of_previous": np.r_[words.fit[:1], words.fit[:-1]],
        "fit_of_next": np.r_[words.fit[1:], words.fit[-1:]],
    }


def fits(fit: Array) -> dict[str, Array]:
    """A word's fit by itself, against the recording's own level, and that of the words around it."""
    level = float(np.quantile(fit, LEVEL))
    return {
        "fit": fit,
        "relative_fit": fit - level,
        "level": np.full(fit.size, level),
        "neighbours": around(fit) - level,
    }


def slow_and_fast(pace: Array) -> dict[str, Array]:
    """How much longer and how much shorter than usual words last."""
    return {"slow": np.maximum(pace - USUAL, 0.0), "fast": np.maximum(-pace - USUAL, 0.0)}


def paces(duration: Array, length: Array) -> Array:
    """Natural logarithm (n,) of each word's duration for its length, against the recording's median."""
    pace = np.log(np.maximum(duration, 0.01) / length)
    return np.asarray(pace - np.median(pace))


def around(fit: Array) -> Array:
    """The mean fit (n,) of the nearest words on both sides, without the word itself."""
    window = np.ones(2 * NEIGHBOURS + 1)
    window[NEIGHBOURS] = 0
    total, count = (
        np.convolve(values, window)[NEIGHBOURS : NEIGHBOURS + fit.size] for values in (fit, np.ones(fit.size))
    )
    return np.asarray(np.where(count > 0, total / np.maximum(count, 1), fit))
