"""A scripted observer, who stands somewhere and answers each text with one more thing that it knows of the place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pangea_server.annotate.kinds.locate_two import OBSERVER
from pangea_server.app.partner.client import Client, Stand
from pangea_server.app.partner.place import Place
from pangea_server.collect.pairing.wire import FromServer, PartnerText

NOTHING_MORE = "That is all I know. Mark where I am, and press Done."


@dataclass
class Observer:
    kind: ClassVar[str] = "locate_two"
    seat: ClassVar[str] = OBSERVER
    welcome: ClassVar[str] = "Hello! I am a program, and I stay where I am. Ask me, and I write what I know."
    outcome: ClassVar[str] = "They have finished."
    stand: Stand
    facts: Iterator[str]

    @classmethod
    def of(cls, client: Client, lease: Mapping[str, Any]) -> Observer:
        place, start = Place.of(client, lease), lease["start"]
        here = start["viewpoint_id"]
        stand = Stand(here, place.graph.position(here), start["heading"])
        return cls(stand, facts(place, here))

    def reply(self, heard: FromServer) -> str | None:
        return next(self.facts, NOTHING_MORE) if isinstance(heard, PartnerText) else None


def facts(place: Place, here: str) -> Iterator[str]:
    """What somebody who stands here can say of it: the room, then each step from here, the shortest first."""
    room = place.rooms.get(here)
    yield f"I am in {room}." if room else "I do not know what this room is called."
    graph = place.graph
    for there in sorted(graph.neighbors(here), key=lambda name: graph.distance(here, name)):
        other = place.rooms.get(there)
        where = "" if other is None else " and stays in this room" if other == room else f" to {other}"
        climbs = graph.position(there)[2] - graph.position(here)[2]
        stairs = "" if abs(climbs) < 1 else " up the stairs" if climbs > 0 else " down the stairs"
        yield f"One step leads {graph.distance(here, there):.1f} metres{stairs}{where}."
