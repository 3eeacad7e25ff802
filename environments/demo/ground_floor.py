"""The ground floor: living room, kitchen, hallway, study and terrace. South is the garden."""

from __future__ import annotations

from environments.demo.plan import Box, Finish, Level, Opening, Piece, Room, Solid, Stand

_NORTH, _EAST, _SOUTH, _WEST = 0.0, 90.0, 180.0, 270.0  # where a piece's front looks
_OUTER = 0.28

_LIVING_ROOM = (
    Piece("red-sofa", "the red sofa", "sofa", (2.1, 2.1), (2.1, 0.95, 0.85), "#b3202a", "#e9c46a"),
    Piece("blue-rug", "the blue striped rug", "rug", (2.1, 3.5), (2.8, 1.9, 0.02), "#2d5d8a", "#efe8d8"),
    Piece("coffee-table", "the round coffee table", "coffee-table", (2.1, 3.45), (0.9, 0.9, 0.5), "#a06a3c"),
    Piece("fireplace", "the white fireplace", "fireplace", (2.1, 5.0), (1.6, 0.4, 1.15), "#f1eee6", "#ffffff", _SOUTH),
    Piece("boat-painting", "the painting of a boat", "boat-painting", (2.1, 5.17), (1.15, 0.05, 0.85), "#8a5a2c", "#ffffff", _SOUTH, 1.38),
    Piece("purple-armchair", "the purple armchair", "armchair", (0.65, 3.85), (0.9, 0.9, 0.82), "#6b4a86", "#ffffff", 105.0),
    Piece("yellow-lamp", "the yellow floor lamp", "floor-lamp", (0.55, 1.95), (0.46, 0.46, 1.65), "#f2b71f", "#b98d3c"),
    Piece("green-plant", "the big green plant", "plant", (0.62, 0.62), (1.1, 1.1, 1.6), "#3f7d3a", "#e9e4da"),
    Piece("bookshelf", "the bookshelf with coloured books", "bookshelf", (6.24, 4.25), (1.5, 0.3, 2.1), "#8a5a34", "#ffffff", _WEST),
    Piece("black-piano", "the black piano", "piano", (5.55, 0.32), (1.45, 0.6, 1.2), "#141416", "#f6f3ea"),
    Piece("piano-stool", "the piano stool", "bench", (5.5, 0.92), (0.6, 0.36, 0.48), "#3a2718", "#7d1f2b", _SOUTH),
    Piece("discs-painting", "the painting of coloured discs", "abstract-painting", (5.55, 0.03), (1.0, 0.05, 0.75), "#2b2b2d", "#ffffff", _NORTH, 1.42),
    Piece("white-curtains", "the white curtains", "curtains", (3.1, 0.1), (3.3, 0.16, 2.4), "#f3efe6", "#2b2b2d"),
    Piece("window-curtains", "the long white curtains", "curtains", (0.1, 2.1), (2.6, 0.16, 2.4), "#f3efe6", "#2b2b2d", _EAST),
)

_KITCHEN = (
    Piece("mint-fridge", "the mint-green fridge", "fridge", (8.17, 4.84), (0.7, 0.7, 1.85), "#86cdb9", "#ffffff", _SOUTH),
    Piece("green-cabinets", "the dark green cabinets", "counter", (8.95, 4.89), (0.8, 0.62, 0.9), "#2b5847", "#9aa0a6", _SOUTH),
    Piece("stove", "the stove", "stove", (9.65, 4.89), (0.6, 0.62, 0.92), "#d9dadb", "#ffffff", _SOUTH),
    Piece("sink-cabinets", "the sink unit", "counter", (10.455, 4.89), (1.01, 0.62, 0.9), "#2b5847", "#9aa0a6", _SOUTH),
    Piece("sink", "the kitchen sink", "sink", (10.45, 4.92), (0.52, 0.44, 0.34), "#f6f6f3", "#ffffff", _SOUTH, 0.9),
    Piece("hood", "the cooker hood", "hood", (9.65, 4.97), (0.6, 0.46, 1.0), "#cfd2d5", "#ffffff", _SOUTH, 1.6),
    Piece("red-kettle", "the red kettle", "kettle", (9.5, 4.99), (0.25, 0.25, 0.27), "#c4211f", "#ffffff", 150.0, 0.92),
    Piece("left-cupboard", "the wall cupboard by the fridge", "cupboard", (8.93, 5.02), (0.8, 0.36, 0.75), "#2b5847", "#ffffff", _SOUTH, 1.45),
    Piece("right-cupboard", "the wall cupboard over the sink", "cupboard", (10.455, 5.02), (0.95, 0.36, 0.75), "#2b5847", "#ffffff", _SOUTH, 1.45),
    Piece("round-table", "the round table", "round-table", (9.3, 2.2), (1.15, 1.15, 0.75), "#b98550", "#f4f2ec"),
    Piece("blue-chair-west", "the blue chair on the near side", "chair", (8.6, 2.2), (0.45, 0.48, 0.88), "#2560a8", "#ffffff", 90.0),
    Piece("blue-chair-east", "the blue chair by the window", "chair", (10.0, 2.2), (0.45, 0.48, 0.88), "#2560a8", "#ffffff", 265.0),
    Piece("blue-chair-north", "the blue chair by the stove", "chair", (9.35, 2.92), (0.45, 0.48, 0.88), "#2560a8", "#ffffff", 190.0),
    Piece("blue-chair-south", "the blue chair by the terrace", "chair", (9.25, 1.48), (0.45, 0.48, 0.88), "#2560a8", "#ffffff", 5.0),
    Piece("oranges", "the bowl of oranges", "fruit-bowl", (9.3, 2.2), (0.36, 0.36, 0.18), "#ee7f1a", "#f7f7f5", 0.0, 0.75),
    Piece("orange-pendant", "the orange pendant lamp", "pendant", (9.3, 2.2), (0.48, 0.48, 0.9), "#e2611c", "#ffffff", 0.0, 1.7),
    Piece("red-clock", "the red wall clock", "clock", (8.6, 0.03), (0.38, 0.05, 0.38), "#b8202a", "#ffffff", _NORTH, 1.65),
    Piece("kitchen-plant", "the leafy plant in the terracotta pot", "plant", (10.5, 0.5), (0.8, 0.8, 1.2), "#5d9440", "#b5613a"),
    Piece("orange-curtains", "the orange curtains", "curtains", (10.86, 2.4), (2.5, 0.16, 1.75), "#e58a4c", "#c9a34e", _WEST, 0.6),
)

_HALLWAY = (
    Piece("yellow-door", "the yellow front door", "door-leaf", (6.7, 9.1), (0.98, 0.14, 2.1), "#e8b219", "#ffffff", _SOUTH),
    Piece("red-runner", "the red striped runner", "rug", (6.7, 7.3), (1.0, 2.7, 0.02), "#a3302c", "#ead9bd"),
    Piece("console", "the wooden hall table", "console", (5.2, 8.8), (1.2, 0.36, 0.85), "#a8743f", "#ffffff", _SOUTH),
    Piece("pink-tulips", "the pink tulips", "tulips", (5.0, 8.78), (0.42, 0.42, 0.5), "#e36a92", "#2f9aa0", _SOUTH, 0.85),
    Piece("green-lamp", "the table lamp with the green foot", "table-lamp", (5.6, 8.8), (0.32, 0.32, 0.5), "#f5e6c4", "#2d7a55", _SOUTH, 0.85),
    Piece("round-mirror", "the round golden mirror", "mirror", (5.2, 8.96), (0.8, 0.06, 0.8), "#d9ae55", "#ffffff", _SOUTH, 1.3),
    Piece("hall-bench", "the bench with the orange cushion", "bench", (8.16, 6.3), (1.3, 0.42, 0.5), "#8a5a34", "#e0792a", _WEST),
    Piece("coats", "the coats on the rack", "coat-rack", (8.27, 6.3), (1.2, 0.24, 1.05), "#f0c419", "#2c6e9b", _WEST, 0.85),
    Piece("mountain-painting", "the painting of mountains", "mountain-painting", (4.39, 8.3), (0.95, 0.05, 0.72), "#e9e4da", "#ffffff", _EAST, 1.3),
    Piece("hall-plant", "the tall plant by the front door", "plant", (8.0, 8.6), (0.7, 0.7, 1.5), "#39733f", "#3b6ea5"),
    Piece("teal-pendant", "the turquoise ceiling lamp", "pendant", (6.3, 7.3), (0.4, 0.4, 0.6), "#2a9d96", "#ffffff", 0.0, 2.0),
    Piece("hall-clock", "the blue wall clock", "clock", (6.35, 5.39), (0.36, 0.05, 0.36), "#1f4e8a", "#ffffff", _NORTH, 1.7),
)

_STUDY = (
    Piece("desk", "the wooden desk", "desk", (0.58, 7.2), (1.5, 0.7, 0.75), "#9a6536", "#f3f0e8", _EAST),
    Piece("orange-chair", "the orange swivel chair", "swivel-chair", (1.25, 7.3), (0.64, 0.64, 1.0), "#e0701f", "#ffffff", 255.0),
    Piece("laptop", "the laptop", "laptop", (0.6, 7.3), (0.34, 0.26, 0.24), "#c7cacd", "#7fb2e0", _EAST, 0.75),
    Piece("green-desk-lamp", "the green desk lamp", "desk-lamp", (0.42, 7.76), (0.22, 0.46, 0.52), "#2f8a4f", "#ffffff", 120.0, 0.75),
    Piece("globe", "the globe", "globe", (0.45, 6.68), (0.34, 0.34, 0.44), "#2f78b7", "#6fa04a", 20.0, 0.75),
    Piece("white-bookshelf", "the white bookshelf", "bookshelf", (2.0, 5.52), (1.7, 0.3, 2.1), "#eee9de"),
    Piece("daybed", "the daybed with the turquoise blanket", "daybed", (2.65, 8.5), (2.0, 0.92, 0.8), "#2b8f8d", "#f0b63f", _SOUTH),
    Piece("round-rug", "the round blue rug", "round-rug", (2.4, 7.0), (1.8, 1.8, 0.03), "#2f5f86", "#e9dfc9"),
    Piece("study-plant", "the plant in the yellow pot", "plant", (0.5, 8.5), (0.8, 0.8, 1.4), "#4b8a3f", "#e8b92e"),
    Piece("white-lamp", "the white floor lamp", "floor-lamp", (3.92, 8.7), (0.42, 0.42, 1.6), "#f7f1e2", "#2b2b2d"),
    Piece("turquoise-curtains", "the turquoise curtains", "curtains", (0.1, 7.2), (2.3, 0.16, 2.35), "#55b3b0", "#c9a34e", _EAST),
    Piece("study-door", "the white study door", "door-leaf", (3.74, 6.55), (0.86, 0.14, 2.05), "#f4f1ea", "#ffffff", _NORTH),
)

_TERRACE = (
    Piece("orange-parasol", "the orange parasol", "parasol", (1.8, -2.6), (2.5, 2.5, 2.5), "#ec7a23", "#a87445"),
    Piece("garden-table", "the white garden table", "round-table", (1.8, -2.6), (0.95, 0.95, 0.72), "#efece4", "#f4f2ec"),
    Piece("green-chair-east", "the green garden chair", "chair", (2.45, -2.35), (0.45, 0.48, 0.88), "#3a8f52", "#ffffff", 250.0),
    Piece("green-chair-west", "the other green garden chair", "chair", (1.2, -2.95), (0.45, 0.48, 0.88), "#3a8f52", "#ffffff", 60.0),
    Piece("garden-bench", "the turquoise garden bench", "garden-bench", (9.2, -3.6), (1.7, 0.65, 0.95), "#3f9aa0", "#f4efe2"),
    Piece("barbecue", "the black barbecue", "barbecue", (10.2, -1.1), (0.62, 0.62, 1.05), "#17181a"),
    Piece("olive-pot", "the plant in the big terracotta pot", "plant", (5.4, -0.85), (1.0, 1.0, 1.5), "#5f8f4f", "#b8633c"),
    Piece("lavender-pot", "the plant in the blue pot", "plant", (8.75, -0.7), (0.7, 0.7, 0.9), "#4f8a58", "#2f62a3"),
    Piece("red-flowers", "the red flowers", "flower-box", (4.6, -4.05), (1.3, 0.28, 0.4), "#cf2a35", "#ded9cf"),
    Piece("yellow-flowers", "the yellow flowers", "flower-box", (6.6, -4.05), (1.3, 0.28, 0.4), "#f3c21b", "#ded9cf"),
    Piece("lantern", "the wall lantern", "wall-lantern", (6.1, -0.37), (0.18, 0.18, 0.32), "#1d1e20", "#ffffff", _SOUTH, 1.75),
    Piece("railing-south", "the white railing", "railing", (5.78, -4.3), (10.36, 0.08, 0.95), "#f6f5f1"),
    Piece("railing-west", "", "railing", (0.64, -2.3), (3.94, 0.08, 0.95), "#f6f5f1", "#ffffff", _EAST),
    Piece("railing-east", "", "railing", (10.92, -2.3), (3.94, 0.08, 0.95), "#f6f5f1", "#ffffff", _EAST),
    Piece("hedge-south", "the garden hedge", "hedge", (5.0, -10.5), (26.0, 1.2, 1.6), "#3c6b35", "#ffffff", 0.0, -0.15),
    Piece("hedge-west", "", "hedge", (-8.0, -0.5), (20.0, 1.2, 1.8), "#3c6b35", "#ffffff", _EAST, -0.15),
    Piece("hedge-east", "", "hedge", (18.0, -0.5), (20.0, 1.2, 1.8), "#3c6b35", "#ffffff", _EAST, -0.15),
    Piece("tree-left", "", "tree", (10.5, -13.5), (5.0, 5.0, 6.5), "#4f7f3a", "#ffffff", 0.0, -0.15),
    Piece("tree-middle", "", "tree", (3.0, -15.0), (5.6, 5.6, 7.5), "#5b8a3f", "#ffffff", 30.0, -0.15),
    Piece("tree-right", "", "tree", (-4.0, -12.5), (4.6, 4.6, 6.0), "#6b9448", "#ffffff", 60.0, -0.15),
    Piece("tree-west", "", "tree", (-6.0, 6.0), (4.6, 4.6, 6.0), "#5b8a3f", "#ffffff", 10.0, -0.15),
    Piece("tree-east", "", "tree", (16.0, 4.0), (4.6, 4.6, 6.0), "#4f7f3a", "#ffffff", 80.0, -0.15),
    Piece("tree-north", "", "tree", (8.5, 16.0), (5.0, 5.0, 6.5), "#5b8a3f", "#ffffff", 45.0, -0.15),
)

GROUND_FLOOR = Level(
    floor=0.0,
    rooms=(
        Room("living-room", "the living room", (0.0, 0.0), (6.4, 5.2), Finish("planks", "#b07a48"), Finish("paint", "#a9b89a"), _LIVING_ROOM, facades="SW", lights=((2.2, 2.7, 38.0), (5.2, 2.8, 26.0))),
        Room("kitchen", "the kitchen", (6.56, 0.0), (10.96, 5.2), Finish("checker", "#f3f1ec", "#33363b"), Finish("paint", "#f0d68a"), _KITCHEN, facades="ES", lights=((7.6, 3.2, 26.0), (9.6, 3.6, 22.0))),
        Room("hallway", "the hallway", (4.36, 5.36), (8.4, 9.0), Finish("stone", "#b9b4aa"), Finish("paint", "#7d9cb8"), _HALLWAY, facades="NE", lights=((5.6, 6.6, 24.0), (7.3, 7.6, 22.0))),
        Room("study", "the study", (0.0, 5.36), (4.2, 9.0), Finish("carpet", "#c9bfae"), Finish("paint", "#b77f86"), _STUDY, facades="NW", lights=((2.2, 7.1, 34.0),)),
        Room("terrace", "the terrace", (0.6, -4.4), (10.96, -0.28), Finish("decking", "#a9794f"), Finish("paint", "#ffffff"), _TERRACE, height=None),
    ),
    openings=(
        Opening("passage", "y", 5.28, (4.55, 5.95), (0.0, 2.15)),
        Opening("passage", "y", 5.28, (6.75, 7.65)),
        Opening("passage", "x", 6.48, (1.5, 3.2), (0.0, 2.2)),
        Opening("passage", "x", 4.28, (6.62, 7.52)),
        Opening("window", "y", -0.14, (1.6, 2.3), (0.04, 2.2), _OUTER),
        Opening("passage", "y", -0.14, (2.3, 3.9), (0.0, 2.2), _OUTER),
        Opening("window", "y", -0.14, (3.9, 4.6), (0.04, 2.2), _OUTER),
        Opening("passage", "y", -0.14, (7.1, 8.2), (0.0, 2.1), _OUTER),
        Opening("window", "y", -0.14, (9.0, 10.5), (0.95, 2.1), _OUTER),
        Opening("window", "x", -0.14, (1.1, 3.1), (0.75, 2.2), _OUTER),
        Opening("window", "x", 11.1, (1.5, 3.3), (0.9, 2.1), _OUTER),
        Opening("entrance", "y", 9.14, (6.2, 7.2), (0.0, 2.1), _OUTER),
        Opening("window", "x", 8.54, (7.2, 8.2), (0.95, 2.1), _OUTER),
        Opening("window", "x", -0.14, (6.4, 8.0), (0.9, 2.15), _OUTER),
        Opening("window", "y", 9.14, (1.9, 3.4), (1.05, 2.15), _OUTER),
    ),
    stands=(
        Stand("living-room-fireplace", (4.2, 4.0)),
        Stand("living-room-sofa", (3.45, 1.05)),
        Stand("living-room-piano", (5.2, 2.3)),
        Stand("kitchen-table", (7.6, 2.3)),
        Stand("kitchen-fridge", (7.3, 4.0)),
        Stand("hallway-mirror", (6.1, 7.1)),
        Stand("study-desk", (2.1, 6.75)),
        Stand("study-door", (3.45, 7.3)),
        Stand("terrace-parasol", (3.5, -2.2)),
        Stand("terrace-bench", (7.8, -2.2)),
    ),
    extra=(
        Solid(Box((-40.0, -40.0, -0.3), (50.0, 50.0, -0.16)), Finish("grass", "#6a9a45")),
        Solid(Box((-0.7, -0.95, 2.8), (11.7, 9.7, 2.98)), Finish("lacquer", "#f2efe8")),
    ),
)  # fmt: skip
