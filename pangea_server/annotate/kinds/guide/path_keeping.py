"""Whether a Guide kept to the path: they may go forward and back along it, and end at its goal.

Pure; the page decides in the same way (``static/src/tasks/guide/keepToPath.ts``), so that it offers no exit that is
refused here. A path may pass through a viewpoint more than once, so a walk is at a set of possible places on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pangea_server.core.errors import SubmissionError


def refuse_other_walks(path: Sequence[str], walked: Sequence[str]) -> None:
    """Refuse a walk that left the path, never moved, or did not reach the goal.

    Args:
        walked: the viewpoints in order, which begin at the path's start.

    Raises:
        SubmissionError: where and how the walk differs.
    """
    places = frozenset({0})
    for step, (here, there) in enumerate(pairwise(walked), start=1):
        places = _next_places(path, places, there)
        if not places:
            raise SubmissionError(
                f"Step {step} of the walk, from {here} to {there}, leaves the path.",
                remedy="Walk along the path again and say the way; your recording is kept until then. "
                "If the path cannot be walked, report a problem.",
            )
    if len(path) - 1 in places:
        return
    where = "never left its start" if len(walked) == 1 else f"ends at {walked[-1]}"
    raise SubmissionError(
        f"The walk {where}, but the path's goal is {path[-1]}.",
        remedy="Go on to the end of the path and say the way; your recording is kept until then. "
        "If the path cannot be walked, report a problem.",
    )


def _next_places(path: Sequence[str], places: frozenset[int], there: str) -> frozenset[int]:
    beside = {place + step for place in places for step in (-1, 1)}
    return frozenset(place for place in beside if 0 <= place < len(path) and path[place] == there)
