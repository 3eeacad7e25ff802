"""Prices of deviations from the transcript, for a language and a recording.

All are our choices, measured by ``make bench-align``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from align.transcript import primary_language

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLEAN_DB, NOISY_DB = 35.0, 15.0
"""Loudness range in decibels of recordings without audible noise, and with noise at 10 dB."""
SILENCE_IN_NOISE = -25.0
"""Price of a pause in noise, where the closure of a stop (p, t, k) sounds like a pause: without it, words start
late."""

_LOUDNESS_FRAME = 400
_LOUDNESS_BLOCK = 4096  # frames whose squares are in memory at a time
_LOUD, _QUIET = 90, 5  # percentiles
_TINY = 1e-10


class Prices(NamedTuple):
    """Log probabilities of deviations from the transcript.

    Attributes:
        silence, noise: of entering such an arc.
        garbage: of entering speech that is not written, garbage or a filler.
        garbage_frame: of a frame in garbage, added to that of the most likely phone of the whole model.
        back: of stepping back, by at most ``most_back`` words.
        skip: of skipping a word.
    """

    silence: float = 0.0
    noise: float = -4.0
    garbage: float = -60.0
    garbage_frame: float = -3.0
    back: float = -40.0
    most_back: int = 5
    skip: float = -200.0


def prices_for(language: str, samples: NDArray[np.float32]) -> Prices:
    """Prices for a recording (16 kHz) in a language (BCP 47).

    The phones are English. Those of other languages fit worse than garbage would, so garbage must cost more.
    """
    prices = Prices(silence=_price_of_silence(samples))
    if primary_language(language) == "en":
        return prices
    return prices._replace(garbage=-80.0, garbage_frame=-6.0, back=-100.0)


def _price_of_silence(samples: NDArray[np.float32]) -> float:
    noisiness = (CLEAN_DB - loudness_range(samples)) / (CLEAN_DB - NOISY_DB)
    return SILENCE_IN_NOISE * min(1.0, max(0.0, noisiness))


def loudness_range(samples: NDArray[np.float32]) -> float:
    """Decibels between loud and quiet frames of 25 ms of a recording; close to the signal-to-noise ratio for speech."""
    whole = samples[: samples.size // _LOUDNESS_FRAME * _LOUDNESS_FRAME].reshape(-1, _LOUDNESS_FRAME)
    if not len(whole):
        return 0.0
    blocks = (whole[first : first + _LOUDNESS_BLOCK] for first in range(0, len(whole), _LOUDNESS_BLOCK))
    decibels = 10 * np.log10(np.concatenate([np.square(block).mean(axis=1) for block in blocks]) + _TINY)
    quiet, loud = np.percentile(decibels, [_QUIET, _LOUD])
    return float(loud - quiet)
