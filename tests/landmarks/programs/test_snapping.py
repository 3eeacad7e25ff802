"""Whoever draws asks for the edges of a thing over HTTP; a segmenter that misbehaves costs nobody anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from environments.errors import PluginNotFoundError
from environments.regions import LatLonBox, ViewBox, bounding_view, iou, region_from_json
from pangea_server import Settings, create_app
from pangea_server.app.testing.server import Someone, assert_problem
from pangea_server.collect.landmarks.snapping import snapper
from pangea_server.collect.landmarks.snapping.snapper import Snapper

ROOT = Path(__file__).parents[3]
PLUGINS = ROOT / "tests" / "data" / "plugins" / "pangea_odd_segmenters"
WIDTH, HEIGHT = 1024, 512
RED = LatLonBox(-0.3, 0.6, -0.2, 0.2)
THING = bounding_view([RED]) or RED
LOOSE = {"kind": "view", "heading": 0.02, "elevation": 0.01, "width": 0.76, "height": 0.54}


@pytest.fixture
def settings(place: Path, settings: Settings) -> Settings:
    """In the lamp's picture, a red thing lies ahead."""
    noise = np.random.default_rng(1).integers(-15, 16, (HEIGHT, WIDTH, 3))
    picture = np.full((HEIGHT, WIDTH, 3), 110) + noise
    half, tall = round(RED.width / 2 / (2 * np.pi) * WIDTH), round(RED.high / np.pi * HEIGHT)
    picture[HEIGHT // 2 - tall : HEIGHT // 2 + tall, WIDTH // 2 - half : WIDTH // 2 + half] += (110, -80, -80)
    Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8)).save(place / "lamp.jpg", quality=95)
    return settings


@pytest.fixture
def server(settings: Settings, monkeypatch: pytest.MonkeyPatch, request: Any) -> Iterator[TestClient]:
    monkeypatch.syspath_prepend(PLUGINS)
    monkeypatch.setenv("PYTHONPATH", f"{PLUGINS}:{ROOT}")
    asked = settings.model_copy(update={"segmenter": getattr(request, "param", "grabcut")})
    with TestClient(create_app(asked), raise_server_exceptions=False) as client:
        yield client


def snap(person: Someone, lease_id: str, **changed: Any) -> Any:
    return person.call(
        "POST", f"/leases/{lease_id}/snap", json={"viewpoint_id": "lamp", "shape": LOOSE} | changed
    )


def test_a_loose_box_snaps_to_the_thing(drawer: tuple[Someone, str]) -> None:
    answer = snap(*drawer)
    assert answer.status_code == 200, answer.text
    found = region_from_json(answer.json()["shape"])
    assert isinstance(found, ViewBox)
    assert iou(found, THING) > 0.9 > iou(region_from_json(LOOSE), THING)
    assert answer.json()["score"] is None  # GrabCut does not say how sure it is
    again = snap(*drawer, on=[[0.0, 0.0]])
    assert iou(region_from_json(again.json()["shape"]), THING) > 0.9


def test_a_polygon_snaps_to_a_polygon(drawer: tuple[Someone, str]) -> None:
    points = [[-0.38, -0.27], [-0.38, 0.27], [0.38, 0.27], [0.38, -0.27]]
    answer = snap(*drawer, shape={"kind": "polygon", "points": points})
    assert answer.json()["shape"]["kind"] == "polygon"
    assert iou(region_from_json(answer.json()["shape"]), RED) > 0.9


def test_where_nothing_stands_out_the_box_stays(drawer: tuple[Someone, str]) -> None:
    problem = assert_problem(snap(*drawer, viewpoint_id="door"), 422, "segmenter")
    assert "No thing stands out" in problem["detail"]


def test_a_region_that_is_too_wide_to_be_seen_at_once_is_refused(drawer: tuple[Someone, str]) -> None:
    problem = assert_problem(snap(*drawer, shape=LOOSE | {"width": 2.9}), 422, "segmenter")
    assert "too wide" in problem["detail"]


@pytest.mark.parametrize("server", ["hanging", "dying", "failing", "small", "babbling"], indirect=True)
def test_a_segmenter_that_misbehaves_costs_nobody_anything(
    server: TestClient, drawer: tuple[Someone, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapper, "FIRST_SECONDS", 2.0)
    monkeypatch.setattr(snapper, "DEADLINE_SECONDS", 1.0)
    for _ in range(2):  # also not the next one, who gets a new process
        assert_problem(snap(*drawer), 422, "segmenter")
    services = server.app.state.services  # type: ignore[attr-defined]
    asked = services.settings.segmenter
    assert services.get(Snapper).failures == (
        0 if asked == "babbling" else 2
    )  # that one found nothing, in good form


def test_too_many_at_once_are_told_to_go_on(drawer: tuple[Someone, str], server: TestClient) -> None:
    waiting = server.app.state.services.get(Snapper)._waiting  # type: ignore[attr-defined]
    for _ in range(snapper.MOST_WAITING):
        waiting.acquire()
    assert_problem(snap(*drawer), 503, "not_ready")
    waiting.release()
    assert snap(*drawer).status_code == 200


def test_a_server_does_not_start_with_a_segmenter_that_is_not_there(settings: Settings) -> None:
    with pytest.raises(PluginNotFoundError, match="Perhaps grabcut was meant"):
        create_app(settings.model_copy(update={"segmenter": "grabcat"}))
