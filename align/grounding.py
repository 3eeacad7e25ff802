"""Grounding: the viewpoint and the camera while a word was said or heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from align.pose_trace import PoseTrace
from align.timed import TimedWord, timed_fields

if TYPE_CHECKING:
    from numpy.typing import NDArray

SKIP = 0.5
"""Seconds by which the audio may advance more than the clock; beyond that it was skipped, not heard."""


@dataclass(frozen=True, slots=True)
class GroundedWord(TimedWord):
    """A word and the camera while it was said by a Guide, or heard by a Follower.

    All fields except ``word`` are None when there is no pose trace, or when a Follower never heard the word.

    Attributes:
        viewpoint_id, heading, elevation: when the word began; radians, as in ``PoseTrace``.
        first_snapshot, last_snapshot: indexes into the trace; both belong to the word. A Follower who hears a word
            twice has unrelated snapshots between them (``snapshots_of`` has the exact ones).
    """

    viewpoint_id: str | None = None
    heading: float | None = None
    elevation: float | None = None
    first_snapshot: int | None = None
    last_snapshot: int | None = None


def ground(words: Sequence[TimedWord], trace: PoseTrace | None) -> list[GroundedWord]:
    """Add to each word the camera at its time. A Guide's trace shares the voice's clock, a Follower's has
    ``audio_time``. Without a trace no word has a camera."""
    if trace is None:
        return [GroundedWord(**timed_fields(word)) for word in words]
    heading, elevation = trace.heading, trace.elevation
    return [_ground(word, trace, heading, elevation) for word in words]


def _ground(
    word: TimedWord, trace: PoseTrace, heading: NDArray[np.float64], elevation: NDArray[np.float64]
) -> GroundedWord:
    snapshots = snapshots_of(word, trace)
    if not snapshots.size:
        return GroundedWord(**timed_fields(word))
    first, last = int(snapshots[0]), int(snapshots[-1])
    return GroundedWord(
        **timed_fields(word),
        viewpoint_id=trace.viewpoint_ids[first],
        heading=float(heading[first]),
        elevation=float(elevation[first]),
        first_snapshot=first,
        last_snapshot=last,
    )


def snapshots_of(word: TimedWord, trace: PoseTrace) -> NDArray[np.intp]:
    """Indexes of the snapshots that were on the screen while a word was said, or heard by a Follower.

    A Guide has at least one. A Follower has none for a word never heard, and those of both times for a word heard
    twice: ``audio_time`` stands still in pauses and jumps when they skip.
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
