"""Measures of a voice: when a person speaks, how far above the noise, and which parts were clipped.

Frames of 30 ms. A frame is speech when WebRTC's voice activity detector says so and it is clearly louder than the
recording's floor; the detector alone takes steady noise for speech, loudness alone takes a door for it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from align.report import Stretch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from align.audio import Audio

LOUDNESS_FRAME_SECONDS = 0.03
SAMPLE_RATE = 16_000
FRAME = int(LOUDNESS_FRAME_SECONDS * SAMPLE_RATE)
STRICTEST = 3  # of the detector's modes
QUIETEST = -60.0
"""Level in dB of full scale below which nothing counts as speech: a voice 20 dB too quiet is above it, 50 dB is not."""
USUAL, MOST_GAIN = -25.0, 40.0
"""What the detector expects of the loudest frames, in dB, and how much quieter they may be."""
FLOOR_PERCENTILE = 10
ABOVE_FLOOR = 5.0
"""The least difference between speech and the floor, in dB."""
LONGEST_GAP = 0.5
"""The longest pause within one stretch of speech, in seconds."""
PLATEAU = 3
"""This many consecutive, nearly equal samples at the edge of the wave's range count as clipped."""
EDGE, FLATNESS = 0.9, 0.0002
"""Shares of the recording's peak: where its edge begins, and how far samples of a plateau differ."""


class Sound:
    """A voice, measured.

    Attributes:
        duration: in seconds.
    """

    def __init__(self, recording: Audio) -> None:
        self._recording = recording
        self.duration = recording.duration

    @cached_property
    def levels(self) -> NDArray[np.float64]:
        """(frames,) in dB of full scale, each without its mean; a last part of a frame is left out."""
        frames = _framed(self._heard.samples, FRAME).astype(np.float64)
        power = frames.var(axis=1)
        levels: NDArray[np.float64] = 10 * np.log10(np.maximum(power, 1e-12))
        return levels

    @cached_property
    def speech(self) -> NDArray[np.bool_]:
        """(frames,) whether a person speaks."""
        from pocketsphinx import Vad

        detector = Vad(STRICTEST, SAMPLE_RATE, LOUDNESS_FRAME_SECONDS)
        pcm, size = self._at_usual_loudness().pcm(), detector.frame_bytes
        voiced = [detector.is_speech(pcm[i * size : (i + 1) * size]) for i in range(self.levels.size)]
        least = max(QUIETEST, self._floor + ABOVE_FLOOR)
        return np.array(voiced, dtype=bool) & (self.levels > least)

    @cached_property
    def speech_times(self) -> NDArray[np.float64]:
        """(n,) the middle of each frame of speech, in seconds."""
        return np.add(np.flatnonzero(self.speech), 0.5, dtype=np.float64) * LOUDNESS_FRAME_SECONDS

    @property
    def speech_seconds(self) -> float:
        """Seconds of speech, without the pauses between words."""
        return float(self.speech.sum()) * LOUDNESS_FRAME_SECONDS

    @property
    def speech_share(self) -> float:
        """The share of speech in the recording, in [0, 1]; short pauses count as speech."""
        return min(1.0, sum(stretch.duration for stretch in self.spoken) / self.duration)

    @cached_property
    def spoken(self) -> tuple[Stretch, ...]:
        """Stretches of speech, including the short pauses in them."""
        return stretches(self.speech, LONGEST_GAP)

    @cached_property
    def silent(self) -> tuple[Stretch, ...]:
        """The gaps between stretches of speech."""
        edges = [
            0.0,
            *(time for each in self.spoken for time in (each.start_time, each.end_time)),
            self.duration,
        ]
        pairs = zip(edges[::2], edges[1::2], strict=True)
        return tuple(Stretch(start, end) for start, end in pairs if end > start)

    @cached_property
    def noise_ratio(self) -> float | None:
        """Power of the voice over that of the noise between words, in dB; None without both."""
        power = 10 ** (self.levels / 10)
        pauses = ~_widened(self.speech)
        if not self.speech.any() or not pauses.any():
            return None
        noise, both = float(power[pauses].mean()), float(power[self.speech].mean())
        return float(10 * np.log10(max(both - noise, 1e-12) / noise))

    @cached_property
    def cut_off(self) -> NDArray[np.bool_]:
        """(frames,) in which the wave stands still at the edge of its range, as a clipped one does."""
        samples = self._recording.samples
        peak = float(np.abs(samples).max())
        flat = np.abs(np.diff(samples)) <= FLATNESS * peak
        flat &= np.abs(samples[1:]) >= EDGE * peak
        runs = np.convolve(flat, np.ones(PLATEAU - 1), mode="valid") >= PLATEAU - 1
        places = np.flatnonzero(runs) / (self._recording.sample_rate * LOUDNESS_FRAME_SECONDS)
        found = np.zeros(self.levels.size, dtype=bool)
        found[places.astype(int)[places < self.levels.size]] = True
        return found

    def _at_usual_loudness(self) -> Audio:
        loudest = float(np.percentile(self.levels, 99)) if self.levels.size else USUAL
        gain = 10 ** (min(MOST_GAIN, max(0.0, USUAL - loudest)) / 20)
        return replace(self._heard, samples=self._heard.samples * np.float32(gain))

    @cached_property
    def _heard(self) -> Audio:
        return self._recording.resampled(SAMPLE_RATE)

    @cached_property
    def _floor(self) -> float:
        return float(np.percentile(self.levels, FLOOR_PERCENTILE)) if self.levels.size else 0.0


def stretches(frames: NDArray[np.bool_], longest_gap: float) -> tuple[Stretch, ...]:
    """Runs of frames that are set; runs with shorter gaps (in seconds) between them are joined."""
    places = np.flatnonzero(frames)
    if not places.size:
        return ()
    breaks = np.flatnonzero(np.diff(places) - 1 > longest_gap / LOUDNESS_FRAME_SECONDS)
    firsts, lasts = places[[0, *(breaks + 1)]], places[[*breaks, -1]]
    return tuple(
        Stretch(
            round(float(first) * LOUDNESS_FRAME_SECONDS, 3),
            round(float(last + 1) * LOUDNESS_FRAME_SECONDS, 3),
        )
        for first, last in zip(firsts, lasts, strict=True)
    )


def longest(found: Sequence[Stretch], count: int = 5) -> tuple[Stretch, ...]:
    """The longest few of them, in order of time."""
    kept = sorted(found, key=lambda stretch: -stretch.duration)[:count]
    return tuple(sorted(kept, key=lambda stretch: stretch.start_time))


def _widened(frames: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Frames that are set, and two on either side: the edge of a word is not a pause."""
    return np.convolve(frames, np.ones(5), mode="same") > 0


def _framed(samples: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    count = samples.size // size
    return samples[: count * size].reshape(count, size)
