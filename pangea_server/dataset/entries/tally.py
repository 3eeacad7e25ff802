"""How many annotations go out, and what they lack: counted while a format is written, so that no store is read for it
alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from pangea_server.annotate.annotations.population import Left, LeftOut

if TYPE_CHECKING:
    from pangea_server.annotate.annotations.records import TaskAnnotation
    from pangea_server.dataset.entries.dataset import Follower, Guide

T = TypeVar("T")
UNALIGNED = "word times"


@dataclass(slots=True)
class Counted:
    """Annotations of a kind.

    Attributes:
        lacking: how many are without something, by what.
        left: how many are left out, by why.
    """

    total: int = 0
    lacking: Counter[str] = field(default_factory=Counter)
    left: Left = field(default_factory=Counter)

    def add(self, _: object) -> None:
        self.total += 1

    def add_guide(self, guide: Guide) -> None:
        self.total += 1
        self.lacking[UNALIGNED] += guide.stored.voice is not None and not guide.columns
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
    answers: Counted | None = None

    def begin(self) -> None:
        """Forget what was counted: the store may have changed since."""
        self.guides = self.followers = self.answers = None

    def of_guides(self, found: Iterable[tuple[Guide, LeftOut | None]]) -> Iterator[Guide]:
        """Those that are not left out, counted if they have not been."""
        if self.guides is None:
            counted = Counted()
            yield from _counted(found, counted, counted.add_guide)
            self.guides = counted
        else:
            yield from _kept(found)

    def of_followers(self, found: Iterable[tuple[Follower | None, LeftOut | None]]) -> Iterator[Follower]:
        """The same; one whose words are gone is None, and left out."""
        if self.followers is None:
            counted = Counted()
            yield from _counted(found, counted, counted.add_follower)
            self.followers = counted
        else:
            yield from _kept(found)

    def of_answers(self, found: Iterable[tuple[TaskAnnotation, LeftOut | None]]) -> Iterator[TaskAnnotation]:
        """The same."""
        if self.answers is None:
            counted = Counted()
            yield from _counted(found, counted, counted.add)
            self.answers = counted
        else:
            yield from _kept(found)


def _kept(found: Iterable[tuple[T | None, LeftOut | None]]) -> Iterator[T]:
    return (item for item, why in found if why is None and item is not None)


def _counted(
    found: Iterable[tuple[T | None, LeftOut | None]], counted: Counted, add: Callable[[T], None]
) -> Iterator[T]:
    for item, why in found:
        if why is not None or item is None:
            counted.left[why or LeftOut.WORDS_GONE] += 1
        else:
            add(item)
            yield item
