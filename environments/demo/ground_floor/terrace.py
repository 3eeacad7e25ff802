"""Terrace: wooden boards, an orange parasol, and the garden around it."""

from __future__ import annotations

from environments.demo.model.plan import EAST, SOUTH, Finish, Piece, PlanRoom

TERRACE = PlanRoom(
    "terrace",
    "the terrace",
    low=(0.6, -4.4),
    high=(10.96, -0.28),
    floor=Finish("decking", "#a9794f"),
    walls=Finish("paint", "#ffffff"),
    height=None,
    pieces=(
        Piece(
            "orange-parasol",
            "the orange parasol",
            "parasol",
            (1.8, -2.6),
            (2.5, 2.5, 2.5),
            "#ec7a23",
            "#a87445",
        ),
        Piece(
            "garden-table",
            "the white garden table",
            "round-table",
            (1.8, -2.6),
            (0.95, 0.95, 0.72),
            "#efece4",
            "#f4f2ec",
        ),
        Piece(
            "green-chair-east",
            "the green garden chair",
            "chair",
            (2.45, -2.35),
            (0.45, 0.48, 0.88),
            "#3a8f52",
            heading_deg=250.0,
        ),
        Piece(
            "green-chair-west",
            "the other green garden chair",
            "chair",
            (1.2, -2.95),
            (0.45, 0.48, 0.88),
            "#3a8f52",
            heading_deg=60.0,
        ),
        Piece(
            "garden-bench",
            "the turquoise garden bench",
            "garden-bench",
            (9.2, -3.6),
            (1.7, 0.65, 0.95),
            "#3f9aa0",
            "#f4efe2",
        ),
        Piece("barbecue", "the black barbecue", "barbecue", (10.2, -1.1), (0.62, 0.62, 1.05), "#17181a"),
        Piece(
            "olive-pot",
            "the plant in the big terracotta pot",
            "plant",
            (5.4, -0.85),
            (1.0, 1.0, 1.5),
            "#5f8f4f",
            "#b8633c",
        ),
        Piece(
            "lavender-pot",
            "the plant in the blue pot",
            "plant",
            (8.75, -0.7),
            (0.7, 0.7, 0.9),
            "#4f8a58",
            "#2f62a3",
        ),
        Piece(
            "red-flowers",
            "the red flowers",
            "flower-box",
            (4.6, -4.05),
            (1.3, 0.28, 0.4),
            "#cf2a35",
            "#ded9cf",
        ),
        Piece(
            "yellow-flowers",
            "the yellow flowers",
            "flower-box",
            (6.6, -4.05),
            (1.3, 0.28, 0.4),
            "#f3c21b",
            "#ded9cf",
        ),
        Piece(
            "lantern",
            "the wall lantern",
            "wall-lantern",
            (6.1, -0.37),
            (0.18, 0.18, 0.32),
            "#1d1e20",
            heading_deg=SOUTH,
            above=1.75,
        ),
        Piece("railing-south", "the white railing", "railing", (5.78, -4.3), (10.36, 0.08, 0.95), "#f6f5f1"),
        Piece("railing-west", "", "railing", (0.64, -2.3), (3.94, 0.08, 0.95), "#f6f5f1", heading_deg=EAST),
        Piece("railing-east", "", "railing", (10.92, -2.3), (3.94, 0.08, 0.95), "#f6f5f1", heading_deg=EAST),
        Piece(
            "hedge-south", "the garden hedge", "hedge", (5.0, -10.5), (26.0, 1.2, 1.6), "#3c6b35", above=-0.15
        ),
        Piece(
            "hedge-west",
            "",
            "hedge",
            (-8.0, -0.5),
            (20.0, 1.2, 1.8),
            "#3c6b35",
            heading_deg=EAST,
            above=-0.15,
        ),
        Piece(
            "hedge-east",
            "",
            "hedge",
            (18.0, -0.5),
            (20.0, 1.2, 1.8),
            "#3c6b35",
            heading_deg=EAST,
            above=-0.15,
        ),
        Piece("tree-left", "", "tree", (10.5, -13.5), (5.0, 5.0, 6.5), "#4f7f3a", above=-0.15),
        Piece(
            "tree-middle", "", "tree", (3.0, -15.0), (5.6, 5.6, 7.5), "#5b8a3f", heading_deg=30.0, above=-0.15
        ),
        Piece(
            "tree-right", "", "tree", (-4.0, -12.5), (4.6, 4.6, 6.0), "#6b9448", heading_deg=60.0, above=-0.15
        ),
        Piece(
            "tree-west", "", "tree", (-6.0, 6.0), (4.6, 4.6, 6.0), "#5b8a3f", heading_deg=10.0, above=-0.15
        ),
        Piece(
            "tree-east", "", "tree", (16.0, 4.0), (4.6, 4.6, 6.0), "#4f7f3a", heading_deg=80.0, above=-0.15
        ),
        Piece("hedge-north", "", "hedge", (2.0, 17.0), (24.0, 1.2, 1.8), "#3c6b35", above=-0.15),
        Piece(
            "tree-study", "", "tree", (1.5, 14.5), (4.2, 4.2, 5.0), "#6b9448", heading_deg=20.0, above=-0.15
        ),
        Piece(
            "tree-north", "", "tree", (8.5, 16.0), (5.0, 5.0, 6.5), "#5b8a3f", heading_deg=45.0, above=-0.15
        ),
        Piece("hill-south", "", "hill", (-40.0, -170.0), (260.0, 90.0, 13.0), "#7ba35a", above=-1.0),
        Piece("hill-south-east", "", "hill", (130.0, -150.0), (220.0, 90.0, 17.0), "#6c9650", above=-1.0),
        Piece("hill-east", "", "hill", (180.0, 40.0), (90.0, 240.0, 12.0), "#7ba35a", above=-1.0),
        Piece("hill-north", "", "hill", (10.0, 170.0), (280.0, 90.0, 15.0), "#6c9650", above=-1.0),
        Piece("hill-west", "", "hill", (-180.0, 10.0), (90.0, 260.0, 14.0), "#7ba35a", above=-1.0),
    ),
)
