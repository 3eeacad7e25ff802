"""``pangea env edit`` on rooms of the demo house, whose true places are known."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import BrowserContext, Locator, Page, expect

from environments.demo import DemoHouse
from environments.geometry import heading_elevation, wrap_angle
from environments.scan import Scan

HOUSE = DemoHouse()
ROOM = ("living-room-fireplace", "living-room-piano", "living-room-sofa")
FIELD = math.radians(75)  # across the shorter side of a picture
EYE = 1.55

Edit = Callable[..., Page]
"""Starts the command on a folder, with options, and opens its link."""


class Editors:
    """The command, as often as a test starts it."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._running: list[subprocess.Popen[str]] = []

    def start(self, folder: Path, *options: str) -> Page:
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
        self._running.append(program)
        assert program.stdout
        program.stdout.readline()
        page = self._context.new_page()
        page.goto(program.stdout.readline().strip())
        expect(page.get_by_test_id("saved")).to_have_attribute("data-state", "saved")
        return page

    def stop(self) -> None:
        for program in self._running:
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


def placed(folder: Path, **changes: Any) -> Path:
    """The room with its true places, joined in a row, with other keys of ``graph.json``."""
    pictures_of(folder, ROOM)
    spots = [truth().viewpoints[name] for name in ROOM]
    viewpoints = [
        {
            "viewpoint_id": spot.viewpoint_id,
            "image": f"{spot.viewpoint_id}.jpg",
            "position": list(spot.position),
            "heading": float(heading_elevation(np.array(spot.orientation)[:, 1])[0]),
            "height": EYE,
        }
        for spot in spots
    ]
    edges = [[ROOM[0], ROOM[1]], [ROOM[1], ROOM[2]]]
    content = {"scan_id": "room", "viewpoints": viewpoints, "edges": edges, **changes}
    (folder / "graph.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


def saved(page: Page, undo: int) -> None:
    """Wait until so many edits can be undone, and all is written."""
    expect(page.get_by_test_id("undo")).to_be_enabled(enabled=undo > 0)
    expect(page.get_by_test_id("saved")).to_have_attribute("data-state", "saved")
