"""The ways in which something is said, and what is said the same way in all of them."""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Reading = tuple[str, ...]
"""Words as they are said one after another."""
Ways = list[Reading]
"""Readings of the same text, the likeliest first."""

MOST_READINGS = 24
"""Most readings of one token; "$1,250.75" alone would have hundreds."""


def said(*texts: str) -> Ways:
    """Ways from texts whose words are separated by spaces."""
    return [tuple(text.split()) for text in texts]


def joined(*parts: Iterable[Reading]) -> Ways:
    """Every way of saying these parts one after another, as far as there is room."""
    ways = islice(product(*parts), MOST_READINGS)
    return distinct(sum(way, ()) for way in ways)


def distinct(readings: Iterable[Reading]) -> Ways:
    """The first of each, as far as there is room."""
    return list(dict.fromkeys(readings))[:MOST_READINGS]


def slots(readings: Sequence[Reading]) -> list[Ways]:
    """Split the readings of a token into parts that follow one another; only one part has alternatives.

    "two and a half" or "two point five" is two, and then "and a half" or "point five". No alternative is empty.
    """
    if not readings:
        return []
    shortest = min(map(len, readings))
    before = _shared(readings, shortest)
    after = _shared([reading[::-1] for reading in readings], shortest - before)
    middles = distinct(reading[before : len(reading) - after] for reading in readings)
    if middles == [()]:
        middles = []
    elif () in middles:  # a neighbouring word makes the empty one sayable
        before, after = (before - 1, after) if before else (before, after - 1)
        middles = distinct(reading[before : len(reading) - after] for reading in readings)
    first = readings[0]
    parts: list[Ways] = [[(word,)] for word in first[:before]]
    parts += [middles] * bool(middles)
    return parts + [[(word,)] for word in first[len(first) - after :]]


def _shared(readings: Sequence[Reading], most: int) -> int:
    """How many words all of them begin with."""
    for place in range(most):
        if len({reading[place] for reading in readings}) > 1:
            return place
    return most
