"""Showing the progress of a loop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Watch(Protocol):
    """Shows the progress of a loop: ``rich.progress.track``, or nothing."""

    def __call__(self, items: Iterable[T], name: str, total: int, /) -> Iterable[T]: ...


def unwatched(items: Iterable[T], name: str, total: int, /) -> Iterable[T]:
    """No progress is shown."""
    return items
