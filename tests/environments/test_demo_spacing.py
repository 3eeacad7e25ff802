"""More viewpoints on the edges of a house, and where one can walk, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from environments.demo.house import HOUSE
from environments.demo.model.plan import House, Opening, Stand
from environments.demo.model.sight import Sightlines
from environments.demo.render import denser

FLOOR = replace(HOUSE.levels[0], rooms=(), openings=(), extra=())


def house(*stands: Stand) -> House:
    return replace(HOUSE, levels=(replace(FLOOR, stands=stands),))


@pytest.mark.parametrize(
    ("spacing", "shares"),
    [(3.0, []), (2.1, []), (1.9, [1 / 2]), (1.0, [1 / 3, 2 / 3]), (0.75, [1 / 4, 2 / 4, 3 / 4])],
)
def test_an_edge_is_divided_into_the_parts_that_come_nearest_to_the_spacing(
    spacing: float, shares: list[float]
) -> None:
    """Of an edge from (1, 2) to (1, 5): 3 m."""
    before = (Stand("b", (1.0, 2.0)), Stand("a", (1.0, 5.0)))
    (level,) = denser(house(*before), spacing).levels
    more = [Stand(f"a--b-{number}", (1.0, round(5 - 3 * share, 3))) for number, share in enumerate(shares, 1)]
    assert level.stands == (*before, *more)


def test_edges_that_climb_stay_as_they_are() -> None:
    stands = (Stand("a", (1.0, 2.0)), Stand("b", (1.0, 5.0), up=1.0))
    assert denser(house(*stands), 0.5).levels[0].stands == stands


@pytest.mark.parametrize(
    ("kind", "up", "clear"),
    [("passage", 0.0, True), ("window", 0.0, False), ("entrance", 0.0, False),
     ("passage", 3.0, True), ("passage", 3.01, False)],
)  # fmt: skip
def test_one_walks_through_passages_and_up_no_more_than_ahead(kind: str, up: float, clear: bool) -> None:
    level = replace(FLOOR, openings=(Opening(kind, "y", 3.5, (0.0, 2.0)),))
    assert Sightlines(replace(HOUSE, levels=(level,))).is_clear((1.0, 2.0, 0.0), (1.0, 5.0, up)) is clear
