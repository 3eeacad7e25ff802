"""A number with its noun."""

from __future__ import annotations


def counted(count: int, noun: str, plural: str = "") -> str:
    """``1 word``, ``2 words``; ``plural`` for nouns that do not end in s then."""
    return f"{count} {noun if count == 1 else plural or f'{noun}s'}"
