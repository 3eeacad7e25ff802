"""What a campaign asks of the protocol."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.landmarks.records import ENTITY_TYPES

APART = frozenset({frozenset({"opening", "structure"}), frozenset({"textile", "furniture"})})
"""Pairs of types whose things fill the same box and are two: a door in its wall, a cushion on its chair."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How a path is worked on.

    Attributes:
        steps: those that are asked for.
        types: of things, that may be named.
        bilingual: pairs of languages that a person knows both of; links between other languages are not asked for.
        always_box: types of things that can nearly always be drawn, so that nobody is asked.
        same_box, same_other_box: overlap from which two boxes of one viewpoint are one; the second where a type is
            ``other`` or unknown.
        apart: pairs of types of which no two boxes become one.
        one_step: nobody does two steps of one chain, but who says that a box can be drawn may draw it, and whoever did
            not draw may compare what is seen (same_thing, carry).
        mark_twice: share of instructions that a second person marks; where the two differ, a third does, and
            mentions are what more than half of them marked. Whoever marked something else than all others is replaced.
        followers_draw: share of chains of which a person who did no step of them draws what they understand.
        rounds: a chain that came back to a step so often goes to the reviewers; so many people look at one place.
        most_votes: of one question that cannot be settled by two of three; and people who mark one instruction.
        most_draws: boxes that are drawn of one chain, good and bad.
    """

    steps: Collection[Step] = tuple(Step)
    types: tuple[str, ...] = ENTITY_TYPES
    bilingual: frozenset[frozenset[str]] = frozenset()
    always_box: frozenset[str] = frozenset()
    same_box: float = 0.8
    same_other_box: float = 0.9
    apart: frozenset[frozenset[str]] = APART
    one_step: bool = True
    mark_twice: float = 1.0
    followers_draw: float = 0.0
    rounds: int = 3
    most_votes: int = 5
    most_draws: int = 20

    def may_merge(self, first: Collection[str], second: Collection[str]) -> bool:
        """Whether boxes of things of these types may become one."""
        return not any(frozenset({one, other}) in self.apart for one in first for other in second)

    def least_overlap(self, first: Collection[str], second: Collection[str]) -> float:
        """The overlap from which boxes of things of these types are one."""
        plain = all(types and "other" not in types for types in (first, second))
        return self.same_box if plain else self.same_other_box
