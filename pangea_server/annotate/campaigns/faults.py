"""What is wrong with a campaign's definition, and where in its file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz import process

KeyPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class CampaignFault:
    """One thing that is wrong: the keys that lead to it, outermost first, what is wrong, and what to do about it."""

    where: KeyPath
    message: str
    remedy: str


def not_among(value: str, known: Iterable[str]) -> str:
    """A remedy for an unknown name: the name that was probably meant, or else some of the known names."""
    names = sorted(known)
    nearest = process.extractOne(value, names, score_cutoff=60)
    if nearest:
        return f"Perhaps {nearest[0]} was meant."
    return f"Known are {', '.join(names[:8])}{' and others' if len(names) > 8 else ''}."
