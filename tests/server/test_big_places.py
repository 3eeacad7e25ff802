"""A city: ten thousand viewpoints, one of them a square with forty streets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from environments import PanoramaFolder, sample_paths, sample_varied_paths
from pangea_server import Settings, create_app
from pangea_server.app.testing.server import Someone, let_in
from pangea_server.people.access.records import Role

SIDE = 100
SQUARE = "v050-050"


def name(x: int, y: int) -> str:
    return f"v{x:03d}-{y:03d}"


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("city")
    Image.new("RGB", (16, 8)).save(folder / "all.jpg")
    places = [(x, y) for x in range(SIDE) for y in range(SIDE)]
    edges = [[name(x, y), name(x + 1, y)] for x, y in places if x + 1 < SIDE]
    edges += [[name(x, y), name(x, y + 1)] for x, y in places if y + 1 < SIDE]
    edges += [[SQUARE, name(x, y)] for x in range(40, 49) for y in (40, 42, 44, 46)]
    viewpoints = [
        {"viewpoint_id": name(x, y), "image": "all.jpg", "position": [2.0 * x, 2.0 * y, 1.6]}
        for x, y in places
    ]
    (folder / "graph.json").write_text(
        json.dumps({"scan_id": "city", "viewpoints": viewpoints, "edges": edges})
    )
    return folder


@pytest.fixture
def citizen(city: Path, tmp_path: Path, web: Path) -> Iterator[Someone]:
    settings = Settings(environment=f"folder:{city}", data_dir=tmp_path / "data", web_dir=web)
    with TestClient(create_app(settings)) as client:
        records = client.app.state.services.store.records  # type: ignore[attr-defined]
        person, token = let_in(records, Role.REVIEWER)
        yield Someone(client, token, person.annotator_id)


def test_a_whole_city_is_small_on_the_wire(citizen: Someone) -> None:
    answer = citizen.call("GET", "/scans/city", headers={"Accept-Encoding": "gzip"})
    assert int(answer.headers["content-length"]) < 300_000
    viewpoints = {view["viewpoint_id"]: view for view in answer.json()["viewpoints"]}
    assert len(viewpoints) == SIDE * SIDE
    assert len(viewpoints[SQUARE]["neighbors"]) == 40


def test_paths_are_sampled_without_every_distance(city: Path) -> None:
    """All distances of a city would fill 800 MB."""
    graph = PanoramaFolder(city).scan("city").graph
    assert len(sample_paths(graph, 20, seed=0)) == 20
    assert len(sample_varied_paths(graph, 20, seed=0)) == 20
    assert "distances" not in vars(graph)
