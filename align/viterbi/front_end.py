"""Features of the CMU Sphinx acoustic models: 13 cepstra every 10 ms, with slopes and curvatures.

Source: CMU Sphinx' front end (sphinxbase ``fe`` and ``feat``) with the settings of the en-us model's ``feat.params``:
25 mel filters from 130 to 6800 Hz, noise removal, orthonormal DCT, lifter 22, ``1s_c_d_dd``. Filters: Davis and
Mermelstein 1980. Noise removal: the floor tracking of PNCC (Kim and Stern 2012).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from environments.compilation import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

SAMPLE_RATE = 16_000
FRAME_SHIFT = 160
"""Samples between the starts of two frames: 10 ms."""
FRAME_SECONDS = FRAME_SHIFT / SAMPLE_RATE
WINDOW_SAMPLES = 410
"""Samples in a frame: 25.6 ms."""
N_CEPSTRA = 13

DECIBELS = 10 / float(np.log(10)) / 5
"""What the first cepstrum has to be multiplied with: it is the mean of the 25 filters' log power, times 5."""

_FFT_SIZE = 512
_N_FILTERS, _LOWEST_HZ, _HIGHEST_HZ = 25, 130.0, 6800.0
_PRE_EMPHASIS = 0.97
_LIFTER = 22
_LEAST_POWER = 1e-4
_BLOCK_FRAMES = 256


def features(samples: NDArray[np.float32]) -> NDArray[np.float64]:
    """Features (t, 39) of 16 kHz sound in [-1, 1]: cepstra minus their mean over the recording, slopes and
    curvatures."""
    return with_slopes(centred_cepstra(samples))


def centred_cepstra(samples: NDArray[np.float32]) -> NDArray[np.float64]:
    """Cepstra (t, 13) of 16 kHz sound minus their mean over the recording."""
    static = cepstra(samples)
    static -= static.mean(axis=0)
    return static


def cepstra(samples: NDArray[np.float32]) -> NDArray[np.float64]:
    """Liftered mel cepstra (t, 13); frame i covers the samples from 160 i to 160 i + 410."""
    n_frames = 1 + max(0, -(-(samples.size - WINDOW_SAMPLES) // FRAME_SHIFT))
    found, cosines = np.empty((n_frames, N_CEPSTRA)), _liftered_cosines()
    state: NDArray[np.float64] | None = None
    for first in range(0, n_frames, _BLOCK_FRAMES):  # only a block's spectra are ever in memory
        end = min(first + _BLOCK_FRAMES, n_frames)
        power = _mel_power(samples, first, end)
        power += _LEAST_POWER
        state = _first_state(power[0]) if state is None else state
        _remove_noise(power, state)
        power += _LEAST_POWER
        spectrum = np.log(power, out=power)
        found[first:end] = spectrum @ cosines
    return found


def with_slopes(static: NDArray[np.float64]) -> NDArray[np.float64]:
    """Features (t, 39): cepstra, difference over 4 frames, and difference of the differences, with the ends
    repeated."""
    found = np.empty((len(static), 3 * N_CEPSTRA))
    for first in range(0, len(static), _BLOCK_FRAMES):
        end = min(first + _BLOCK_FRAMES, len(static))
        found[first:end] = features_at(static, np.arange(first, end))
    return found


def features_at(static: NDArray[np.float64], frames: NDArray[np.intp]) -> NDArray[np.float64]:
    """The rows (n, 39) of ``with_slopes`` for these frames (n,)."""
    at = {offset: static[np.clip(frames + offset, 0, len(static) - 1)] for offset in range(-3, 4)}
    return np.hstack([at[0], at[2] - at[-2], (at[3] - at[-1]) - (at[1] - at[-3])])


def _mel_power(samples: NDArray[np.float32], first: int, end: int) -> NDArray[np.float64]:
    """Power (end - first, 25) of these frames in the mel filters."""
    emphasised = _pre_emphasised(samples, first * FRAME_SHIFT, (end - 1) * FRAME_SHIFT + WINDOW_SAMPLES)
    frames = np.lib.stride_tricks.sliding_window_view(emphasised, WINDOW_SAMPLES)[::FRAME_SHIFT]
    spectrum = np.fft.rfft(frames * np.hamming(WINDOW_SAMPLES), _FFT_SIZE)
    return np.asarray((spectrum.real**2 + spectrum.imag**2) @ _mel_filters())


def _pre_emphasised(samples: NDArray[np.float32], first: int, end: int) -> NDArray[np.float32]:
    """Samples from ``first`` to ``end``, scaled as 16-bit integers; zeros beyond the last one."""
    emphasised = np.zeros(end - first, np.float32)
    part = samples[first:end]
    emphasised[: part.size] = part
    before = samples[max(first - 1, 0) : first + part.size - 1]
    emphasised[part.size - before.size : part.size] -= np.float32(_PRE_EMPHASIS) * before
    emphasised *= np.float32(32768)
    return emphasised


@cache
def _mel_filters() -> NDArray[np.float64]:
    """Triangular filters (257, 25) of unit area, equally wide in mel, with corners at the nearest bin of the
    spectrum."""
    bin_hz = SAMPLE_RATE / _FFT_SIZE
    mel = np.linspace(_mel(_LOWEST_HZ), _mel(_HIGHEST_HZ), _N_FILTERS + 2)
    corners = np.floor(700 * (10 ** (mel / 2595) - 1) / bin_hz + 0.5) * bin_hz
    left, centre, right = corners[:-2], corners[1:-1], corners[2:]
    frequency = np.arange(_FFT_SIZE // 2 + 1)[:, None] * bin_hz
    slopes = np.minimum((frequency - left) / (centre - left), (right - frequency) / (right - centre))
    return np.asarray(np.maximum(0.0, slopes) * 2 / (right - left))


def _mel(hz: float) -> float:
    return 2595 * float(np.log10(1 + hz / 700))


@cache
def _liftered_cosines() -> NDArray[np.float64]:
    """The orthonormal DCT-II (25, 13) that makes cepstra of log spectra, with the lifter's weights."""
    order = np.arange(N_CEPSTRA)
    cosines = np.cos(np.pi / _N_FILTERS * (np.arange(_N_FILTERS)[:, None] + 0.5) * order)
    norm = np.sqrt(np.where(order == 0, 1.0, 2.0) / _N_FILTERS)
    return np.asarray(cosines * norm * (1 + _LIFTER / 2 * np.sin(np.pi * order / _LIFTER)))


def _first_state(power: NDArray[np.float64]) -> NDArray[np.float64]:
    """What ``_remove_noise`` knows (4, 25) before a recording whose first frame has this power (25,)."""
    return np.stack([power, power / 20.0, power / 20.0, np.zeros_like(power)])


@compiled
def _remove_noise(power: NDArray[np.float64], state: NDArray[np.float64]) -> None:
    """Remove noise in place: a gain per filter from a floor that falls fast and rises slowly, smoothed over
    neighbouring filters. ``state`` is carried on to the next block of frames."""
    n_frames, n_filters = power.shape
    smooth, noise, floor, peak = state[0], state[1], state[2], state[3]
    gain = np.empty(n_filters)
    for t in range(n_frames):
        for i in range(n_filters):
            smooth[i] = 0.7 * smooth[i] + 0.3 * power[t, i]
            slow = 0.995 if smooth[i] >= noise[i] else 0.5
            noise[i] = slow * noise[i] + (1 - slow) * smooth[i]
            signal = max(smooth[i] - noise[i], 1.0)
            slow = 0.995 if signal >= floor[i] else 0.5
            floor[i] = slow * floor[i] + (1 - slow) * signal
            onset = signal
            peak[i] *= 0.85
            if signal < 0.85 * peak[i]:  # masked by a louder sound just before
                signal = 0.2 * peak[i]
            peak[i] = max(peak[i], onset)
            signal = max(signal, floor[i])
            gain[i] = min(max(signal / smooth[i], 0.05), 20.0)
        for i in range(n_filters):
            first, last = max(i - 4, 0), min(i + 4, n_filters - 1)
            power[t, i] *= gain[first : last + 1].mean()
