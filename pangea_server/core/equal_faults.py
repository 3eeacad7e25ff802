"""Faults of many entries or files: equal ones are told once, with how many there are."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

MOST_TOLD = 20
"""So many different faults are told."""


def told_once(faults: Iterable[tuple[str, str]]) -> list[str]:
    """A line for each fault of its own, in order: ``walks.jsonl, line 3 and 7 more: There is no scan 'x'.``

    Args:
        faults: where each is, and what is wrong there.
    """
    places: dict[str, list[str]] = {}
    for place, what in faults:
        places.setdefault(what, []).append(place)
    lines = [f"{_places(found)}: {what}" for what, found in islice(places.items(), MOST_TOLD)]
    if others := sum(len(found) for found in islice(places.values(), MOST_TOLD, None)):
        lines.append(f"... and {others} more.")
    return lines


def _places(found: list[str]) -> str:
    return found[0] if len(found) == 1 else f"{found[0]} and {len(found) - 1:,} more"
