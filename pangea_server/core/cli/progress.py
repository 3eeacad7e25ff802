"""A progress bar on the terminal for a long loop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

T = TypeVar("T")
SHOWN_EVERY = 0.1
"""Seconds between two states of the bar: an update takes as long as a small item."""


def watched(items: Iterable[T], name: str, total: int, *, stays: bool = True) -> Iterator[T]:
    """Yield ``items`` with a progress bar on stderr, which is full when they end, also where there were fewer or more
    than was thought.

    Args:
        total: 0 means that it is unknown.
        stays: the bar stays on the screen.
    """
    columns = Progress.get_default_columns()
    with Progress(*columns, console=Console(stderr=True), transient=not stays) as shown:
        bar = shown.add_task(name, total=total or None)
        done, next_time = 0, 0.0
        for item in items:
            yield item
            done += 1
            if (now := monotonic()) >= next_time:
                shown.update(bar, completed=done)
                next_time = now + SHOWN_EVERY
        shown.update(bar, completed=max(done, 1), total=max(done, 1))
