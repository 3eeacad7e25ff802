"""Words to what was in view when they were said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from align.pose_trace import PoseTrace
    from align.timed import TimedWord


@dataclass(frozen=True, slots=True)
class GroundedWord:
    """A word and the camera at its ``start_time``.

    Attributes:
        heading, elevation: of the camera, in radians.
        first_snapshot, last_snapshot: rows of the pose trace that hold while the word is said, both included.
    """

    word: TimedWord
    viewpoint_id: str
    heading: float
    elevation: float
    first_snapshot: int
    last_snapshot: int


def ground(words: Iterable[TimedWord], trace: PoseTrace) -> list[GroundedWord]:
    """Link each word to the viewpoint and camera of its moment; word times and trace share one clock."""
    return [_grounded(word, trace) for word in words]


def _grounded(word: TimedWord, trace: PoseTrace) -> GroundedWord:
    snapshot = trace.at(word.start_time)
    return GroundedWord(
        word=word,
        viewpoint_id=snapshot.viewpoint_id,
        heading=snapshot.heading,
        elevation=snapshot.elevation,
        first_snapshot=snapshot.index,
        last_snapshot=trace.index_at(word.end_time),
    )
