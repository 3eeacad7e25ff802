"""How many annotations go out, and what they lack: counted while a format is written, so that no store is read for it
alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from pangea_server.dataset.entries.dataset import Follower, Guide

T = TypeVar("T")
UNALIGNED = "word times"


@dataclass(slots=True)
class Counted:
    """Annotations of a kind.

    Attributes:
        lacking: how many are without something, by what.
    """

    total: int = 0
    lacking: Counter[str] = field(default_factory=Counter)

    def add_guide(self, guide: Guide) -> None:
        self.total += 1
        self.lacking[UNALIGNED] += not guide.columns
        self.lacking["transcript"] += not guide.stored.text
        self.lacking["voice"] += guide.stored.voice is None
        self.lacking["pose trace"] += guide.stored.pose_trace is None

    def add_follower(self, follower: Follower) -> None:
        self.total += 1
        self.lacking["pose trace"] += follower.stored.pose_trace is None


@dataclass(slots=True)
class Tally:
    """The first time since ``begin`` that all of them were read; None until then."""

    guides: Counted | None = None
    followers: Counted | None = None

    def begin(self) -> None:
        """Forget what was counted: the store may have changed since."""
        self.guides = self.followers = None

    def of_guides(self, guides: Iterator[Guide]) -> Iterator[Guide]:
        """The same, counted if they have not been."""
        if self.guides is None:
            counted = Counted()
            yield from _each(guides, counted.add_guide)
            self.guides = counted
        else:
            yield from guides

    def of_followers(self, followers: Iterator[Follower]) -> Iterator[Follower]:
        """The same."""
        if self.followers is None:
            counted = Counted()
            yield from _each(followers, counted.add_follower)
            self.followers = counted
        else:
            yield from followers


def _each(items: Iterator[T], add: Callable[[T], None]) -> Iterator[T]:
    for item in items:
        add(item)
        yield item
