"""Floor plans as files: the names of rooms in several languages, and files from before there were any."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from environments.errors import InvalidDataError
from environments.floor_plan import Floor, FloorPlan, FloorRoom, read_floor_plan

CORNERS = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0]]


def rooms(folder: Path, **names: Any) -> tuple[FloorRoom, ...]:
    room = {"name": "the hall", "outline": CORNERS} | names
    file = folder / "floor_plan.json"
    file.write_text(json.dumps({"floors": [{"z": 0.0, "walls": [], "rooms": [room], "stairs": []}]}))
    return read_floor_plan(file).floors[0].rooms


def test_a_room_has_names_in_the_languages_that_the_file_gives(tmp_path: Path) -> None:
    (room,) = rooms(tmp_path, names={"hi": "गलियारा", "ur": "راہداری"})
    assert (room.name, room.names) == ("the hall", {"hi": "गलियारा", "ur": "راہداری"})


def test_a_file_without_names_opens_as_before(tmp_path: Path) -> None:
    (room,) = rooms(tmp_path)
    assert (room.name, room.names) == ("the hall", {})


@pytest.mark.parametrize("name", ["", " ", 3, None])
def test_an_empty_name_is_refused_with_room_and_language(tmp_path: Path, name: object) -> None:
    with pytest.raises(InvalidDataError, match=r"'the hall'.*'hi'"):
        rooms(tmp_path, names={"hi": name})


def test_a_plan_has_all_that_its_file_says(tmp_path: Path) -> None:
    storeys: list[dict[str, Any]] = [
        {
            "z": 0.0,
            "walls": [[[0, 1], [2, 3]]],
            "rooms": [{"name": "the hall", "outline": CORNERS}],
            "stairs": [CORNERS],
        },
        {"z": 2.8, "walls": [], "rooms": [], "stairs": []},
    ]
    (tmp_path / "floor_plan.json").write_text(json.dumps({"floors": storeys}))
    corners = ((0.0, 0.0), (3.0, 0.0), (3.0, 3.0))
    assert read_floor_plan(tmp_path / "floor_plan.json") == FloorPlan(
        (
            Floor(0.0, (((0, 1), (2, 3)),), (FloorRoom("the hall", corners),), (corners,)),
            Floor(2.8, (), (), ()),
        )
    )
