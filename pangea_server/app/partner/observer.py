"""A scripted observer, who stands somewhere and answers each text with one more thing that it knows of the place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from pangea_server.annotate.kinds.locate_two import OBSERVER
from pangea_server.app.partner.part import PlayedSeat, text
from pangea_server.app.partner.place import PartnerPlace
from pangea_server.collect.pairing.wire import FromPage, FromServer, PartnerText

NOTHING_MORE = "That is all I know. Mark where I am, and press Done."


@dataclass
class Observer(PlayedSeat):
    kind: ClassVar[str] = "locate_two"
    seat: ClassVar[str] = OBSERVER
    facts: Iterator[str] = field(init=False)

    def __post_init__(self) -> None:
        self.facts = facts(self.place, self.here)

    @property
    def welcome(self) -> str:
        return "Hello! I am a program, and I stay where I am. Ask me, and I write what I know."

    def act(self, heard: FromServer | None) -> Iterator[FromPage]:
        if isinstance(heard, PartnerText):
            yield text(next(self.facts, NOTHING_MORE))


def facts(place: PartnerPlace, here: str) -> Iterator[str]:
    """What somebody who stands here can say of it: the room, then each step from here, the shortest first."""
    yield in_room(place, here)
    yield from ways(place, here)


def in_room(place: PartnerPlace, here: str) -> str:
    room = place.rooms.get(here)
    return f"I am in {room}." if room else "I do not know what this room is called."


def ways(place: PartnerPlace, here: str) -> Iterator[str]:
    """Each step from here, the shortest first."""
    graph, room = place.graph, place.rooms.get(here)
    for there in sorted(graph.neighbors(here), key=lambda name: graph.distance(here, name)):
        other = place.rooms.get(there)
        where = "" if other is None else " and stays in this room" if other == room else f" to {other}"
        climbs = graph.position(there)[2] - graph.position(here)[2]
        stairs = "" if abs(climbs) < 1 else " up the stairs" if climbs > 0 else " down the stairs"
        yield f"One step leads {graph.distance(here, there):.1f} metres{stairs}{where}."
