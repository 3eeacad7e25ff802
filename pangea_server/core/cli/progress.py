"""A progress bar on the terminal for a long loop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import track

T = TypeVar("T")


def watched(items: Iterable[T], name: str, total: int) -> Iterable[T]:
    """Yield ``items`` with a progress bar on stderr; a ``total`` of 0 means that it is unknown."""
    return track(items, name, total or None, console=Console(stderr=True))
