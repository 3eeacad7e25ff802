"""Measured figures and their table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One row of the table: the figure's title, its result, and the places that it counts."""

    name: str
    value: str
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    title: str
    figures: tuple[Figure, ...]


def counted(name: str, places: Iterable[str]) -> Figure:
    """A figure whose result is the number of its places."""
    found = tuple(places)
    return Figure(name, str(len(found)), found)


def lines_of(sections: Iterable[Section], verbose: bool) -> Iterator[str]:
    """The lines of the table; if verbose, with the counted places below each row."""
    for section in sections:
        yield ""
        yield section.title
        for figure in section.figures:
            yield f"  {figure.name:<66} {figure.value}"
            if verbose:
                yield from (f"      {place}" for place in figure.places)
