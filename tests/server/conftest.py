"""A server over a corridor of four viewpoints, and people who use it over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from environments import PanoramaFolder
from environments.tiles.build import build_tiles
from pangea_server import Settings, create_app
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.kinds import rotating_kinds
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.server import People, Someone, let_in
from pangea_server.http.pages import PAGES
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store

CORRIDOR = ("door", "lamp", "sofa", "window")
PATH = CORRIDOR[:3]


def build_corridor(folder: Path) -> Path:
    """A folder environment: four viewpoints in a row, two metres apart, each joined to the next."""
    folder.mkdir()
    for number, name in enumerate(CORRIDOR):
        Image.new("RGB", (64, 32), (40 * number, 90, 200)).save(folder / f"{name}.jpg")
    viewpoints = [
        {"viewpoint_id": name, "image": f"{name}.jpg", "position": [0.0, 2.0 * number, 1.5]}
        for number, name in enumerate(CORRIDOR)
    ]
    edges = [list(pair) for pair in pairwise(CORRIDOR)]
    (folder / "graph.json").write_text(
        json.dumps({"scan_id": "corridor", "viewpoints": viewpoints, "edges": edges})
    )
    return folder


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The corridor."""
    return build_corridor(tmp_path / "place")


@pytest.fixture(scope="session")
def corridor_tiles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corridor's tiles on two levels, cut once for all tests."""
    folder = tmp_path_factory.mktemp("cut")
    outcomes = build_tiles(PanoramaFolder(build_corridor(folder / "place")), folder / "tiles", face_size=1024)
    assert all(outcome.was_cut for outcome in outcomes)
    return folder / "tiles"


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """Pages as a build leaves them."""
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    for page in (*PAGES, *rotating_kinds()):
        (folder / f"{page}.html").write_text(f"<!doctype html><title>{page}</title>")
    (folder / "pangea.js").write_text("export const tasks = 1")
    (folder / "favicon.ico").write_bytes(b"\0\0\1\0")
    return folder


@pytest.fixture
def settings(tmp_path: Path, place: Path, web: Path) -> Settings:
    return Settings(
        environment=f"folder:{place}", data_dir=tmp_path / "data", web_dir=web, flag_on_submit=False
    )


@pytest.fixture
def server(settings: Settings) -> Iterator[TestClient]:
    """The running server; errors answer as they would to a browser."""
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def store(server: TestClient) -> Store:
    opened: Store = server.app.state.services.store  # type: ignore[attr-defined]
    return opened


@pytest.fixture
def campaign(store: Store) -> None:
    """One path with one Guide task and one Follower task, written by hand so that its path is known."""
    store.records.create(PathRecord(path_id=1, scan_id="corridor", path=PATH, heading=0.0))
    guide = Task(
        kind="guide", number=1, path_id=1, scan_id="corridor", language="en-US", state=TaskState.OPEN
    )
    store.records.create(guide)
    store.records.create(
        guide.model_copy(update={"kind": "follower", "state": TaskState.WAITING, "instruction_id": 1})
    )


@pytest.fixture
def people(server: TestClient, store: Store) -> People:
    """Lets people in: ``people()`` is an annotator, ``people(Role.MANAGER)`` a manager."""

    def come(role: Role = Role.ANNOTATOR) -> Someone:
        person, token = let_in(store.records, role)
        return Someone(server, token, person.annotator_id)

    return come
