"""The place of a task, as a lease's holder reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from environments import NavigationGraph
from pangea_server.app.partner.client import Client

Corner = Sequence[float]
EYE_HEIGHT = 1.6
STAIR = 0.5  # metres above a floor that still belong to it


@dataclass(frozen=True, slots=True)
class PartnerPlace:
    """A graph whose viewpoints may be in rooms with names."""

    graph: NavigationGraph
    rooms: Mapping[str, str]

    @classmethod
    def of(cls, client: Client, lease: Mapping[str, Any]) -> PartnerPlace:
        scan = client.call("GET", f"/scans/{lease['scan_id']}?lease={lease['lease_id']}")
        positions = {each["viewpoint_id"]: tuple(each["position"]) for each in scan["viewpoints"]}
        edges = {
            (name, other)
            for each in scan["viewpoints"]
            for name in [each["viewpoint_id"]]
            for other in each["neighbors"]
            if name < other
        }
        return cls(NavigationGraph(positions, sorted(edges)), dict(_rooms(scan)))


def _rooms(scan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """By viewpoint: as the floor plan has them, and over it what was said of viewpoints."""
    floors = (scan["floor_plan"] or {}).get("floors", [])
    for each in scan["viewpoints"]:
        x, y, z = each["position"]
        ground = z - (each["height"] or EYE_HEIGHT) + STAIR
        floor = next((floor for floor in reversed(floors) if floor["z"] <= ground), None)
        for room in floor["rooms"] if floor else ():
            if is_inside((x, y), room["outline"]):
                yield each["viewpoint_id"], room["name"]
    for room in scan["rooms"]:
        yield from ((name, room["name"]) for name in room["viewpoint_ids"])


def is_inside(point: Corner, outline: Sequence[Corner]) -> bool:
    """Whether a ray from the point crosses the outline an odd number of times."""
    x, y = point[:2]
    inside = False
    for (x1, y1), (x2, y2) in pairwise([*outline, *outline[:1]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside
