"""Timed words as plain JSON objects."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from align.grounding import ground

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.pose_trace import PoseTrace
    from align.timed import TimedWord


def word_rows(words: Sequence[TimedWord], trace: PoseTrace | None = None) -> list[dict[str, Any]]:
    """One object per word: ``word start_time end_time source confidence``, times in seconds.

    With a pose trace also ``viewpoint_id heading elevation`` (radians) at ``start_time``.
    """
    if trace is None:
        return [asdict(word) for word in words]
    return [
        asdict(grounded.word)
        | {
            "viewpoint_id": grounded.viewpoint_id,
            "heading": grounded.heading,
            "elevation": grounded.elevation,
        }
        for grounded in ground(words, trace)
    ]
