"""What is to be asked next, of whom not, and how votes of several people come to a decision."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pangea_server.annotate.landmarks.protocol.asked import Asked, MentionKey, Step

Value = TypeVar("Value", bound=Hashable)
Cast = TypeVar("Cast", bound=Hashable, covariant=True)


@dataclass(frozen=True, slots=True)
class ItemToAsk:
    """One item to ask.

    Attributes:
        languages: that whoever is asked has to understand, one or two.
        not_for: people who have answered it, or whose own work it is.
    """

    step: Step
    asked: Asked
    languages: tuple[str, ...]
    not_for: frozenset[int] = frozenset()

    @property
    def key(self) -> str:
        """What is asked, whoever is asked: a question that a task already has is not written again."""
        return json.dumps(
            [self.step.value, self.asked.model_dump(mode="json", exclude={"meant"})], sort_keys=True
        )


@dataclass(frozen=True, slots=True)
class Dispute:
    """What people could not settle, or wrote something about: it is for the reviewers.

    Attributes:
        answers: ids of the answers that it is about (``Judged.id``).
        mentions: what it is about.
    """

    step: Step
    reason: str
    answers: tuple[str, ...]
    mentions: tuple[MentionKey, ...]


@dataclass(frozen=True, slots=True)
class Vote(Generic[Cast]):
    """One person's answer to one question; ``id`` is the answer's."""

    person: int
    value: Cast
    id: str
    accepted: bool = False


def one_each(votes: Iterable[Vote[Value]]) -> list[Vote[Value]]:
    """The first vote of each person."""
    first: dict[int, Vote[Value]] = {}
    for vote in votes:
        first.setdefault(vote.person, vote)
    return [*first.values()]


def accepted_of(votes: Iterable[Vote[Value]]) -> Value | None:
    """What a reviewer accepted, whose word decides; None where they accepted nothing, or things that differ."""
    values = {vote.value for vote in votes if vote.accepted}
    return values.pop() if len(values) == 1 else None


def two_of_three(votes: Iterable[Vote[Value]], least: int = 1) -> tuple[Value | None, bool]:
    """The value that votes come to (None: not yet, or never), and whether one more person can decide it.

    One vote decides where ``least`` is 1 and nobody disagrees; else the first value that two people have, of three.
    """
    votes = one_each(votes)
    known = accepted_of(votes)
    if known is not None:
        return known, False
    counts = Counter(vote.value for vote in votes)
    leading = [value for value, count in counts.items() if count >= max(2, least)]
    if len(leading) == 1:
        return leading[0], False
    if len(votes) == 1 and least == 1:
        return votes[0].value, False
    return None, len(votes) < 3
