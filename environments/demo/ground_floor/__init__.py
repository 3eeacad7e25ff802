"""The ground floor: its rooms, the openings in their walls, and its viewpoints. The garden is in the south."""

from __future__ import annotations

from environments.demo.ground_floor.hallway import HALLWAY
from environments.demo.ground_floor.kitchen import KITCHEN
from environments.demo.ground_floor.living_room import LIVING_ROOM
from environments.demo.ground_floor.stairwell import STAIRWELL
from environments.demo.ground_floor.study import STUDY
from environments.demo.ground_floor.terrace import TERRACE
from environments.demo.model.plan import OUTER_WALL, Box, Finish, Opening, Solid, Stand, Storey

__all__ = ["GROUND_FLOOR"]

GROUND_FLOOR = Storey(
    floor=0.0,
    rooms=(LIVING_ROOM, KITCHEN, HALLWAY, STAIRWELL, STUDY, TERRACE),
    openings=(
        Opening("passage", "y", 5.28, (4.55, 5.95), (0.0, 2.15)),
        Opening("passage", "y", 5.28, (6.75, 7.65)),
        Opening("passage", "x", 6.48, (1.5, 3.2), (0.0, 2.2)),
        Opening("passage", "x", 4.28, (6.62, 7.52)),
        Opening("window", "y", -0.14, (1.6, 2.3), (0.04, 2.2), depth=OUTER_WALL),
        Opening("passage", "y", -0.14, (2.3, 3.9), (0.0, 2.2), depth=OUTER_WALL),
        Opening("window", "y", -0.14, (3.9, 4.6), (0.04, 2.2), depth=OUTER_WALL),
        Opening("passage", "y", -0.14, (7.1, 8.2), depth=OUTER_WALL),
        Opening("window", "y", -0.14, (9.0, 10.5), (0.95, 2.1), depth=OUTER_WALL),
        Opening("window", "x", -0.14, (1.1, 3.1), (0.75, 2.2), depth=OUTER_WALL),
        Opening("window", "x", 11.1, (1.5, 3.3), (0.9, 2.1), depth=OUTER_WALL),
        Opening("entrance", "y", 9.14, (6.2, 7.2), depth=OUTER_WALL),
        Opening("window", "y", 9.14, (7.45, 8.2), (0.95, 2.1), depth=OUTER_WALL),
        Opening("passage", "x", 8.48, (5.56, 6.86), (0.0, 2.2)),
        Opening("window", "x", 11.1, (5.56, 6.2), (0.9, 2.1), depth=OUTER_WALL),
        Opening("window", "y", 9.14, (9.1, 10.4), (2.5, 4.5), depth=OUTER_WALL),
        Opening("window", "x", 11.1, (6.7, 8.1), (3.75, 5.05), depth=OUTER_WALL),
        Opening("window", "x", -0.14, (6.4, 8.0), (0.9, 2.15), depth=OUTER_WALL),
        Opening("window", "y", 9.14, (1.9, 3.4), (1.05, 2.15), depth=OUTER_WALL),
    ),
    stands=(
        Stand("living-room-fireplace", (4.2, 4.0)),
        Stand("living-room-sofa", (3.45, 1.05)),
        Stand("living-room-piano", (5.2, 2.3)),
        Stand("kitchen-table", (7.6, 2.3)),
        Stand("kitchen-fridge", (7.3, 4.0)),
        Stand("kitchen-garden-door", (7.65, 0.9)),
        Stand("hallway-mirror", (5.95, 7.0)),
        Stand("hallway-coats", (7.4, 6.3)),
        Stand("stairs-foot", (10.2, 5.9)),
        Stand("stairs-landing", (9.76, 8.55), up=1.475),
        Stand("study-desk", (2.1, 6.75)),
        Stand("study-door", (3.45, 7.3)),
        Stand("terrace-parasol", (3.5, -2.2)),
        Stand("terrace-flowers", (5.7, -2.5)),
        Stand("terrace-bench", (7.8, -2.2)),
    ),
    extra=(Solid(Box((-400.0, -400.0, -0.3), (400.0, 400.0, -0.16)), Finish("grass", "#6a9a45")),),
)
