"""More viewpoints on the edges of a house, as a person takes pictures who walks along them."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import TYPE_CHECKING

from environments.demo.model.plan import Stand
from environments.demo.model.sight import edges, feet

if TYPE_CHECKING:
    from environments.demo.model.plan import House


def denser(house: House, spacing: float) -> House:
    """The house with viewpoints on its level edges, so that neighbours on them are about ``spacing`` metres apart.

    Each edge is divided evenly, into as many parts as bring them nearest to ``spacing``. Stairs stay as they are.

    Args:
        spacing: metres, more than 0.
    """
    places = feet(house)
    more: dict[float, list[Stand]] = {level.floor: [] for level in house.levels}
    for a, b in edges(house):
        start, end = places[a], places[b]
        parts = round(dist(start, end) / spacing)
        if start[2] == end[2] and start[2] in more:
            more[start[2]] += [
                Stand(f"{a}--{b}-{i}", (_at(start[0], end[0], i / parts), _at(start[1], end[1], i / parts)))
                for i in range(1, parts)
            ]
    levels = [replace(level, stands=(*level.stands, *more[level.floor])) for level in house.levels]
    return replace(house, levels=tuple(levels))


def _at(start: float, end: float, share: float) -> float:
    return round(start + (end - start) * share, 3)
