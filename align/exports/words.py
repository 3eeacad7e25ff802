"""Timed words and alignment reports as plain JSON objects."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import msgspec

from align.grounding import ground
from align.timed import timed_fields

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.pipeline import Alignment
    from align.pose_trace import PoseTrace
    from align.timed import TimedWord


def word_rows(words: Sequence[TimedWord], trace: PoseTrace | None = None) -> list[dict[str, Any]]:
    """One object per word: ``word start_time end_time source confidence start_char end_char expected_error``, times and
    error in seconds.

    With a pose trace also ``viewpoint_id heading elevation`` (radians) at the word's start, ``first_snapshot
    last_snapshot``.
    """
    if trace is None:
        return [timed_fields(word) for word in words]
    return [msgspec.to_builtins(word) for word in ground(words, trace)]


def alignment_row(alignment: Alignment) -> dict[str, Any]:
    """All fields of an alignment except its words: engine, language, duration, edit distance, unwritten stretches,
    report."""
    row = asdict(alignment)
    report: dict[str, Any] = row.pop("report")
    del row["words"]
    return row | report
