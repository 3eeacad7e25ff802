"""Which annotations are counted: one rule for every page, command and file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.core.records import padded
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader


class Population(StrEnum):
    """The annotations that are wanted; each has those of the one before it as well."""

    ACCEPTED = "accepted"  # by a reviewer
    DATA = "data"  # the default
    LEARNING = "learning"  # with learning periods and check items
    ALL = "all"  # also what was rejected or sent back

    @property
    def has_learning(self) -> bool:
        return self in (Population.LEARNING, Population.ALL)


class LeftOut(StrEnum):
    """Why an annotation is left out; the first that fits, in this order."""

    LATER = "later"
    REJECTED = "rejected"
    SENT_BACK = "sent_back"
    CHECK_ITEM = "check_item"
    LEARNING = "learning"
    PENDING = "pending"
    WORDS_GONE = "words_gone"
    WORDS_LEFT_OUT = "words_left_out"


Left = Counter[LeftOut]
"""How many are left out, by why."""


class Marked(Protocol):
    """What an annotation says of itself: ``sent_back`` of words with which Followers failed."""

    @property
    def learning(self) -> bool: ...
    @property
    def check_item(self) -> bool: ...
    @property
    def sent_back(self) -> bool: ...


class Dated(Marked, Protocol):
    """A stored annotation, or as much of one as says whether it is counted."""

    @property
    def task_id(self) -> str: ...
    @property
    def submitted_at(self) -> datetime | None: ...


def is_for_real(annotation: Marked) -> bool:
    """Whether it is neither of a learning period nor a check item."""
    return not (annotation.learning or annotation.check_item)


def why_left_out(population: Population, marks: Marked, state: ReviewState | None) -> LeftOut | None:
    """Why a population lacks an annotation with these marks and this review; None: it has it."""
    if population is Population.ALL:
        return None
    if state is ReviewState.REJECTED:
        return LeftOut.REJECTED
    if marks.sent_back or state is ReviewState.SENT_BACK:
        return LeftOut.SENT_BACK
    if population is Population.LEARNING:
        return None
    if not is_for_real(marks):
        return LeftOut.CHECK_ITEM if marks.check_item else LeftOut.LEARNING
    if population is Population.ACCEPTED and state is not ReviewState.ACCEPTED:
        return LeftOut.PENDING
    return None


class MarkedWords(Struct, frozen=True, kw_only=True):
    """As much of a ``GuideAnnotation`` as says whether walks after its words are counted."""

    instruction_id: int
    learning: bool = False
    check_item: bool = False
    sent_back: bool = False
    submitted_at: datetime | None = None

    @property
    def task_id(self) -> str:
        return f"guide-{padded(self.instruction_id)}"


_DECIDED = {
    Population.ACCEPTED: (ReviewState.REJECTED, ReviewState.SENT_BACK, ReviewState.ACCEPTED),
    Population.DATA: (ReviewState.REJECTED, ReviewState.SENT_BACK),
    Population.LEARNING: (ReviewState.REJECTED, ReviewState.SENT_BACK),
    Population.ALL: (),
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """A population of a store, with the decisions of when it was read.

    Attributes:
        states: the reviews on which it depends, by task id.
        until: without annotations handed in later; None for all.
    """

    population: Population
    states: Mapping[str, ReviewState]
    until: datetime | None = None

    @classmethod
    def read(
        cls, records: RecordReader, population: Population = Population.DATA, until: datetime | None = None
    ) -> Chosen:
        """As the store's reviews are now."""
        states = {
            review.task_id: state
            for state in _DECIDED[population]
            for review in every(records, Review, {"state": state.value})
        }
        return cls(population, states, until)

    def why_left_out(self, annotation: Dated) -> LeftOut | None:
        """Why an annotation is not in it; None: it is."""
        at = annotation.submitted_at
        if self.until is not None and at is not None and at > self.until:
            return LeftOut.LATER
        return why_left_out(self.population, annotation, self.states.get(annotation.task_id))

    def why_walk_left_out(self, walk: Dated, words: Dated | None) -> LeftOut | None:
        """The same of a walk after words, which is no example without them; None: the words are gone."""
        if words is None:
            return LeftOut.WORDS_GONE
        return self.why_left_out(walk) or (LeftOut.WORDS_LEFT_OUT if self.why_left_out(words) else None)

    def has(self, annotation: Dated) -> bool:
        """Whether an annotation is in it."""
        return self.why_left_out(annotation) is None


def told(left: Mapping[LeftOut, int]) -> str:
    """Counts with their reasons, in the order of the rule: "3 rejected, 280 of learning periods"."""
    return ", ".join(f"{left[why]} {_TOLD[why]}" for why in LeftOut if left.get(why))


_TOLD = {
    LeftOut.LATER: "handed in later",
    LeftOut.REJECTED: "rejected",
    LeftOut.SENT_BACK: "sent back",
    LeftOut.CHECK_ITEM: "check items",
    LeftOut.LEARNING: "of learning periods",
    LeftOut.PENDING: "not accepted by a reviewer",
    LeftOut.WORDS_GONE: "after words that were withdrawn",
    LeftOut.WORDS_LEFT_OUT: "after words that are left out",
}
