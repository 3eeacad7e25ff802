"""What each person may see, as the specification says it: a model beside a server, without any of its code.

Every text that somebody types is unlike any other, so that one that shows up in an answer to the wrong person is
found wherever it stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from httpx2 import Response

from pangea_server.app.testing.server import Someone
from pangea_server.people.access.records import Role

STAFF = (Role.REVIEWER, Role.MANAGER, Role.OWNER)


@dataclass
class Actor:
    """A person, and whether their session still works. ``leases`` are ids of their leases, with their kinds."""

    someone: Someone
    role: Role
    is_in: bool = True
    leases: dict[str, str] = field(default_factory=dict)
    recordings: list[str] = field(default_factory=list)
    sent_back: list[str] = field(default_factory=list)
    """Tasks whose answers were sent back to them."""

    @property
    def number(self) -> int:
        return self.someone.annotator_id

    @property
    def is_staff(self) -> bool:
        return self.role in STAFF


@dataclass
class Words:
    """A text that somebody typed, and the numbers of those besides its author who may read it."""

    author: int
    text: str
    staff: bool = False
    readers: set[int] = field(default_factory=set)
    is_gone: bool = False

    def may_be_read_by(self, actor: Actor) -> bool:
        if self.is_gone:
            return False
        return actor.number == self.author or actor.number in self.readers or (self.staff and actor.is_staff)


class World:
    """All people and all texts."""

    def __init__(self) -> None:
        self.actors: list[Actor] = []
        self.words: list[Words] = []
        self._typed = 0
        self.answers: Counter[str] = Counter()

    def type(self, author: Actor, what: str, *, staff: bool = False) -> Words:
        """A new text of this person."""
        self._typed += 1
        typed = Words(author.number, f"{what}q{self._typed}z", staff)
        self.words.append(typed)
        return typed

    def lease_owners(self) -> Iterator[tuple[str, Actor]]:
        yield from ((lease, actor) for actor in self.actors for lease in actor.leases)

    def recording_owners(self) -> Iterator[tuple[str, Actor]]:
        yield from ((take, actor) for actor in self.actors for take in actor.recordings)

    def call(self, actor: Actor, method: str, address: str, **options: Any) -> Response:
        """A call by this person; fails if the answer holds what they may not see, or is no answer at all."""
        response = actor.someone.call(method, address, **options)
        self.answers[f"{method} {re.sub(r'[0-9a-f-]{6,}|[0-9]+', 'N', address)} {response.status_code}"] += 1
        assert response.status_code < 500, f"{method} {address}: {response.text}"
        asked = str(options.get("json", ""))
        leaked = [
            words.text
            for words in self.words
            if words.text in response.text and words.text not in asked and not words.may_be_read_by(actor)
        ]
        assert not leaked, f"{actor.role} {actor.number} read {leaked} at {method} {address}"
        others = [
            lease
            for lease, owner in self.lease_owners()
            if owner is not actor and not actor.is_staff and lease in response.text and lease not in address
        ]
        assert not others, f"{actor.role} {actor.number} was told of the lease {others} at {method} {address}"
        if not actor.is_in:
            assert response.status_code == 401, f"{method} {address}: {response.status_code} after leaving"
        return response
