"""Words, camera, place: what was in view while a word was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from align.pose_trace import PoseTrace
from align.timed import TimedWord


@dataclass(frozen=True, slots=True)
class GroundedWord:
    """A word and the camera while it was said.

    Attributes:
        viewpoint_id, heading, elevation: at ``word.start_time``; radians, as in ``PoseTrace``.
        first_snapshot, last_snapshot: indexes into the trace; both belong to the word's interval.
    """

    word: TimedWord
    viewpoint_id: str
    heading: float
    elevation: float
    first_snapshot: int
    last_snapshot: int


def ground(words: Sequence[TimedWord], trace: PoseTrace) -> list[GroundedWord]:
    """Each word with the camera that its Guide had. Voice and trace share one clock."""
    return [_ground(word, trace) for word in words]


def _ground(word: TimedWord, trace: PoseTrace) -> GroundedWord:
    first = trace.at(word.start_time)
    return GroundedWord(
        word=word,
        viewpoint_id=trace.viewpoint_ids[first],
        heading=float(trace.heading[first]),
        elevation=float(trace.elevation[first]),
        first_snapshot=first,
        last_snapshot=max(first, trace.at(word.end_time)),
    )
