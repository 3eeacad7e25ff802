"""Alignment against synthesised speech: eSpeak NG reads the transcript, and the recording is warped onto its sound.

Both are converted to mel cepstra (the front end of ``viterbi``), each scaled to its own mean and variance; higher
coefficients have less weight. Between the synthetic words lies one frame that sounds like the quietest tenth of the
recording: a pause of any length warps onto it, and words without a pause pay for one frame. The warping is exact;
recordings of more than about a minute are first warped as a whole with their frames averaged, then frame by frame near
that path.

It needs an eSpeak NG voice for the language, and no acoustic model. Speech that is not written has no place in the path
and shifts the words beside it. The method gives no measure of certainty: ``confidence`` is None.

A transcript is refused when it fits the recording hardly better than the same speech reversed in time. On 42 English
recordings the right transcript cost at most 0.947 of its reverse, a wrong one at least 0.962 (24 tries); on 12 Hindi
recordings at most 0.965 against 0.975 (6 tries). In Telugu, and in recordings below 10 s, some wrong transcripts (0.90)
pass. A transcript that is wrong in part is not noticed.

Source: the method of aeneas (Pettarin, https://github.com/readbeyond/aeneas). The weights, quiet frames and refusal are
our choices.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from align.audio import Audio
from align.engines.protocol import Aligned
from align.errors import EngineError, TranscriptMismatchError
from align.phones.espeak_ng import synthesize
from align.timed import TimedWord
from environments.metrics.dtw import Warping, dtw_vectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from align.phones.espeak_ng import Speech
    from align.transcript import Transcript

MOST_PAIRS = 36_000_000
"""Largest number of frame pairs compared at once: 36 MB, a minute of each."""
REACH_SECONDS = 3.0
"""How far the path of a long recording may lie from the path of its averaged frames."""
PART_SECONDS = 60
TOKENS_AT_ONCE = 200
"""Longer recordings and transcripts are converted to frames in parts."""
FRAMES_PER_SECOND = 100
MOST_BACKWARDS = 0.965
"""Largest cost of the best path, relative to the best path with the synthetic speech reversed in time."""

_SEPARATOR = " \u200b "  # keeps eSpeak NG from reading "of the" as one word
_SLOPES_WEIGHT = 0.5
_DECAY = 0.75
_BLOCK_FRAMES = 4096
_QUIET_SHARE = 0.1


class _Read(NamedTuple):
    """A token in the synthetic frames: ``frames[first:last]``."""

    token: int
    first: int
    last: int


class ESpeak:
    """The engine ``espeak``."""

    name = "espeak"

    def align(self, recording: Audio, transcript: Transcript) -> Aligned:
        """Find the times of all tokens that eSpeak NG speaks; None for the others.

        Raises:
            TranscriptMismatchError: the reversed transcript fits the recording about as well.
            EngineError: eSpeak NG has no voice for the language, or reads nothing in the transcript.
            EngineNotInstalledError: the package espeakng-loader is missing.
        """
        from align.viterbi.front_end import FRAME_SECONDS

        static = _cepstra(recording)
        recording.release()
        heard = _weighted(static)
        del static
        spoken, read = _read_aloud(transcript)
        frames, words = _with_pauses(_weighted(spoken), read, _quiet(heard))
        path = _warp(heard, frames, FRAME_SECONDS)
        begin = np.searchsorted(path[:, 1], np.arange(len(frames)))
        times: list[TimedWord | None] = [None] * len(transcript.tokens)
        for word in words:
            start, end = path[begin[word.first], 0], path[begin[word.last] - 1, 0] + 1
            times[word.token] = TimedWord(
                transcript.tokens[word.token].text,
                min(float(start) * FRAME_SECONDS, recording.duration),
                min(float(end) * FRAME_SECONDS, recording.duration),
                "aligned",
            )
        return Aligned(times)


def _read_aloud(transcript: Transcript) -> tuple[NDArray[np.float64], list[_Read]]:
    """The synthetic speech as cepstra (t, 13), and the frames of each spoken word."""
    from align.viterbi.front_end import FRAME_SECONDS

    spoken = [index for index, token in enumerate(transcript.tokens) if token.spoken]
    parts, read, length = [], list[_Read](), 0
    for first in range(0, len(spoken), TOKENS_AT_ONCE):
        tokens, speech = _portion(transcript, spoken[first : first + TOKENS_AT_ONCE])
        if speech.words:
            frames = _cepstra(Audio(speech.samples, speech.sample_rate))
            for token, word in zip(tokens, speech.words, strict=True):
                begin = min(round(word.start_time / FRAME_SECONDS), len(frames) - 1)
                end = min(max(begin + 1, round(word.end_time / FRAME_SECONDS)), len(frames))
                read.append(_Read(token, length + begin, length + end))
            parts.append(frames)
            length += len(frames)
    if not read:
        raise EngineError(
            f"eSpeak NG reads none of the {len(spoken)} words in {transcript.language!r}.",
            remedy="Check the language tag.",
        )
    return np.concatenate(parts), read


def _portion(transcript: Transcript, spoken: Sequence[int]) -> tuple[list[int], Speech]:
    """Speak these tokens; returns the token of each synthetic word, and the speech."""
    texts = [transcript.tokens[index].text for index in spoken]
    begin = np.cumsum([0, *(len(text) + len(_SEPARATOR) for text in texts)])
    speech = synthesize(_SEPARATOR.join(texts), transcript.language)
    places = np.searchsorted(begin, [word.character for word in speech.words], side="right") - 1
    return [spoken[place] for place in places], speech


def _cepstra(sound: Audio) -> NDArray[np.float64]:
    """Cepstra (t, 13), one row every 10 ms. A long recording is converted part by part, to resample only a part at a
    time."""
    from align.viterbi.front_end import SAMPLE_RATE, cepstra

    step, overlap = PART_SECONDS * sound.sample_rate, sound.sample_rate // 10
    parts = []
    for first in range(0, sound.samples.size, step):
        part = Audio(sound.samples[first : first + step + overlap], sound.sample_rate)
        frames = cepstra(part.resampled(SAMPLE_RATE).samples)
        is_last = first + step >= sound.samples.size
        parts.append(frames if is_last else frames[: PART_SECONDS * FRAMES_PER_SECOND])
    return np.concatenate(parts)


def _weighted(static: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weighted cepstra and their slopes (t, 26)."""
    from align.viterbi.front_end import N_CEPSTRA, features_at

    found = np.empty((len(static), 2 * N_CEPSTRA))
    for first in range(0, len(static), _BLOCK_FRAMES):
        frames = np.arange(first, min(first + _BLOCK_FRAMES, len(static)))
        found[frames] = features_at(static, frames)[:, : 2 * N_CEPSTRA]
    decay = np.arange(1.0, N_CEPSTRA + 1) ** -_DECAY
    weights = np.concatenate([decay, _SLOPES_WEIGHT * decay])
    mean, deviation = found.mean(axis=0), found.std(axis=0)
    found -= mean
    found /= deviation + 1e-6
    found *= weights
    return found


def _quiet(heard: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean (1, 26) of the frames with the least energy."""
    energy = heard[:, 0]
    return np.asarray(heard[energy <= np.quantile(energy, _QUIET_SHARE)].mean(axis=0, keepdims=True))


def _with_pauses(
    frames: NDArray[np.float64], spoken: Sequence[_Read], quiet: NDArray[np.float64]
) -> tuple[NDArray[np.float64], list[_Read]]:
    """The frames of the synthetic words, with a quiet frame before, between and after them, and the tokens in them."""
    parts, read, length = [quiet], list[_Read](), 1
    for word in spoken:
        part = frames[word.first : word.last]
        begin = read.pop().first if read and read[-1].token == word.token else length
        read.append(_Read(word.token, begin, length + len(part)))
        parts += [part, quiet]
        length += len(part) + 1
    return np.concatenate(parts), read


def _warp(heard: NDArray[np.float64], read: NDArray[np.float64], frame_seconds: float) -> NDArray[np.int64]:
    """The warping path through all frames of both."""
    averaged = int(np.ceil(np.sqrt(len(heard) * len(read) / MOST_PAIRS)))
    coarse, coarse_read = _averaged(heard, averaged), _averaged(read, averaged)
    warping = dtw_vectors(coarse, coarse_read)
    _refuse_mismatch(warping, dtw_vectors(coarse, _turned_round(coarse_read)))
    if averaged == 1:
        return warping.path
    near = np.interp(np.arange(len(heard)), *(warping.path.T * averaged))
    near = np.minimum(np.maximum.accumulate(near), len(read) - 1)
    return dtw_vectors(heard, read, band=round(REACH_SECONDS / frame_seconds), near=near).path


def _averaged(frames: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    bounds = range(0, len(frames) + count, count)
    return np.array(
        [frames[first:last].mean(axis=0) for first, last in pairwise(bounds) if first < len(frames)]
    )


def _turned_round(frames: NDArray[np.float64]) -> NDArray[np.float64]:
    """Reverse the frames in time, which also changes the sign of their slopes."""
    cepstra, slopes = np.hsplit(frames[::-1], 2)
    return np.hstack([cepstra, -slopes])


def _refuse_mismatch(forwards: Warping, backwards: Warping) -> None:
    """The ratio of the two costs per step, because the paths are not equally long."""
    relative = forwards.cost / len(forwards.path) * len(backwards.path) / max(backwards.cost, 1e-12)
    if relative > MOST_BACKWARDS:
        raise TranscriptMismatchError(
            f"The transcript does not fit the recording: its cost is {relative:.2f} of the cost of its reverse.",
            remedy="Check that they belong together, that all that is said is written, and that it can be heard.",
            relative_cost=relative,
        )
