"""``pangea env edit``: a place that is made from its pictures, and one that is corrected."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from environments.demo import DemoHouse
from environments.geometry import heading_elevation, wrap_angle
from environments.scan import Scan

HOUSE = DemoHouse()
ROOM = ("living-room-fireplace", "living-room-piano", "living-room-sofa")
FIELD = math.radians(75)  # across the shorter side of a picture
EYE = 1.55

Edit = Callable[..., Page]


@pytest.fixture
def edited(context: BrowserContext) -> Iterator[Edit]:
    """Starts the command on a folder and opens its link."""
    running: list[subprocess.Popen[str]] = []

    def start(folder: Path, *options: str) -> Page:
        command = [
            sys.executable,
            "-m",
            "pangea_server.app",
            "env",
            "edit",
            f"folder:{folder}",
            "--port",
            "0",
        ]
        program = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, text=True, env={**os.environ, "NO_COLOR": "1"}
        )
        running.append(program)
        assert program.stdout
        program.stdout.readline()
        page = context.new_page()
        page.goto(program.stdout.readline().strip())
        expect(page.get_by_test_id("saved")).to_have_attribute("data-state", "saved")
        return page

    yield start
    for program in running:
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=60)


def truth() -> Scan:
    return HOUSE.scan("demo-house")


def pictures_of(folder: Path, names: tuple[str, ...]) -> Path:
    folder.mkdir()
    for name in names:
        (folder / f"{name}.jpg").write_bytes(HOUSE.image("demo-house", name, "equirectangular").data)
    return folder


def written(folder: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((folder / "graph.json").read_text(encoding="utf-8"))
    return content


def own_look(name: str, point: tuple[float, float, float]) -> tuple[float, float]:
    """Where the picture of a viewpoint shows a point of the house: heading and elevation in its own frame."""
    spot = truth().viewpoints[name]
    heading, elevation = heading_elevation(np.array(spot.orientation).T @ np.subtract(point, spot.position))
    return float(heading), float(elevation)


def under(name: str) -> tuple[float, float, float]:
    x, y, z = truth().viewpoints[name].position
    return (x, y, z - EYE)


def point_at(page: Page, pane: str, look: tuple[float, float]) -> int:
    """Turn a picture until a point is near its middle, and click it; how many actions this took."""
    picture = page.get_by_test_id(pane)
    dragged = 0
    for _ in range(12):
        x, y = place_of(picture, look)
        box = picture.bounding_box()
        assert box
        if abs(x) < box["width"] * 0.4 and abs(y) < box["height"] * 0.4:
            break
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        way = [
            max(-0.45 * size, min(0.45 * size, each))
            for each, size in ((x, box["width"]), (y, box["height"]))
        ]
        page.mouse.move(*middle)
        page.mouse.down()
        page.mouse.move(middle[0] - way[0], middle[1] - way[1], steps=4)
        page.mouse.up()
        dragged = 1  # a person drags once, as far as it takes
        page.wait_for_timeout(300)
    x, y = place_of(picture, look)
    box = picture.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2 + x, box["y"] + box["height"] / 2 + y)
    return dragged + 1


def place_of(picture: Locator, look: tuple[float, float]) -> tuple[float, float]:
    """Where a picture shows a direction: pixels from its middle; far outside for what is behind the camera."""
    here = [float(picture.get_attribute(f"data-{each}") or 0) for each in ("heading", "elevation")]
    box = picture.bounding_box()
    assert box
    focal = min(box["width"], box["height"]) / 2 / math.tan(FIELD / 2)
    aside = float(wrap_angle(look[0] - here[0]))
    if abs(aside) > 1.2:
        return (math.copysign(box["width"], aside), 0.0)
    level = math.cos(look[1])
    ahead, right, up = level * math.cos(aside), level * math.sin(aside), math.sin(look[1])
    cosine, sine = math.cos(here[1]), math.sin(here[1])
    depth, height = ahead * cosine + up * sine, up * cosine - ahead * sine
    return (focal * right / depth, -focal * height / depth)


def test_a_place_is_made_from_its_pictures(edited: Edit, tmp_path: Path) -> None:
    """Two clicks and two drags a photograph, which the page asks for one after the other."""
    folder = pictures_of(tmp_path / "room", ROOM)
    page = edited(folder, "--height", str(EYE))
    actions = 0
    seen_from = ROOM[0]
    for name in ROOM[1:]:
        expect(page.get_by_test_id("prompt")).to_contain_text(f"the camera of {name} stood")
        expect(page.locator("[data-sharp]")).to_have_count(2)
        actions += point_at(page, "picture-from", own_look(seen_from, under(name)))
        expect(page.get_by_test_id("prompt")).to_contain_text(f"where the camera of {seen_from} stood")
        actions += point_at(page, "picture-subject", own_look(name, under(seen_from)))
        expect(page.get_by_test_id("saved")).to_contain_text(f"Viewpoints: {ROOM.index(name) + 1}")
        expect(page.locator(f"[data-testid=spot-{name}] .edit-wedge")).to_have_count(1)
        seen_from = name
    assert actions <= 4 * len(ROOM[1:])
    content = written(folder)
    assert content["edges"] == [[ROOM[0], ROOM[1]], [ROOM[1], ROOM[2]]]
    origin = truth().viewpoints[ROOM[0]]
    turn = np.array(origin.orientation).T
    for entry in content["viewpoints"]:
        spot = truth().viewpoints[entry["viewpoint_id"]]
        there = turn @ np.subtract(spot.position, origin.position)
        assert np.linalg.norm(np.array(entry["position"])[:2] - there[:2]) < 0.1
        heading, _ = heading_elevation(turn @ np.array(spot.orientation) @ [0, 1, 0])
        assert abs(wrap_angle(entry["heading"] - heading)) < math.radians(2)


def test_edges_are_decided_by_keys_and_every_edit_is_undone(edited: Edit, tmp_path: Path) -> None:
    folder = pictures_of(tmp_path / "room", ROOM)
    spots = [truth().viewpoints[name] for name in ROOM]
    viewpoints = [
        {"viewpoint_id": spot.viewpoint_id, "image": f"{spot.viewpoint_id}.jpg", "position": spot.position}
        | {"height": EYE, "heading": 0.0}
        for spot in spots
    ]
    edges = [[ROOM[0], ROOM[1]], [ROOM[1], ROOM[2]]]
    before = {"scan_id": "room", "viewpoints": viewpoints, "edges": edges}
    (folder / "graph.json").write_text(json.dumps(before))
    doubts = [{"ends": edges[0], "doubt": 0.02}, {"ends": edges[1], "doubt": 0.5}]
    (folder / "map.json").write_text(json.dumps({"scan_id": "room", "steps": doubts}))
    page = edited(folder)
    current = page.locator("[data-testid=edge] [aria-current=true]")
    expect(current).to_contain_text("doubt 50 %")
    page.keyboard.press("Space")
    expect(current).to_contain_text("doubt 2 %")
    page.keyboard.press("x")
    expect(page.get_by_test_id("edge")).to_have_count(1)
    assert written(folder)["edges"] == [edges[1]]
    page.get_by_test_id("tab-findings").click()
    expect(page.get_by_test_id("findings")).to_contain_text("isolated viewpoint")
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(page.get_by_test_id("undo")).to_be_disabled()
    assert written(folder)["edges"] == edges
    assert "kept" not in written(folder)
    expect(page.get_by_test_id("redo")).to_be_enabled()


def test_what_was_changed_on_disk_is_taken_instead(
    edited: Edit, tmp_path: Path, console_is_checked: bool
) -> None:
    folder = pictures_of(tmp_path / "room", ROOM[:2])
    page = edited(folder, "--height", str(EYE))
    content = written(folder)
    content["viewpoints"][0]["height"] = 1.4
    (folder / "graph.json").write_text(json.dumps(content))
    page.keyboard.press("h")
    page.get_by_test_id("metres").fill("1.7")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("refused")).to_contain_text("changed by another program")
    assert written(folder) == content
    page.get_by_test_id("open-again").click()
    expect(page.get_by_test_id("saved")).to_have_attribute("data-state", "saved")
    page.keyboard.press("h")
    expect(page.get_by_test_id("metres")).to_have_value("1.4")


@pytest.fixture
def console_is_checked(request: pytest.FixtureRequest) -> bool:
    """Chromium writes each refused request to the console."""
    return "on_disk" not in request.node.name
