"""Cutting a long recording and its synthetic speech into passages at the same pauses.

A coarse path through both shows which pause between two words lies where: frames are averaged, first so many that the
path is exact, then fewer near the path before. Words are averaged one by one, so that the quiet frame between two words
stays, onto which a pause of any length warps; averaged with its neighbours, it would drag the path off in every pause.
The longest pauses become the cuts: a passage is then aligned without regard to what is before and after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from environments.metrics.dtw import dtw_vectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LEAST_FRAMES = 1_000
MOST_FRAMES = 3_000
"""A passage lasts from ten to thirty seconds, where there is a pause of ``PAUSE_FRAMES`` in this time."""
LONGEST_FRAMES = 6_000
PAUSE_FRAMES = 30
COARSEST = 16
"""The first coarse path averages at most so many frames: with more, most words are one frame, and the path is lost."""
FINEST = 4
"""The last coarse path averages so many frames, which finds a pause to a twentieth of a second."""
REACH_FRAMES = 125
"""How far a path may leave the one before, for each frame that that one averaged."""


class Read(NamedTuple):
    """A token in the synthetic frames: ``frames[first:last]``."""

    token: int
    first: int
    last: int


class Passage(NamedTuple):
    """A part of a recording, by its frames, and the words read in it, by their places."""

    heard: slice
    words: slice


class _Coarse(NamedTuple):
    """Averaged frames (k, d), and the frame that each begins with (k,)."""

    frames: NDArray[np.float64]
    starts: NDArray[np.int64]


class Overview(NamedTuple):
    """What is known of a long recording before its frames are warped one by one.

    Attributes:
        passages: in order; together they are all of the recording, and all words.
        near: (n,) where about each frame of the recording lies in the frames of the synthetic words.
    """

    passages: list[Passage]
    near: NDArray[np.float64]


def overview(
    heard: NDArray[np.float64], frames: NDArray[np.float64], words: Sequence[Read], most_pairs: int
) -> Overview:
    """Cut a recording at its long pauses, and find about where its words lie.

    Args:
        heard: (n, d) frames of the recording.
        frames: (m, d) frames of the synthetic words, with a quiet frame before, between and after them.
        words: places of the words in ``frames``.
        most_pairs: of averaged frames, compared for the first path; more where ``COARSEST`` needs them.
    """
    sound, speech, path = _coarse_path(heard, frames, words, most_pairs)
    near = np.interp(np.arange(len(heard)), sound.starts[path[:, 0]], speech.starts[path[:, 1]])
    first, last = _pauses(sound, speech, path, words)
    cuts, begin = [0], 0
    while len(heard) - begin > MOST_FRAMES:
        word = _cut(first, last, begin)
        if word is None:
            break
        cuts.append(word)
        begin = int(first[word - 1] + last[word - 1]) // 2
    bounds = [0, *(int(first[word - 1] + last[word - 1]) // 2 for word in cuts[1:]), len(heard)]
    ends = [*cuts[1:], len(words)]
    parts = [Passage(slice(*bounds[i : i + 2]), slice(cuts[i], ends[i])) for i in range(len(ends))]
    return Overview(parts, np.maximum.accumulate(near))


def _cut(first: NDArray[np.int64], last: NDArray[np.int64], begin: int) -> int | None:
    """The first word after the longest pause that may end the passage from ``begin``; None where there is none."""
    middle, length = (first + last) // 2, last - first
    for most in (MOST_FRAMES, LONGEST_FRAMES):
        near = np.flatnonzero((middle > begin + LEAST_FRAMES) & (middle <= begin + most))
        if near.size and (length[near].max() >= PAUSE_FRAMES or most == LONGEST_FRAMES):
            return int(near[length[near].argmax()]) + 1
    return None


def _coarse_path(
    heard: NDArray[np.float64], frames: NDArray[np.float64], words: Sequence[Read], most_pairs: int
) -> tuple[_Coarse, _Coarse, NDArray[np.int64]]:
    """The averaged frames of the recording and of the words, and the path through them."""
    count = min(COARSEST, max(1, int(np.ceil(np.sqrt(len(heard) * len(frames) / most_pairs)))))
    sound, speech = _averaged(heard, count), _averaged_words(frames, words, count)
    path = dtw_vectors(sound.frames, speech.frames).path
    while count > FINEST:
        before, count = count, max(FINEST, count // FINEST)
        known = sound.starts[path[:, 0]], speech.starts[path[:, 1]]
        sound, speech = _averaged(heard, count), _averaged_words(frames, words, count)
        there = np.interp(np.interp(sound.starts, *known), speech.starts, np.arange(len(speech.starts)))
        band = max(1, REACH_FRAMES * before // count)
        path = dtw_vectors(sound.frames, speech.frames, band=band, near=np.maximum.accumulate(there)).path
    return sound, speech, path


def _pauses(
    sound: _Coarse, speech: _Coarse, path: NDArray[np.int64], words: Sequence[Read]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first frame of the pause after each word but the last, and the first frame of its last part."""
    quiet = np.searchsorted(speech.starts, [word.last for word in words[:-1]])
    first = np.searchsorted(path[:, 1], quiet)
    last = np.searchsorted(path[:, 1], quiet, side="right") - 1
    return sound.starts[path[first, 0]], sound.starts[path[last, 0]]


def _averaged(frames: NDArray[np.float64], count: int) -> _Coarse:
    return _means(frames, np.arange(0, len(frames), count))


def _averaged_words(frames: NDArray[np.float64], words: Sequence[Read], count: int) -> _Coarse:
    """Words averaged each by itself, in equal parts of about ``count`` frames; quiet frames as they are."""
    starts = [0]
    for word in words:
        parts = max(1, round((word.last - word.first) / count))
        starts += [word.first + (word.last - word.first) * part // parts for part in range(parts)]
        starts.append(word.last)
    return _means(frames, np.array(starts))


def _means(frames: NDArray[np.float64], starts: NDArray[np.int64]) -> _Coarse:
    lengths = np.diff(np.append(starts, len(frames)))
    return _Coarse(np.add.reduceat(frames, starts, axis=0) / lengths[:, np.newaxis], starts)
