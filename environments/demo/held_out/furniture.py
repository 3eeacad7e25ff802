"""What may stand in the rooms of a generated house: pure data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from environments.demo.model.plan import Finish
from environments.geometry import Vector

Spot = Literal["wall", "free", "hung", "floor", "ceiling"]


@dataclass(frozen=True, slots=True)
class Ware:
    """A kind of piece.

    Attributes:
        kind: of its builder; ``noun``: in a person's words.
        spot: with its back to a wall, free in the room, hung on a wall, flat on the floor, or under the ceiling.
        above: height of its lower side above the floor; of what hangs from the ceiling, 0.
        bears: kinds of small wares of which one may stand on it.
        coloured: whether its label says its colour.
        always: its colour where that is not drawn.
    """

    kind: str
    noun: str
    spot: Spot
    size: Vector
    above: float = 0.0
    bears: tuple[str, ...] = ()
    coloured: bool = True
    always: str | None = None


@dataclass(frozen=True, slots=True)
class RoomUse:
    """What a room is for.

    Attributes:
        needed: wares that it always has, if there is space; ``possible``: of which it has some.
        floors, walls: finishes to choose from.
    """

    room_id: str
    label: str
    needed: tuple[str, ...]
    possible: tuple[str, ...]
    floors: tuple[Finish, ...]
    walls: tuple[Finish, ...]


COLOURS = {
    "red": "#b8262c",
    "blue": "#2560a8",
    "green": "#2f7a4a",
    "yellow": "#e8b82a",
    "white": "#f3efe6",
    "black": "#1c1d20",
    "orange": "#e2711f",
    "purple": "#6b4a86",
    "pink": "#e08aa6",
    "turquoise": "#3aa8a2",
    "brown": "#7d5230",
    "grey": "#8d9196",
}
ACCENTS = ("#f1ece0", "#c9a34e", "#2b2b2d", "#e9c46a", "#8fb3a0")

WARES = {
    ware.kind: ware
    for ware in (
        Ware("sofa", "sofa", "wall", (2.0, 0.92, 0.84)),
        Ware("armchair", "armchair", "free", (0.9, 0.9, 0.82)),
        Ware("coffee-table", "coffee table", "free", (0.85, 0.85, 0.48), bears=("fruit-bowl", "tulips")),
        Ware("bookshelf", "bookshelf", "wall", (1.4, 0.3, 2.1)),
        Ware("piano", "piano", "wall", (1.45, 0.6, 1.2)),
        Ware("console", "side table", "wall", (1.1, 0.36, 0.82), bears=("tulips", "table-lamp", "globe")),
        Ware("floor-lamp", "floor lamp", "wall", (0.44, 0.44, 1.62)),
        Ware("plant", "plant", "wall", (0.8, 0.8, 1.3), coloured=False, always="green"),
        Ware("cactus", "cactus", "wall", (0.5, 0.5, 1.2), coloured=False, always="green"),
        Ware("fireplace", "fireplace", "wall", (1.6, 0.4, 1.15)),
        Ware("fridge", "fridge", "wall", (0.7, 0.7, 1.85)),
        Ware("counter", "cabinets", "wall", (1.2, 0.62, 0.9), bears=("kettle", "fruit-bowl")),
        Ware("stove", "stove", "wall", (0.6, 0.62, 0.92), bears=("kettle",)),
        Ware("round-table", "round table", "free", (1.15, 1.15, 0.75), bears=("fruit-bowl", "tulips")),
        Ware("chair", "chair", "free", (0.45, 0.48, 0.88)),
        Ware("dresser", "chest of drawers", "wall", (1.0, 0.44, 0.85), bears=("table-lamp", "tulips")),
        Ware("bed", "double bed", "wall", (1.75, 2.12, 1.1)),
        Ware("daybed", "daybed", "wall", (2.0, 0.92, 0.8)),
        Ware("wardrobe", "wardrobe", "wall", (1.7, 0.6, 2.2)),
        Ware("bunk-bed", "bunk bed", "wall", (2.05, 0.95, 1.75)),
        Ware("tall-clock", "grandfather clock", "wall", (0.5, 0.32, 2.05)),
        Ware("trunk", "trunk", "wall", (0.9, 0.5, 0.5)),
        Ware("tent", "play tent", "free", (1.3, 1.3, 1.7)),
        Ware("teddy", "teddy bear", "wall", (0.6, 0.6, 0.85)),
        Ware("rocking-horse", "rocking horse", "free", (0.38, 0.95, 0.85)),
        Ware("toy-shelf", "toy shelf", "wall", (1.4, 0.36, 0.95)),
        Ware("toy-blocks", "tower of building blocks", "free", (0.45, 0.45, 0.6), coloured=False),
        Ware("desk", "desk", "wall", (1.4, 0.7, 0.75), bears=("laptop", "globe", "desk-lamp")),
        Ware("swivel-chair", "swivel chair", "free", (0.64, 0.64, 1.0)),
        Ware("bathtub", "bathtub", "wall", (1.7, 0.8, 0.62)),
        Ware("washbasin", "washbasin", "wall", (0.9, 0.5, 0.95)),
        Ware("toilet", "toilet", "wall", (0.42, 0.68, 0.85), coloured=False),
        Ware("basket", "laundry basket", "wall", (0.46, 0.46, 0.6), coloured=False),
        Ware("easel", "easel", "free", (0.8, 0.7, 1.7), coloured=False),
        Ware("guitar", "guitar", "wall", (0.42, 0.4, 1.1)),
        Ware("drum", "drum", "free", (0.46, 0.46, 0.75)),
        Ware("stool", "stool", "free", (0.38, 0.38, 0.5)),
        Ware("bench", "bench", "wall", (1.2, 0.42, 0.5)),
        Ware("coat-rack", "coat rack", "hung", (1.1, 0.24, 1.0), 0.9),
        Ware("towel-rail", "towel rail", "hung", (0.7, 0.12, 1.1), 0.6),
        Ware("mirror", "round mirror", "hung", (0.75, 0.06, 0.75), 1.25),
        Ware("clock", "wall clock", "hung", (0.38, 0.05, 0.38), 1.65),
        Ware("boat-painting", "painting of a boat", "hung", (1.0, 0.05, 0.75), 1.3, coloured=False),
        Ware("cat-painting", "painting of a cat", "hung", (0.6, 0.05, 0.8), 1.25, coloured=False),
        Ware("fish-painting", "painting of a fish", "hung", (0.5, 0.05, 0.66), 1.3, coloured=False),
        Ware("lemon-painting", "painting of lemons", "hung", (0.9, 0.05, 0.7), 1.3, coloured=False),
        Ware("moon-painting", "painting of the moon", "hung", (0.62, 0.05, 0.82), 1.25, coloured=False),
        Ware("mountain-painting", "painting of mountains", "hung", (0.95, 0.05, 0.72), 1.3, coloured=False),
        Ware("rainbow-painting", "painting of a rainbow", "hung", (1.1, 0.05, 0.8), 1.3, coloured=False),
        Ware("rocket-painting", "painting of a rocket", "hung", (0.85, 0.05, 0.85), 1.25, coloured=False),
        Ware("stripes-painting", "painting of stripes", "hung", (1.0, 0.05, 0.7), 1.35, coloured=False),
        Ware("whale-painting", "painting of a whale", "hung", (1.0, 0.05, 0.7), 1.35, coloured=False),
        Ware("rug", "striped rug", "floor", (2.2, 1.5, 0.02)),
        Ware("round-rug", "round rug", "floor", (1.6, 1.6, 0.03)),
        Ware("patterned-rug", "patterned rug", "floor", (1.4, 2.0, 0.02)),
        Ware("pendant", "ceiling lamp", "ceiling", (0.45, 0.45, 0.6)),
        Ware("paper-lantern", "paper lantern", "ceiling", (0.5, 0.5, 0.6)),
    )
}
SMALL = {
    ware.kind: ware
    for ware in (
        Ware("tulips", "tulips", "free", (0.32, 0.32, 0.42)),
        Ware("table-lamp", "table lamp", "free", (0.3, 0.3, 0.48)),
        Ware("globe", "globe", "free", (0.32, 0.32, 0.42), coloured=False),
        Ware("laptop", "laptop", "free", (0.34, 0.26, 0.24), coloured=False),
        Ware("desk-lamp", "desk lamp", "free", (0.22, 0.4, 0.5)),
        Ware("kettle", "kettle", "free", (0.24, 0.24, 0.27)),
        Ware("fruit-bowl", "fruit bowl", "free", (0.34, 0.34, 0.18)),
    )
}

_PLANKS = (Finish("planks", "#b98a5a"), Finish("planks", "#7a5132"), Finish("planks", "#d9bd92"))
_HARD = (Finish("checker", "#f1efe9", "#54606a"), Finish("stone", "#b3a48f"), Finish("stone", "#8f979c"))
_SOFT = (Finish("carpet", "#b9a98f"), Finish("carpet", "#93a7b8"), Finish("carpet", "#a89bb5"))
_PAINTS = tuple(
    Finish("paint", colour) for colour in ("#c7b8d6", "#a7c3b5", "#e3c3a1", "#9fb4c9", "#d9a7a0", "#d8cf9a")
)
_PAPERS = (
    Finish("wallpaper", "#7f9a72", "#8ea981"),
    Finish("wallpaper", "#9a6f86", "#a97f95"),
    Finish("dots", "#eee3cf", "#6fa3b5"),
    Finish("brick", "#9c6a52", "#cfc0ae"),
)
_TILES = (Finish("tiles", "#5d8fb0", "#d3e0e8"), Finish("tiles", "#c98f7a", "#efdccf"))

USES = (
    RoomUse("lounge", "the lounge", ("sofa", "coffee-table", "rug", "pendant"),
        ("armchair", "bookshelf", "fireplace", "floor-lamp", "plant", "console", "boat-painting", "stripes-painting"),
        _PLANKS, _PAINTS),
    RoomUse("dining-room", "the dining room", ("round-table", "chair", "chair", "chair", "pendant"),
        ("console", "dresser", "lemon-painting", "mirror", "plant", "tall-clock", "clock"), _PLANKS, _PAPERS),
    RoomUse("galley", "the galley", ("fridge", "counter", "stove", "counter", "pendant"),
        ("clock", "plant", "stool", "lemon-painting", "basket"), _HARD, _PAINTS),
    RoomUse("guest-room", "the guest room", ("bed", "dresser", "paper-lantern"),
        ("wardrobe", "mirror", "mountain-painting", "round-rug", "armchair", "floor-lamp"), _SOFT, _PAPERS),
    RoomUse("library", "the library", ("bookshelf", "bookshelf", "bookshelf", "armchair", "patterned-rug"),
        ("desk", "floor-lamp", "moon-painting", "tall-clock", "console", "paper-lantern"), _PLANKS, _PAINTS),
    RoomUse("music-room", "the music room", ("piano", "stool", "guitar", "drum", "pendant"),
        ("sofa", "round-rug", "whale-painting", "plant", "cat-painting"), _PLANKS, _PAPERS),
    RoomUse("playroom", "the playroom", ("bunk-bed", "toy-shelf", "toy-blocks", "round-rug", "paper-lantern"),
        ("tent", "teddy", "rocking-horse", "rocket-painting", "trunk"), _SOFT, _PAPERS),
    RoomUse("washroom", "the washroom", ("bathtub", "washbasin", "toilet"),
        ("basket", "towel-rail", "mirror", "fish-painting", "paper-lantern"), _HARD, _TILES),
    RoomUse("workroom", "the workroom", ("desk", "swivel-chair", "easel", "pendant"),
        ("bookshelf", "cactus", "rainbow-painting", "stool", "trunk", "daybed"), _HARD, _PAINTS),
    RoomUse("entrance-hall", "the entrance hall", ("bench", "coat-rack", "console", "pendant"),
        ("mirror", "clock", "plant", "patterned-rug", "mountain-painting"), _HARD, _PAINTS),
)  # fmt: skip
