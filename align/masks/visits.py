"""Grouping snapshots by visits to viewpoints."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from environments.errors import InvalidDataError

if TYPE_CHECKING:
    from align.pose_trace import PoseTrace


def visits(trace: PoseTrace) -> list[range]:
    """The snapshots of each visit, one range per entry of ``trace.path()``; coming back is another visit."""
    ids = np.array(trace.viewpoint_ids)
    starts = [0, *(np.flatnonzero(ids[1:] != ids[:-1]) + 1).tolist(), len(trace)]
    return [range(start, end) for start, end in pairwise(starts)]


def check_own_voice(trace: PoseTrace) -> None:
    """Refuse a Follower's trace, because words and camera must share a clock.

    Raises:
        InvalidDataError: the trace has ``audio_time``: its clock is not that of the voice.
    """
    if trace.audio_time is not None:
        raise InvalidDataError(
            "This is a Follower's pose trace, whose clock is not that of the Guide's voice.",
            remedy="Give the Guide's pose trace.",
        )
