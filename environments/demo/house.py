"""The description of the demo house: pure data, from which ``render.py`` makes panoramas."""

from __future__ import annotations

from typing import Any

from environments.demo.ground_floor import GROUND_FLOOR
from environments.demo.model.plan import Finish, House
from environments.demo.model.sight import edges, feet
from environments.demo.upper_floor import UPPER_FLOOR

HOUSE = House(
    scan_id="demo-house",
    eye=1.55,
    facade=Finish("paint", "#f3ede0"),
    trim=Finish("lacquer", "#f6f4ee"),
    levels=(GROUND_FLOOR, UPPER_FLOOR),
)


def graph(house: House = HOUSE) -> dict[str, Any]:
    """The house's navigation graph in the form of a panorama folder's ``graph.json``."""
    return {
        "scan_id": house.scan_id,
        "viewpoints": [
            {
                "viewpoint_id": viewpoint_id,
                "image": f"{viewpoint_id}.jpg",
                "position": [x, y, z + house.eye],
                "heading": 0.0,
                "height": house.eye,
            }
            for viewpoint_id, (x, y, z) in feet(house).items()
        ],
        "edges": [list(pair) for pair in edges(house)],
    }
