"""Which photographs are compared with which: all with all, or, of many, those that were taken one after the other."""

from __future__ import annotations

from collections.abc import Sequence

MOST_WITH_ALL = 80
"""Photographs, of which the pairs take as long as finding features."""
REACH = 40
"""Photographs before each with which it is compared, by their names, where there are more than ``MOST_WITH_ALL``."""


def pairs_to_compare(names: Sequence[str]) -> list[tuple[str, Sequence[str]]]:
    """Each photograph with those before it that it is compared with; the names are in the order of taking."""
    reach = len(names) if len(names) <= MOST_WITH_ALL else REACH
    return [(name, names[max(0, row - reach) : row]) for row, name in enumerate(names) if row]
