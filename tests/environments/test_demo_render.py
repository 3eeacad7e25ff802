"""Rendering a house: which files are written, and what the ground truth says, with a studio that needs no Blender."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from PIL import Image

from environments.demo import render
from environments.demo.drawing import floor_plan
from environments.demo.held_out import __main__ as held_out_command
from environments.demo.held_out.house import generated_house
from environments.demo.held_out.seed import SEED
from environments.demo.house import HOUSE, graph
from environments.demo.model.plan import House
from environments.demo.render import denser
from environments.floor_plan import read_floor_plan
from environments.geometry import Vector

GROUND = HOUSE.levels[0]
LIVING_ROOM = GROUND.rooms[0]
SMALL = replace(
    HOUSE,
    levels=(
        replace(
            GROUND,
            rooms=(replace(LIVING_ROOM, pieces=LIVING_ROOM.pieces[:2]),),
            stands=tuple(stand for stand in GROUND.stands if stand.viewpoint_id.startswith("living-room"))[
                :2
            ],
        ),
    ),
)
FIRST, SECOND = graph(SMALL)["viewpoints"]


class Studio:
    """Sees a thing 1 in ten columns from the first viewpoint, and would see it in twenty; nothing from the second."""

    calls: ClassVar[list[Any]] = []

    def __init__(self, house: House, numbers: dict[str, int]) -> None:
        self.calls[:] = [numbers]

    def identify(self, points: Iterable[Vector], width: int) -> Iterator[Any]:
        for at in points:
            self.calls.append(("identify", at))
            yield picture(10 if at == FIRST["position"] else 0, width)

    def measure(self, points: Iterable[Vector], width: int) -> Iterator[Any]:
        for at in points:
            self.calls.append(("measure", at))
            yield np.full((width // 2, width), 1234, np.uint16)

    def outline(self, name: str, points: Iterable[Vector], width: int) -> Iterator[Any]:
        for at in points:
            self.calls.append(("outline", name, at))
            yield picture(20, width)

    def bounds(self, name: str) -> tuple[list[float], list[float]]:
        return [1.00049, 2.0, 0.0], [1.5, 2.5, 0.7006]

    def photograph(self, at: Vector, width: int, samples: int) -> Any:
        self.calls.append(("photograph", at, width, samples))
        return np.zeros((width // 2, width, 3), np.uint8)


def picture(columns: int, width: int) -> Any:
    numbers = np.zeros((width // 2, width), np.uint8)
    numbers[100:200, 10 : 10 + columns] = 1
    return numbers


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Namespace:
    monkeypatch.setattr(render, "_studio_class", lambda: Studio)
    asked = render.rendering_options("", width=64, samples=4).parse_args([])
    return Namespace(**{**vars(asked), "output": tmp_path / "house"})


def test_a_rendered_house_has_its_graph_plan_truth_and_pictures(options: Namespace) -> None:
    render.render_house(SMALL, options)
    names = [viewpoint["viewpoint_id"] for viewpoint in (FIRST, SECOND)]
    assert {file.name for file in options.output.iterdir()} == {
        "graph.json", "floor_plan.json", "objects.json",
        *(f"{name}.{kind}" for name in names for kind in ("ids.png", "depth.png", "jpg")),
    }  # fmt: skip
    assert json.loads((options.output / "graph.json").read_text()) == graph(SMALL)
    assert read_floor_plan(options.output / "floor_plan.json") == floor_plan(SMALL)
    one, other = SMALL.levels[0].rooms[0].pieces
    unseen = {"box": [[1.0, 2.0, 0.0], [1.5, 2.5, 0.701]], "seen_from": {}, "whole_from": {}, "hidden": {}}
    assert json.loads((options.output / "objects.json").read_text()) == {
        "scan_id": "demo-house",
        "image_size": [1024, 512],
        "objects": [
            {
                **unseen, "object_id": one.name, "number": 1, "label": one.label, "room": "living-room",
                "seen_from": {names[0]: [10, 100, 20, 200]},
                "whole_from": {names[0]: [10, 100, 30, 200]},
                "hidden": {names[0]: 0.5},
            },
            {**unseen, "object_id": other.name, "number": 2, "label": other.label, "room": "living-room"},
        ],
    }  # fmt: skip
    at, elsewhere = FIRST["position"], SECOND["position"]
    assert Studio.calls == [
        {one.name: 1, other.name: 2},
        ("identify", at), ("identify", elsewhere), ("measure", at), ("measure", elsewhere),
        ("outline", one.name, at), ("photograph", at, 64, 4), ("photograph", elsewhere, 64, 4),
    ]  # fmt: skip
    with Image.open(options.output / f"{names[1]}.depth.png") as depths:
        assert np.asarray(depths)[0, 0] == 1234


@pytest.mark.parametrize(
    ("asked", "again"),
    [
        ({}, []),
        ({"force": True}, ["identify", "measure", "photograph"]),
        ({"force": True, "pictures": False}, ["identify", "measure"]),
    ],
)
def test_pictures_that_are_there_are_kept_unless_all_are_asked_for(
    options: Namespace, asked: dict[str, bool], again: list[str]
) -> None:
    render.render_house(SMALL, options)
    render.render_house(SMALL, Namespace(**{**vars(options), **asked}))
    made = [call[0] for call in Studio.calls[1:] if call[0] != "outline"]
    assert made == [kind for kind in again for _ in range(2)]


def test_spacing_makes_more_viewpoints(options: Namespace) -> None:
    render.render_house(SMALL, Namespace(**{**vars(options), "spacing": 0.8, "pictures": False}))
    written = json.loads((options.output / "graph.json").read_text())
    assert written == graph(denser(SMALL, 0.8))
    assert len(written["viewpoints"]) > 2


def test_what_is_there_without_blender_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "environments.demo.blender.studio", None)
    with pytest.raises(SystemExit, match=r"no module .*README\.md"):
        render.render_house(SMALL, Namespace(output=tmp_path, spacing=None))


@pytest.mark.parametrize(
    ("command", "main", "expected"),
    [
        ([], render.main, (HOUSE, render.HOUSE_FOLDER, 4096, 4, None, False, True)),
        (["--output", "a", "--width", "64", "--samples", "9", "--spacing", "1.2", "--force", "--no-pictures"],
         render.main, (HOUSE, Path("a"), 64, 9, 1.2, True, False)),
        (["--output", "a"], held_out_command.main, (generated_house(SEED), Path("a"), 1024, 4, None, False, True)),
        (["--output", "a", "--seed", "1"],
         held_out_command.main, (generated_house(1), Path("a"), 1024, 4, None, False, True)),
    ],
)  # fmt: skip
def test_commands_render_their_house_with_these_defaults(
    command: list[str], main: Any, expected: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []

    def note(house: House, to: Namespace) -> None:
        asked.append((house, to.output, to.width, to.samples, to.spacing, to.force, to.pictures))

    monkeypatch.setattr(sys, "argv", ["render", *command])
    for module in (render, held_out_command):
        monkeypatch.setattr(module, "render_house", note)
    main()
    assert asked == [expected]


def test_the_held_out_house_is_not_rendered_without_a_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["held_out"])
    with pytest.raises(SystemExit) as ended:
        held_out_command.main()
    assert ended.value.code == 2
    assert "--output is missing" in capsys.readouterr().err
