"""The demo house: what stands where. Pure data; ``render.py`` turns it into panoramas."""

from __future__ import annotations

from typing import Any

from environments.demo.ground_floor import GROUND_FLOOR
from environments.demo.plan import Finish, House
from environments.demo.sight import edges

HOUSE = House(
    scan_id="demo-house",
    eye=1.55,
    facade=Finish("plaster", "#f3ede0"),
    trim=Finish("lacquer", "#f6f4ee"),
    levels=(GROUND_FLOOR,),
)


def graph(house: House = HOUSE) -> dict[str, Any]:
    """The house's navigation graph in the form of a panorama folder's ``graph.json``."""
    return {
        "scan_id": house.scan_id,
        "viewpoints": [
            {
                "viewpoint_id": stand.viewpoint_id,
                "image": f"{stand.viewpoint_id}.jpg",
                "position": [*stand.at, level.floor + house.eye],
                "heading": 0.0,
                "height": house.eye,
            }
            for level in house.levels
            for stand in level.stands
        ],
        "edges": [list(pair) for pair in edges(house)],
    }
