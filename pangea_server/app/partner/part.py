"""What a program knows and does in one dialogue."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from pangea_server.app.partner.client import Client, StoodSecond
from pangea_server.app.partner.place import PartnerPlace
from pangea_server.collect.pairing.wire import FromPage, FromServer, Text


@dataclass
class PlayedSeat(ABC):
    """One seat of a kind. ``stood``: where it has stood, a second at each; the last is where it stands."""

    kind: ClassVar[str]
    seat: ClassVar[str]
    place: PartnerPlace
    stood: list[StoodSecond]
    extra: dict[str, Any] = field(default_factory=dict)
    """What its answer has besides texts."""

    @classmethod
    def of(cls, client: Client, lease: Mapping[str, Any]) -> Self:
        """Raises ConfigurationError where it cannot play in such a task."""
        place, start = PartnerPlace.of(client, lease), lease["start"]
        here = start["viewpoint_id"]
        return cls(place, [StoodSecond(here, place.graph.position(here), start["heading"])])

    @property
    def here(self) -> str:
        return self.stood[-1].viewpoint_id

    def step(self, there: str) -> None:
        heading, _ = self.place.graph.direction(self.here, there)
        self.stood.append(StoodSecond(there, self.place.graph.position(there), heading))

    @property
    @abstractmethod
    def welcome(self) -> str:
        """What a person who comes reads first."""

    @property
    def outcome(self) -> str:
        """What is printed afterwards."""
        return "They have finished."

    @abstractmethod
    def act(self, heard: FromServer | None) -> Iterator[FromPage]:
        """What it says to a message of others, or as a second has gone by in silence (None)."""


def text(words: str) -> Text:
    return Text(type="text", words=words)
