"""Which snapshots belong together: those of one visit to a viewpoint, and those of one word."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from environments.errors import InvalidDataError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from align.pose_trace import PoseTrace
    from align.timed import TimedWord

SKIP = 0.5
"""Audio that ran this much further than the clock was skipped, not heard; seconds."""


def visits(trace: PoseTrace) -> list[range]:
    """The snapshots of each visit, one range per entry of ``trace.path()``; who comes back makes another visit."""
    ids = np.array(trace.viewpoint_ids)
    starts = [0, *(np.flatnonzero(ids[1:] != ids[:-1]) + 1).tolist(), len(trace)]
    return [range(start, end) for start, end in pairwise(starts)]


def check_own_voice(trace: PoseTrace) -> None:
    """Refuse a Follower's trace where words and camera must share a clock.

    Raises:
        InvalidDataError: the trace has ``audio_time``: its clock is not that of the voice.
    """
    if trace.audio_time is not None:
        raise InvalidDataError(
            "This is a Follower's pose trace, whose clock is not that of the Guide's voice.",
            remedy="Give the Guide's pose trace.",
        )


def snapshots_of(word: TimedWord, trace: PoseTrace) -> NDArray[np.intp]:
    """Indexes of the snapshots that were on the screen while a word was said, or, by a Follower, heard.

    A Guide has at least one; there are none for a word that a Follower never heard, and for one heard twice those of
    both times. A Follower's ``audio_time`` stands still in pauses and jumps when they skip.
    """
    if trace.audio_time is not None:
        return _heard(word, trace.time, trace.audio_time)
    first = trace.at(word.start_time)
    last = int(np.searchsorted(trace.time, word.end_time, side="left")) - 1
    return np.arange(first, max(first, last) + 1)


def _heard(word: TimedWord, time: NDArray[np.float64], audio_time: NDArray[np.float64]) -> NDArray[np.intp]:
    advance = np.diff(audio_time)
    played = (advance > 0) & (advance <= np.diff(time) + SKIP)
    start, end = audio_time[:-1], audio_time[1:]
    meets = (start < word.end_time) & (end > word.start_time)
    holds_its_start = (start <= word.start_time) & (word.start_time < end)
    return np.flatnonzero(played & (meets | holds_its_start))
