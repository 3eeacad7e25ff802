"""Scripted oracles, who write where to go at each viewpoint."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from environments.errors import ConfigurationError
from pangea_server.annotate.kinds.dialogue_task import ORACLE
from pangea_server.app.partner.client import Client
from pangea_server.app.partner.guidance import WELCOME, Guidance
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
