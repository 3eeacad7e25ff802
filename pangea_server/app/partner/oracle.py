"""Scripted oracles, who see a path and write where to go, from where the walker stands and looks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from environments import NavigationGraph
from environments.errors import ConfigurationError
from environments.geometry import wrap_angle
from pangea_server.annotate.kinds.dialogue_task import ORACLE
from pangea_server.app.partner.client import Client
from pangea_server.app.partner.part import PlayedSeat, text
from pangea_server.collect.pairing.wire import FromPage, FromServer, PartnerCamera


@dataclass
class Oracle(PlayedSeat):
    """Leads along the path that was drawn."""

    kind: ClassVar[str] = "guide_two"
    seat: ClassVar[str] = ORACLE
    guidance: Guidance = field(init=False)
    at: str = ""

    @classmethod
    def of(cls, client: Client, lease: Mapping[str, Any]) -> Self:
        if lease["args"]["partner_view"] == "none":
            raise ConfigurationError(
                f"No program can lead somebody whom it does not see: {cls.kind} has partner_view none.",
                remedy="Set partner_view to position or camera in the campaign file.",
            )
        oracle = super().of(client, lease)
        oracle.learn(lease["args"])
        return oracle

    def learn(self, args: Mapping[str, Any]) -> None:
        """What is told to who knows."""
        self.guidance = Guidance(self.place.graph, args["path"], self.place.rooms)

    @property
    def welcome(self) -> str:
        return WELCOME

    @property
    def outcome(self) -> str:
        return f"They have finished, at {self.at or 'the start'}."

    def act(self, heard: FromServer | None) -> Iterator[FromPage]:
        if isinstance(heard, PartnerCamera) and heard.viewpoint_id != self.at:
            self.at = heard.viewpoint_id
            yield text(self.guidance.words(self.at, heard.heading))


@dataclass
class ThingOracle(Oracle):
    """Leads by the shortest way to where a thing is seen best."""

    kind: ClassVar[str] = "find_two"
    thing: str = ""

    def learn(self, args: Mapping[str, Any]) -> None:
        self.thing = args["description"]
        path, there = self.place.graph.shortest_path(self.here, args["goal"]), f"The {self.thing} is here."
        self.guidance = Guidance(
            self.place.graph, path, self.place.rooms, f"{there} Look around for it, and press Done."
        )

    @property
    def welcome(self) -> str:
        return f"{WELCOME} You look for this: {self.thing}."


ARRIVED = "You are there. Press Done."
WELCOME = "Hello! I am a program. I see where you are and write where to go."
TURNS = (
    (22.5, "Go straight on"),
    (67.5, "Turn half {side} and go on"),
    (112.5, "Turn {side} and go on"),
    (157.5, "Turn sharp {side} and go on"),
    (180.0, "Turn around and go on"),
)
STOREY = 1.0  # metres of height between two viewpoints that are steps of stairs


@dataclass(frozen=True, slots=True)
class Guidance:
    """A path through a place whose rooms may have names, by viewpoint."""

    graph: NavigationGraph
    path: Sequence[str]
    rooms: Mapping[str, str]
    arrived: str = ARRIVED

    def words(self, viewpoint_id: str, heading: float | None) -> str:
        """What to do next. ``heading`` in radians, None where it is not known, so that no turn is named."""
        if viewpoint_id == self.path[-1]:
            return self.arrived
        return f"{self._turn(viewpoint_id, heading)}{self._where(viewpoint_id)}."

    def _turn(self, here: str, heading: float | None) -> str:
        if heading is None:
            return "Go on"
        towards, _ = self.graph.direction(here, self._next(here))
        turn = math.degrees(float(wrap_angle(towards - heading)))
        words = next(words for most, words in TURNS if abs(turn) <= most)
        return words.format(side="right" if turn > 0 else "left")

    def _where(self, here: str) -> str:
        there = self._next(here)
        climbs = self.graph.position(there)[2] - self.graph.position(here)[2]
        stairs = f" {'up' if climbs > 0 else 'down'} the stairs" if abs(climbs) > STOREY else ""
        room = self.rooms.get(there)
        return f"{stairs} to {room}" if room and room != self.rooms.get(here) else stairs

    def _next(self, here: str) -> str:
        """Along the path; from elsewhere the shortest way to its end."""
        if here in self.path:
            return self.path[self.path.index(here) + 1]
        return self.graph.shortest_path(here, self.path[-1])[1]
