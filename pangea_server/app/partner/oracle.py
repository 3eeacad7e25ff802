"""A scripted oracle, who writes where to go at each viewpoint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pangea_server.annotate.kinds.dialogue_task import ORACLE
from pangea_server.app.partner.client import Client, Stand
from pangea_server.app.partner.guidance import WELCOME, Guidance
from pangea_server.app.partner.place import Place
from pangea_server.collect.pairing.wire import FromServer, PartnerCamera


@dataclass
class Oracle:
    kind: ClassVar[str] = "guide_two"
    seat: ClassVar[str] = ORACLE
    welcome: ClassVar[str] = WELCOME
    guidance: Guidance
    stand: Stand
    at: str = ""

    @classmethod
    def of(cls, client: Client, lease: Mapping[str, Any]) -> Oracle:
        place, path = Place.of(client, lease), lease["args"]["path"]
        stand = Stand(path[0], place.graph.position(path[0]), lease["start"]["heading"])
        return cls(Guidance(place.graph, path, place.rooms), stand)

    def reply(self, heard: FromServer) -> str | None:
        if not isinstance(heard, PartnerCamera) or heard.viewpoint_id == self.at:
            return None
        self.at = heard.viewpoint_id
        return self.guidance.words(self.at, heard.heading)

    @property
    def outcome(self) -> str:
        return f"They have finished, at {self.at or 'the start'}."
