"""A scripted hider, who walks off, says when it is hidden, and answers each text with how warm that is, or with what it
sees. Nobody's camera is shown in this game, so it knows of the seeker only what they write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Self

from pangea_server.annotate.kinds.seek import HIDER
from pangea_server.app.partner.client import Client
from pangea_server.app.partner.observer import in_room, ways
from pangea_server.app.partner.part import PlayedSeat, text
from pangea_server.app.partner.place import PartnerPlace
from pangea_server.collect.pairing.wire import FromPage, FromServer, PartnerText, Ready

HIDDEN = "I am hidden. Write in which room you are, or ask me what I see."
NOTHING_MORE = "That is all I see. Press Done where you see it as well."
WARM_METRES = 6.0


@dataclass
class Hider(PlayedSeat):
    """``way``: the steps that are left to where it hides."""

    kind: ClassVar[str] = "seek"
    seat: ClassVar[str] = HIDER
    way: list[str] = field(default_factory=list)
    sights: Iterator[str] = field(default_factory=lambda: iter(()))

    @classmethod
    def of(cls, client: Client, lease: Mapping[str, Any]) -> Self:
        hider = super().of(client, lease)
        random = Random(lease["pairing"]["pairing_id"])
        hider.way = hiding_way(hider.place, hider.here, lease["args"]["hide_seconds"], random)
        return hider

    @property
    def welcome(self) -> str:
        return "Hello! I am a program. I walk off and hide; wait until I say that I am hidden."

    @property
    def outcome(self) -> str:
        return f"They have finished; it was hidden at {self.here}."

    def act(self, heard: FromServer | None) -> Iterator[FromPage]:
        """A step takes a second. A page that came late is told again that the search is on."""
        if "began" not in self.extra:
            if heard is None:
                yield from self._hide()
        elif isinstance(heard, PartnerText):
            yield text(self._answer(heard.words))
        else:
            yield Ready(type="ready")

    def _hide(self) -> Iterator[FromPage]:
        if self.way:
            self.step(self.way.pop(0))
            return
        self.extra["began"] = float(len(self.stood))
        self.sights = ways(self.place, self.here)
        yield text(HIDDEN)
        yield Ready(type="ready")

    def _answer(self, words: str) -> str:
        return warmth(self.place, self.here, words) or next(self.sights, NOTHING_MORE)


def hiding_way(place: PartnerPlace, start: str, most_steps: int, random: Random) -> list[str]:
    """To a place in the farther half of those that it reaches in time."""
    graph, (metres, steps) = place.graph, place.graph.reach(start)
    inside = [number for number, count in enumerate(steps) if 0 <= count <= most_steps]
    farther = sorted(inside, key=lambda number: metres[number])[len(inside) // 2 :]
    return graph.shortest_path(start, graph.viewpoint_ids[random.choice(farther)])[1:]


def warmth(place: PartnerPlace, here: str, words: str) -> str | None:
    """How far away a room is that the words name; None where they name none."""
    said = words.lower()
    named = [room for room in {*place.rooms.values()} if bare(room) in said]
    if not named:
        return None
    room = max(named, key=len)  # "bathroom" also names a "room"
    if place.rooms.get(here) == room:
        return f"Hot! {in_room(place, here)}"
    inside = (name for name, other in place.rooms.items() if other == room)
    away = min(place.graph.distance(here, name) for name in inside)
    return f"{'Warm' if away <= WARM_METRES else 'Cold'}: from {room} it is {away:.0f} metres to me."


def bare(room: str) -> str:
    """Without its article, as people may write another one."""
    return room.lower().removeprefix("the ")
