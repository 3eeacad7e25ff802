"""Alignment against synthesised speech: eSpeak NG reads the transcript, and the recording is warped onto its sound.

Both are converted to mel cepstra (the front end of ``viterbi``), each scaled to its own mean and variance; higher
coefficients have less weight. Between the synthetic words lies one frame that sounds like the quietest tenth of the
recording: a pause of any length warps onto it, and words without a pause pay for one frame. The warping is exact;
recordings of more than about a minute are first cut at their longest pauses (``passages.py``), each passage is scaled
by itself, and all are warped in one band around the coarse path that found the pauses.

It needs an eSpeak NG voice for the language, and no acoustic model. Speech that is not written has no place in the path
and shifts the words beside it. Words that were not said are not noticed either: a word's confidence
(``align.calibration``) is only about its time.

A transcript is refused when it fits the recording hardly better than the same speech reversed in time. On 42 English
recordings the right transcript cost at most 0.947 of its reverse, a wrong one at least 0.962 (24 tries); on 12 Hindi
recordings at most 0.965 against 0.975 (6 tries). In Telugu, and in recordings below 10 s, some wrong transcripts (0.90)
pass. A transcript that is wrong in part is not noticed.

Source: the method of aeneas (Pettarin, https://github.com/readbeyond/aeneas). The weights, quiet frames and refusal are
our choices.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from align.audio import Audio
from align.calibration import Measured, Timed, common_signs, judge
from align.engines.passages import Passage, Read, overview
from align.engines.protocol import Aligned
from align.errors import EngineError, TranscriptMismatchError
from align.phones.espeak_ng import synthesize
from align.readings.own_words import own_form
from align.timed import TimedWord
from environments.metrics.dtw import Warping, dtw_vectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from align.phones.espeak_ng import SynthesisedSpeech
    from align.transcript import Token, Transcript

MOST_PAIRS = 36_000_000
"""Largest number of frame pairs compared at once: 36 MB, a minute of each."""
REACHES = (500, 1000, 2000)
"""How far, in frames of the synthetic words, the path of a long recording may lie from the coarse path: if the best one
runs along the edge, twice as far, and again."""
MOST_JUDGED = 7
"""In so many passages of a long recording, the transcript is compared with its reverse."""
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
_STEP = 1 / FRAMES_PER_SECOND
_NEAR = 10  # steps of the path on either side of a boundary


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
        found = _found(recording, transcript)
        _refuse_mismatch(found.relative_cost)
        judgement = judge(self.name, transcript, found.measured)
        times: list[TimedWord | None] = [None] * len(transcript.tokens)
        for place, (index, start, end) in enumerate(found.spans):
            judged = judgement.words[place]
            times[index] = TimedWord(
                transcript.tokens[index].text,
                min(start, recording.duration),
                min(end, recording.duration),
                "aligned",
                round(judged.confidence, 4),
                expected_error=round(judged.expected_error, 4),
            )
        return Aligned(times)

    def measured(self, recording: Audio, transcript: Transcript) -> Measured:
        """What the confidence of words is taken from; errors as of ``align``, but no transcript is refused."""
        return _found(recording, transcript).measured


class _WarpedSpans(NamedTuple):
    """What the warping found: the seconds of each spoken token, and its cost relative to that of the reverse."""

    spans: list[tuple[int, float, float]]
    relative_cost: float
    measured: Measured


def _found(recording: Audio, transcript: Transcript) -> _WarpedSpans:
    from align.viterbi.front_end import FRAME_SECONDS

    heard = _cepstra(recording)
    recording.release()
    spoken, read = _read_aloud(transcript)
    is_short = len(heard) * len(spoken) <= MOST_PAIRS
    sound, frames, words, path, relative_cost = (_warped if is_short else _warped_by_passages)(
        heard, spoken, read
    )
    begin = np.searchsorted(path[:, 1], np.arange(len(frames)))
    bounds = [(begin[word.first], begin[word.last] - 1) for word in words]
    spans = [
        (word.token, float(path[a, 0]) * FRAME_SECONDS, float(path[b, 0] + 1) * FRAME_SECONDS)
        for word, (a, b) in zip(words, bounds, strict=True)
    ]
    measured = _measured(sound, frames, path, bounds, spans)
    return _WarpedSpans(spans, relative_cost, measured)


def _measured(
    heard: NDArray[np.float64],
    frames: NDArray[np.float64],
    path: NDArray[np.int64],
    bounds: Sequence[tuple[int, int]],
    spans: Sequence[tuple[int, float, float]],
) -> Measured:
    """The signs of each word; its fit is the negative mean cost of its part of the path."""
    fit = -np.linalg.norm(heard[path[:, 0]] - frames[path[:, 1]], axis=1)
    words = Timed(
        np.array([start for _, start, _ in spans]),
        np.array([end for _, _, end in spans]),
        np.array([fit[a : b + 1].mean() for a, b in bounds]),
        np.array([float(path[b, 1] - path[a, 1] + 1) for a, b in bounds]),
    )
    signs = common_signs(words, len(heard) * _STEP)
    signs["fit_before"] = np.array([fit[max(a - _NEAR, 0) : a].mean() if a else 0.0 for a, _ in bounds])
    signs["fit_after"] = np.array([fit[a : a + _NEAR].mean() for a, _ in bounds])
    return Measured([token for token, _, _ in spans], range(len(spans)), words.start.tolist(), signs)


class _Warped(NamedTuple):
    """The recording's frames as they were compared, those of the synthetic words with their pauses, the places of the
    words in them, the path (k, 2) through both, and its cost relative to that of the reverse."""

    sound: NDArray[np.float64]
    frames: NDArray[np.float64]
    words: list[Read]
    path: NDArray[np.int64]
    relative_cost: float


def _warped(heard: NDArray[np.float64], spoken: NDArray[np.float64], read: Sequence[Read]) -> _Warped:
    """Warp all frames of both exactly."""
    sound = _weighted(heard)
    frames, words = _with_pauses(_weighted(spoken), read, _quiet(sound))
    warping = dtw_vectors(sound, frames)
    relative = _relative(warping, dtw_vectors(sound, _turned_round(frames)))
    return _Warped(sound, frames, words, warping.path, relative)


def _warped_by_passages(
    heard: NDArray[np.float64], spoken: NDArray[np.float64], read: Sequence[Read]
) -> _Warped:
    """Warp the frames near a coarse path, each passage scaled to its own mean and variance. The relative cost is the
    median of those of some passages."""
    sound = _weighted(heard)
    frames, words = _with_pauses(_weighted(spoken), read, _quiet(sound))
    parts, near = overview(sound, frames, words, MOST_PAIRS)
    tokens = [each.token for each in read]
    for part in parts:
        sound[part.heard] = _weighted(heard[part.heard])
        first, last = words[part.words.start], words[part.words.stop - 1]
        of_part = read[bisect_left(tokens, first.token) : bisect_right(tokens, last.token)]
        begin = of_part[0].first
        shifted = [Read(each.token, each.first - begin, each.last - begin) for each in of_part]
        scaled = _weighted(spoken[begin : of_part[-1].last])
        with_pauses, _ = _with_pauses(scaled, shifted, _quiet(sound[part.heard]))
        frames[first.first - 1 : last.last + 1] = with_pauses
    relative = median(_relative_in(part, sound, frames, words) for part in _spread(parts))
    return _Warped(sound, frames, words, _path_near(sound, frames, near), relative)


def _spread(parts: Sequence[Passage]) -> list[Passage]:
    """At most ``MOST_JUDGED`` of the passages, from the first to the last."""
    places = np.linspace(0, len(parts) - 1, min(len(parts), MOST_JUDGED)).round().astype(int)
    return [parts[place] for place in places]


def _relative_in(
    part: Passage, sound: NDArray[np.float64], frames: NDArray[np.float64], words: Sequence[Read]
) -> float:
    spoken = frames[words[part.words.start].first - 1 : words[part.words.stop - 1].last + 1]
    there = sound[part.heard]
    return _relative(dtw_vectors(there, spoken), dtw_vectors(there, _turned_round(spoken)))


def _path_near(
    sound: NDArray[np.float64], frames: NDArray[np.float64], near: NDArray[np.float64]
) -> NDArray[np.int64]:
    """The best path in a band around ``near``, which is made wider where the path runs along its edge."""
    for reach in REACHES:
        path = dtw_vectors(sound, frames, band=reach, near=near).path
        away = np.abs(path[:, 1] - near[path[:, 0]])
        if away.max() < reach - 1:
            break
    return path


def _read_aloud(transcript: Transcript) -> tuple[NDArray[np.float64], list[Read]]:
    """The synthetic speech as cepstra (t, 13), and the frames of each spoken word."""
    from align.viterbi.front_end import FRAME_SECONDS

    spoken = [index for index, token in enumerate(transcript.tokens) if token.spoken]
    parts, read, length = [], list[Read](), 0
    for first in range(0, len(spoken), TOKENS_AT_ONCE):
        tokens, speech = _portion(transcript, spoken[first : first + TOKENS_AT_ONCE])
        if speech.words:
            frames = _cepstra(Audio(speech.samples, speech.sample_rate))
            for token, word in zip(tokens, speech.words, strict=True):
                begin = min(round(word.start_time / FRAME_SECONDS), len(frames) - 1)
                end = min(max(begin + 1, round(word.end_time / FRAME_SECONDS)), len(frames))
                read.append(Read(token, length + begin, length + end))
            parts.append(frames)
            length += len(frames)
    if not read:
        raise EngineError(
            f"eSpeak NG reads none of the {len(spoken)} words in {transcript.language!r}.",
            remedy="Check the language tag.",
        )
    return np.concatenate(parts), read


def _portion(transcript: Transcript, spoken: Sequence[int]) -> tuple[list[int], SynthesisedSpeech]:
    """Speak these tokens; returns the token of each synthetic word, and the speech."""
    texts = [_text_of(transcript.tokens[index]) for index in spoken]
    begin = np.cumsum([0, *(len(text) + len(_SEPARATOR) for text in texts)])
    speech = synthesize(_SEPARATOR.join(texts), transcript.language)
    places = np.searchsorted(begin, [word.character for word in speech.words], side="right") - 1
    return [spoken[place] for place in places], speech


def _text_of(token: Token) -> str:
    """A plain word as it is written, for its punctuation; others, such as "ft", as they are said."""
    return token.text if token.spoken == (own_form(token.text),) else " ".join(token.spoken)


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
    frames: NDArray[np.float64], spoken: Sequence[Read], quiet: NDArray[np.float64]
) -> tuple[NDArray[np.float64], list[Read]]:
    """The frames of the synthetic words, with a quiet frame before, between and after them, and the tokens in them."""
    parts, read, length = [quiet], list[Read](), 1
    for word in spoken:
        part = frames[word.first : word.last]
        begin = read.pop().first if read and read[-1].token == word.token else length
        read.append(Read(word.token, begin, length + len(part)))
        parts += [part, quiet]
        length += len(part) + 1
    return np.concatenate(parts), read


def _turned_round(frames: NDArray[np.float64]) -> NDArray[np.float64]:
    """Reverse the frames in time, which also changes the sign of their slopes."""
    cepstra, slopes = np.hsplit(frames[::-1], 2)
    return np.hstack([cepstra, -slopes])


def _relative(forwards: Warping, backwards: Warping) -> float:
    """The ratio of the two costs per step, because the paths are not equally long."""
    return forwards.cost / len(forwards.path) * len(backwards.path) / max(backwards.cost, 1e-12)


def _refuse_mismatch(relative: float) -> None:
    if relative > MOST_BACKWARDS:
        raise TranscriptMismatchError(
            f"The transcript does not fit the recording: its cost is {relative:.2f} of the cost of its reverse.",
            remedy="Check that they belong together, that all that is said is written, and that it can be heard.",
            relative_cost=relative,
        )
