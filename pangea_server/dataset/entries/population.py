"""Which annotations a dataset has, and why it leaves out the others: one rule for all that counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from pangea_server.annotate.kinds.checks import is_data


class LeftOut(StrEnum):
    """Why an annotation is left out; the first that fits, in this order."""

    LATER = "handed in later"
    REJECTED = "rejected"
    NOT_ACCEPTED = "not accepted by a reviewer"
    CHECK_ITEM = "check items"
    LEARNING = "of learning periods"
    WORDS_GONE = "after words that were withdrawn"
    WORDS_LEFT_OUT = "after words that are left out"


Left = Counter[LeftOut]
"""How many are left out, by why."""


class Dated(Protocol):
    """What the rule asks of an annotation."""

    @property
    def task_id(self) -> str: ...
    @property
    def submitted_at(self) -> datetime | None: ...
    @property
    def learning(self) -> bool: ...
    @property
    def check_item(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Population:
    """A choice of annotations.

    Attributes:
        decided: ids of the tasks that were accepted, for ``accepted_only``, or else of those that were rejected.
        all_of_it: with learning periods and check items.
        until: without annotations handed in later; None for all.
    """

    decided: Container[str]
    accepted_only: bool = False
    all_of_it: bool = False
    until: datetime | None = None

    def why_left_out(self, annotation: Dated) -> LeftOut | None:
        """Why an annotation is not in it; None: it is."""
        at = annotation.submitted_at
        if self.until is not None and at is not None and at > self.until:
            return LeftOut.LATER
        if (annotation.task_id in self.decided) is not self.accepted_only:
            return LeftOut.NOT_ACCEPTED if self.accepted_only else LeftOut.REJECTED
        if self.all_of_it or is_data(annotation):
            return None
        return LeftOut.CHECK_ITEM if annotation.check_item else LeftOut.LEARNING


def told(left: Mapping[LeftOut, int]) -> str:
    """Counts with their reasons, in the order of the rule: "3 rejected, 280 of learning periods"."""
    return ", ".join(f"{left[why]} {why}" for why in LeftOut if left.get(why))
