"""Which photographs are compared with which: all with all, or, of many, those that were taken one after the other."""

from __future__ import annotations

from collections.abc import Collection, Sequence

MOST_WITH_ALL = 80
"""Photographs, of which the pairs take as long as finding features."""
REACH = 40
"""Photographs before each with which it is compared, by their names, where there are more than ``MOST_WITH_ALL``."""


def pairs_to_compare(names: Sequence[str], frames: Collection[str] = ()) -> list[tuple[str, Sequence[str]]]:
    """Each photograph with others that it is compared with; the names are in the order of taking.

    Args:
        frames: those of a video, of which nobody knows which photographs were taken near them: they are compared with
            all photographs, and with each other in their order.
    """
    reach = len(names) if len(names) <= MOST_WITH_ALL else REACH
    photographs = [name for name in names if name not in frames]
    walk = [name for name in names if name in frames]
    pairs = [(name, photographs[max(0, row - reach) : row]) for row, name in enumerate(photographs)]
    pairs += [(name, [*photographs, *walk[max(0, row - reach) : row]]) for row, name in enumerate(walk)]
    return [(name, others) for name, others in pairs if others]
