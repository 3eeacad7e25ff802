"""Where panoramas of a tour stand: by hand-made squares, stairs and arrows."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pytest

from environments.geometry import heading_elevation
from environments.mapping.gps import Fix
from environments.tours.placing import Placed, place_scenes
from environments.tours.scene import Scene, SceneLink, Sphere

SQUARE = {"a": (0, 0, 0), "b": (0, 3, 0), "c": (3, 3, 0), "d": (3, 0, 0)}
RING = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]
TURNS = {"a": 0.3, "b": -2.0, "c": 1.1, "d": 3.0}
"""Where the middles of the pictures look."""
STEEP = math.radians(40)


def tour(
    places: Mapping[str, tuple[float, float, float]],
    joined: list[tuple[str, str]],
    *,
    told: Mapping[str, float] | None = None,
    one_way: bool = False,
    lower: float = 0.0,
) -> list[Scene]:
    """Panoramas at these places, whose hot spots show each other's cameras; ``lower``: or so much below."""
    links: dict[str, list[SceneLink]] = {name: [] for name in places}
    for a, b in joined:
        for one, other in [(a, b)] if one_way else [(a, b), (b, a)]:
            heading, pitch = heading_elevation(np.subtract(places[other], places[one]))
            links[one].append(SceneLink(other, float(heading - TURNS[one]), float(pitch) - lower))
    headings = told or {}
    return [Scene(name, Sphere(None), links[name], headings.get(name)) for name in places]  # type: ignore[arg-type]


def placed(scenes: list[Scene], step: float | None = 3.0) -> Placed:
    found = place_scenes(scenes, step)
    assert found is not None
    return found


def test_a_square_with_headings_stands_as_it_was() -> None:
    found = placed(tour(SQUARE, RING, told=TURNS))
    assert np.allclose(found.positions, [*SQUARE.values()])
    assert max(found.off.values()) < 1e-6


def test_headings_follow_from_what_both_ends_show() -> None:
    found = placed(tour(SQUARE, RING))
    assert found.headings[0] == 0.0
    turned = [
        heading - TURNS[name]
        for name, heading in zip(SQUARE, found.headings, strict=True)
        if heading is not None
    ]
    assert np.allclose(np.exp(1j * np.array(turned)), np.exp(1j * turned[0]))
    sides = np.linalg.norm(np.diff([*found.positions, found.positions[0]], axis=0), axis=1)
    assert np.allclose(sides, 3)


def test_one_heading_is_enough_for_all() -> None:
    found = placed(tour(SQUARE, RING, told={"c": TURNS["c"]}))
    assert np.allclose(np.exp(1j * np.array(found.headings, float)), np.exp(1j * np.array([*TURNS.values()])))


def test_a_ring_that_does_not_close_is_evened_out() -> None:
    scenes = tour(SQUARE, RING)
    to, yaw, pitch = scenes[0].links[0]
    scenes[0] = Scene("a", scenes[0].picture, [SceneLink(to, (yaw or 0) + 0.4, pitch), *scenes[0].links[1:]])
    found = placed(scenes)
    turned = np.array([h - TURNS[n] for n, h in zip(SQUARE, found.headings, strict=True) if h is not None])
    away = np.abs(np.angle(np.exp(1j * (turned - turned[0]))))
    assert 0.05 < away.max() < 0.35  # no single step takes all of it


@pytest.mark.parametrize("lower", [0.0, math.radians(25)])
def test_stairs_are_as_steep_as_their_ends_show_and_arrows_on_the_floor_are_level(lower: float) -> None:
    """Seen from either end, arrows on the floor are below; what cameras show of each other is above and below."""
    stairs = {
        "a": (0.0, 0.0, 0.0),
        "b": (0.0, 3 * math.cos(STEEP), 3 * math.sin(STEEP)),
        "c": (3.0, 0.0, 0.0),
    }
    found = placed(tour(stairs, [("a", "b"), ("a", "c")], told=TURNS, lower=lower))
    assert np.allclose(found.positions, [*stairs.values()])


def test_what_only_one_end_shows_is_placed_and_its_heading_is_not_known() -> None:
    found = placed(tour(SQUARE, RING[:2], told={"a": TURNS["a"]}, one_way=True))
    assert found.headings == [pytest.approx(TURNS["a"]), None, None, None]
    assert np.allclose(found.positions[1] - found.positions[0], (0, 3, 0))
    assert found.part.tolist() == [0, 0, 0, 1]


def test_parts_that_nothing_joins_stand_apart() -> None:
    found = placed(tour(SQUARE, [("a", "b"), ("c", "d")], told=TURNS))
    assert found.part.tolist() == [0, 0, 1, 1]
    assert found.positions[2:, 0].min() - found.positions[:2, 0].max() == pytest.approx(6)


def test_no_length_and_no_positions_say_no_place() -> None:
    assert place_scenes(tour(SQUARE, RING, told=TURNS), None) is None


def test_receivers_say_where_all_stand() -> None:
    scenes = [
        Scene(
            each.name, each.picture, each.links, each.heading, Fix(48.0 + y * 9e-6, 11.0 + x * 13.4e-6, None)
        )
        for each, (x, y, _) in zip(tour(SQUARE, RING, told=TURNS), SQUARE.values(), strict=True)
    ]
    found = placed(scenes, None)
    assert found.measured
    assert np.allclose(found.positions - found.positions[0], [*SQUARE.values()], atol=0.02)
    assert max(found.off.values()) < 0.02


def test_what_shows_elsewhere_is_told() -> None:
    scenes = tour(SQUARE, RING, told=TURNS)
    to, yaw, pitch = scenes[0].links[0]
    scenes[0] = Scene(
        "a", scenes[0].picture, [SceneLink(to, (yaw or 0) + 1.5, pitch), *scenes[0].links[1:]], TURNS["a"]
    )
    found = placed(scenes)
    assert max(found.off, key=lambda each: found.off[each]) == ("a", "b")
