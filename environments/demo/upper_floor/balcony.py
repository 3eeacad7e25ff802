"""Balcony: wooden boards above the terrace."""

from __future__ import annotations

from environments.demo.model.plan import EAST, SOUTH, Finish, Piece, PlanRoom

BALCONY = PlanRoom(
    "balcony",
    "the balcony",
    low=(7.5, -1.8),
    high=(10.9, -0.28),
    floor=Finish("decking", "#9a7350"),
    walls=Finish("paint", "#ffffff"),
    height=None,
    pieces=(
        Piece(
            "deckchair",
            "the striped deckchair",
            "deckchair",
            (10.2, -1.0),
            (0.62, 1.05, 0.9),
            "#d9382f",
            "#fbf5e6",
            heading_deg=200.0,
        ),
        Piece(
            "geraniums",
            "the pink geraniums",
            "flower-box",
            (8.1, -1.55),
            (1.0, 0.26, 0.4),
            "#e0559a",
            "#8a5a34",
        ),
        Piece(
            "side-table",
            "the little green table",
            "stool",
            (9.75, -0.6),
            (0.36, 0.36, 0.45),
            "#3a8f52",
            "#2b2b2d",
        ),
        Piece(
            "balcony-railing",
            "the dark balcony railing",
            "railing",
            (9.2, -1.74),
            (3.4, 0.08, 1.0),
            "#33363b",
        ),
        Piece(
            "balcony-railing-west", "", "railing", (7.54, -1.0), (1.4, 0.08, 1.0), "#33363b", heading_deg=EAST
        ),
        Piece(
            "balcony-railing-east",
            "",
            "railing",
            (10.86, -1.0),
            (1.4, 0.08, 1.0),
            "#33363b",
            heading_deg=EAST,
        ),
        Piece(
            "balcony-lantern",
            "the lantern on the balcony",
            "wall-lantern",
            (7.75, -0.37),
            (0.18, 0.18, 0.32),
            "#1d1e20",
            heading_deg=SOUTH,
            above=1.75,
        ),
    ),
)
