"""What may happen beside the transcript, and what each costs, for a language and a recording.

Our choices throughout, measured by ``make bench-align``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from align.transcript import primary_language

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLEAN_DB, NOISY_DB = 35.0, 15.0
"""Loudness range of recordings without audible noise, and with noise at 10 dB."""
SILENCE_IN_NOISE = -25.0
"""In noise the closure of a stop (p, t, k) sounds like a pause; unless pauses cost something, words start late."""

_LOUDNESS_FRAME = 400
_LOUD, _QUIET = 90, 5  # percentiles
_TINY = 1e-10


class Prices(NamedTuple):
    """Log probabilities of what the transcript does not say.

    Attributes:
        silence, noise: of entering such an arc.
        garbage: of entering speech that is not written, be it garbage or a filler.
        garbage_frame: of a frame in garbage, besides that of the likeliest phone of the whole model.
        back: of stepping back, by at most ``most_back`` words.
        skip: of leaving out a word.
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

    The phones are English: those of other languages fit worse than garbage would, which must therefore cost more.
    """
    prices = Prices(silence=_price_of_silence(samples))
    if primary_language(language) == "en":
        return prices
    return prices._replace(garbage=-80.0, garbage_frame=-6.0, back=-100.0)


def _price_of_silence(samples: NDArray[np.float32]) -> float:
    noisiness = (CLEAN_DB - loudness_range(samples)) / (CLEAN_DB - NOISY_DB)
    return SILENCE_IN_NOISE * min(1.0, max(0.0, noisiness))


def loudness_range(samples: NDArray[np.float32]) -> float:
    """Decibels between the loud and the quiet 25 ms of a recording: near the signal-to-noise ratio for speech."""
    whole = samples[: samples.size // _LOUDNESS_FRAME * _LOUDNESS_FRAME].reshape(-1, _LOUDNESS_FRAME)
    if not len(whole):
        return 0.0
    decibels = 10 * np.log10(np.square(whole).mean(axis=1) + _TINY)
    quiet, loud = np.percentile(decibels, [_QUIET, _LOUD])
    return float(loud - quiet)
