"""The floor plan of the demo house over HTTP, for maps."""

from __future__ import annotations

import pytest

from environments import open_environment
from pangea_server import Settings
from pangea_server.app.testing.server import People
from pangea_server.people.access.records import Role


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"environment": "demo"})


def test_a_scan_brings_its_floor_plan(people: People) -> None:
    served = people(Role.REVIEWER).call("GET", "/scans/demo-house").json()["floor_plan"]["floors"]
    plan = open_environment("demo").scan("demo-house").floor_plan
    assert plan is not None
    assert [floor["z"] for floor in served] == [floor.z for floor in plan.floors] == [0.0, 2.95]
    for floor, known in zip(served, plan.floors, strict=True):
        assert floor["walls"] == [[list(end) for end in wall] for wall in known.walls]
        assert [room["name"] for room in floor["rooms"]] == [room.name for room in known.rooms]
        assert [room["names"] for room in floor["rooms"]] == [room.names for room in known.rooms]
        assert all({"hi", "te", "ur"} <= set(room["names"]) for room in floor["rooms"])
