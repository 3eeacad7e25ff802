"""A stretch of a text that may reveal who a person is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PersonalTextKind = Literal["mail", "web", "telephone", "id", "number", "birthday", "address", "place", "name"]
Sureness = Literal["sure", "likely", "possible"]


@dataclass(frozen=True, slots=True)
class PersonalText:
    """A stretch of a text, in characters.

    Attributes:
        rule: why it was found, such as ``introduction`` or ``known name``.
        sure: how sure the rule is. What is ``possible`` is a name more often than not, and no more.
    """

    kind: PersonalTextKind
    start: int
    end: int
    text: str
    rule: str
    sure: Sureness

    def overlaps(self, other: PersonalText) -> bool:
        return self.start < other.end and other.start < self.end
