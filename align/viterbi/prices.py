"""Prices of deviations from the transcript, for a language and a recording.

All are our choices, measured by ``make bench-align``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from align.transcript import primary_language

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLEAN_DB, NOISY_DB = 32.0, 14.0
"""Loudness range in decibels of recordings whose noise is not heard between words, and with noise at 10 dB."""
SILENCE_IN_NOISE = -25.0
"""Price of a pause in noise, where the closure of a stop (p, t, k) sounds like a pause: without it, words start
late."""

_LOUD, _QUIET = 90, 1  # percentiles


class Prices(NamedTuple):
    """Log probabilities of deviations from the transcript.

    Attributes:
        silence, noise: of entering such an arc.
        garbage: of entering speech that is not written, garbage or a filler.
        garbage_frame: of a frame in garbage, added to that of the most likely phone of the whole model.
        back: of stepping back, by at most ``most_back`` words.
        skip: of skipping a word.
        other_region: of a pronunciation of another region than the one that was given.
    """

    silence: float = 0.0
    noise: float = -4.0
    garbage: float = -60.0
    garbage_frame: float = -3.0
    back: float = -40.0
    most_back: int = 5
    skip: float = -200.0
    other_region: float = 0.0


def prices_for(language: str, loudness: NDArray[np.float64]) -> Prices:
    """Prices for a recording in a language (BCP 47).

    The phones are English. Those of other languages fit worse than garbage would, so garbage must cost more.

    Args:
        loudness: (t,) of ``Features``.
    """
    prices = Prices(silence=_price_of_silence(loudness))
    if primary_language(language) == "en":
        return prices
    return prices._replace(garbage=-80.0, garbage_frame=-6.0, back=-100.0)


def _price_of_silence(loudness: NDArray[np.float64]) -> float:
    noisiness = (CLEAN_DB - loudness_range(loudness)) / (CLEAN_DB - NOISY_DB)
    return SILENCE_IN_NOISE * min(1.0, max(0.0, noisiness))


def loudness_range(loudness: NDArray[np.float64]) -> float:
    """Decibels between the loud and the quietest frames.

    Noise is even: where it masks the closures of stops, no frame is much quieter than the others. A voice that hardly
    pauses, or a room that resounds, has some quiet frames all the same. Loudness is that of the features: hum and
    rumble, which they do not contain, and noise that was removed from them, mask nothing.
    """
    quiet, loud = np.percentile(loudness, [_QUIET, _LOUD])
    return float(loud - quiet)
