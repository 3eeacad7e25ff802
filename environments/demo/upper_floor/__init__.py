"""The upper floor: its rooms, the openings in their walls, and its viewpoints. The garden is in the south."""

from __future__ import annotations

from environments.demo.model.plan import OUTER_WALL, Box, Finish, Opening, Solid, Stand, Storey
from environments.demo.upper_floor.balcony import BALCONY
from environments.demo.upper_floor.bathroom import BATHROOM
from environments.demo.upper_floor.bedroom import BEDROOM
from environments.demo.upper_floor.childrens_room import CHILDRENS_ROOM
from environments.demo.upper_floor.gallery import GALLERY
from environments.demo.upper_floor.studio import STUDIO

__all__ = ["UPPER_FLOOR"]

UPPER_FLOOR = Storey(
    floor=2.95,
    rooms=(GALLERY, BEDROOM, CHILDRENS_ROOM, STUDIO, BATHROOM, BALCONY),
    openings=(
        Opening("passage", "x", 8.48, (5.44, 6.34), (0.0, 2.2)),
        Opening("passage", "x", 2.92, (6.5, 7.4)),
        Opening("passage", "y", 5.28, (3.08, 3.93)),
        Opening("passage", "y", 5.28, (4.8, 5.7)),
        Opening("passage", "y", 5.28, (7.52, 8.36)),
        Opening("window", "y", 9.14, (5.35, 6.85), (0.9, 2.2), depth=OUTER_WALL),
        Opening("window", "x", -0.14, (6.8, 7.7), (1.1, 2.1), depth=OUTER_WALL),
        Opening("window", "y", -0.14, (1.1, 2.9), (0.75, 2.2), depth=OUTER_WALL),
        Opening("window", "y", -0.14, (5.0, 6.5), (0.9, 2.15), depth=OUTER_WALL),
        Opening("window", "y", -0.14, (7.8, 8.6), (0.04, 2.15), depth=OUTER_WALL),
        Opening("passage", "y", -0.14, (8.6, 9.6), (0.0, 2.15), depth=OUTER_WALL),
        Opening("window", "y", -0.14, (9.6, 10.4), (0.04, 2.15), depth=OUTER_WALL),
        Opening("window", "x", 11.1, (1.5, 3.5), (0.8, 2.2), depth=OUTER_WALL),
    ),
    stands=(
        Stand("stairs-top", (9.2, 5.82)),
        Stand("gallery-armchair", (7.45, 6.35)),
        Stand("gallery-window", (5.4, 7.0)),
        Stand("gallery-bookcase", (3.8, 7.0)),
        Stand("bathroom-tub", (1.65, 6.95)),
        Stand("bedroom-wardrobe", (3.3, 4.0)),
        Stand("bedroom-window", (2.6, 0.9)),
        Stand("childrens-room-bunk-bed", (5.3, 3.9)),
        Stand("childrens-room-tent", (5.45, 1.15)),
        Stand("studio-easel", (8.6, 4.0)),
        Stand("studio-balcony-door", (9.1, 1.1)),
        Stand("balcony", (9.1, -0.95)),
    ),
    extra=(
        Solid(Box((8.48, 5.36, 2.75), (10.96, 6.36, 2.95)), Finish("planks", "#8a5c38")),
        Solid(Box((-0.7, -0.95, 5.75), (11.7, 9.7, 5.93)), Finish("lacquer", "#f2efe8")),
    ),
)
