"""What somebody who sees a path says to who walks there: pure, from where they stand and look."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from environments import NavigationGraph
from environments.geometry import wrap_angle

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
