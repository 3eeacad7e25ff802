"""Houses made from seeds: the same for the same seed, and ones in which one can walk and talk."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from environments.demo import RenderedHouse
from environments.demo.drawing import floor_plan
from environments.demo.held_out.house import generated_house
from environments.demo.held_out.seed import SEED
from environments.demo.house import HOUSE, graph
from environments.demo.model.plan import House, Piece
from environments.demo.model.sight import LONGEST_STEP, Sightlines, edges, feet
from environments.demo.render import denser

SEEDS = (SEED, 1, 2)


def on_floor(house: House) -> list[Piece]:
    return [piece for _, _, piece in house.pieces() if piece.above == 0 and piece.size[2] > 0.1]


def footprint(piece: Piece) -> tuple[float, float, float, float]:
    wide, deep = piece.size[:2] if piece.heading_deg % 180 == 0 else (piece.size[1], piece.size[0])
    (x, y) = piece.at
    return x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2


def test_the_same_seed_gives_the_same_house_and_another_another() -> None:
    assert generated_house(SEED) == generated_house(SEED)
    assert generated_house(1) != generated_house(2)


@pytest.mark.parametrize("seed", SEEDS)
def test_there_is_enough_to_walk_and_to_name(seed: int) -> None:
    house = generated_house(seed)
    (level,) = house.levels
    labels = Counter(piece.label for _, _, piece in house.pieces())
    assert 6 <= len(level.rooms) <= 8
    assert len(level.stands) >= 15
    assert 50 <= len(labels) < 256  # numbers of identity pictures are 8 bits wide
    assert set(labels.values()) == {1}
    assert {room.room_id for room in level.rooms}.isdisjoint(
        room.room_id for storey in HOUSE.levels for room in storey.rooms
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_one_can_walk_everywhere_and_steps_are_short(seed: int, tmp_path: Path) -> None:
    house = generated_house(seed)
    scan = written(house, tmp_path).scan(house.scan_id)
    first = next(iter(scan.viewpoints))
    assert all(scan.graph.distance(first, other) < 60 for other in scan.viewpoints)
    assert all(length <= LONGEST_STEP for _, _, length in scan.graph.edges())


def written(house: House, folder: Path) -> RenderedHouse:
    (folder / "graph.json").write_text(json.dumps(graph(house)))
    (folder / "floor_plan.json").write_text(json.dumps(asdict(floor_plan(house))))
    return RenderedHouse(folder)


def test_its_rooms_are_on_its_floor_plan(tmp_path: Path) -> None:
    house = generated_house(SEED)
    plan = written(house, tmp_path).scan(f"held-out-{SEED}").floor_plan
    assert plan is not None
    assert [room.name for room in plan.floors[0].rooms] == [room.label for room in house.levels[0].rooms]


@pytest.mark.parametrize("seed", SEEDS)
def test_furniture_stands_within_its_room_and_apart(seed: int) -> None:
    house = generated_house(seed)
    for room in house.levels[0].rooms:
        for piece in room.pieces:
            west, south, east, north = footprint(piece)
            if piece.kind != "door-leaf":
                assert room.low[0] - 0.01 <= west <= east <= room.high[0] + 0.01, piece.name
                assert room.low[1] - 0.01 <= south <= north <= room.high[1] + 0.01, piece.name
            assert piece.above + piece.size[2] <= (room.height or 0) + 1e-6, piece.name
    standing = [piece for piece in on_floor(house) if piece.kind != "door-leaf"]
    for one, other in combinations(standing, 2):
        a, b = footprint(one), footprint(other)
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (one.name, other.name)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_stands_where_a_camera_stands(seed: int) -> None:
    house = generated_house(seed)
    for x, y, _ in feet(house).values():
        for piece in on_floor(house):
            west, south, east, north = footprint(piece)
            assert not (west - 0.3 < x < east + 0.3 and south - 0.3 < y < north + 0.3), piece.name


def test_more_viewpoints_lie_on_the_edges() -> None:
    house = denser(HOUSE, 1.2)
    before, after = feet(HOUSE), feet(house)
    assert set(before) < set(after)
    assert not set(edges(HOUSE)) - set(edges(house))
    for name in set(after) - set(before):
        a, b, number = name.rsplit("-", 1)[0].split("--")[0], name.split("--")[1].rsplit("-", 1)[0], name[-1]
        parts = round(dist(before[a], before[b]) / 1.2)
        assert dist(before[a], after[name]) == pytest.approx(
            int(number) * dist(before[a], before[b]) / parts, abs=0.002
        )
        assert Sightlines(house).is_clear(before[a], after[name])


def test_stairs_get_no_more_viewpoints() -> None:
    heights = {z for _, _, z in feet(denser(HOUSE, 1.2)).values()}
    assert heights == {z for _, _, z in feet(HOUSE).values()}
