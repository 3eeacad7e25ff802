"""What was probably meant by a name that is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LEAST = 60.0
"""Least similarity of a name that is proposed, in per cent (rapidfuzz's WRatio, to which a part of a name is near)."""


def not_among(value: str, known: Iterable[str]) -> str:
    """A remedy for an unknown name: the name that was probably meant, or else some of the known names."""
    from rapidfuzz import fuzz

    names, wanted = sorted(known), value.lower()
    near = [name for name in names if fuzz.WRatio(wanted, name.lower()) >= LEAST]
    if near:
        return f"Perhaps {max(near, key=lambda name: fuzz.ratio(wanted, name.lower()))} was meant."
    return f"Known are {', '.join(names[:8])}{' and others' if len(names) > 8 else ''}."
