"""How far a long loop is, on the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import track

T = TypeVar("T")


def watched(items: Iterable[T], name: str, total: int) -> Iterable[T]:
    """``items`` with a bar on stderr; a ``total`` of 0 is not known."""
    return track(items, name, total or None, console=Console(stderr=True))
