"""The application behind ``pangea env edit``: one place, for whoever has the link."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from environments.editing.session import Editing
from environments.own_places.folder import PanoramaFolder
from pangea_server.app.place_edit.routes import build_edit_api, edit_app
from pangea_server.app.testing.server import assert_problem

COMMITTED = Path(__file__).parents[2] / "static" / "src" / "api" / "editing.json"
TOKEN = "t" * 43
OPENED = {"Authorization": f"Bearer {TOKEN}"}
VIEWPOINTS = [
    {"viewpoint_id": "hall", "image": "hall.jpg", "position": [0, 0, 1.6], "heading": 0, "height": 1.6},
    {"viewpoint_id": "kitchen", "image": "kitchen.jpg", "position": [0, 2.5, 1.6], "heading": 1.5},
]
MOVE = {"kind": "move", "viewpoint_id": "kitchen", "x": 1, "y": 2, "part": False}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "cottage"
    folder.mkdir()
    for name in ("hall", "kitchen", "porch"):
        Image.new("L", (16, 8)).save(folder / f"{name}.jpg")
    content = {"scan_id": "cottage", "viewpoints": VIEWPOINTS, "edges": [["hall", "kitchen"]]}
    (folder / "graph.json").write_text(json.dumps(content))
    return folder


@pytest.fixture
def client(place: Path, web: Path) -> Iterator[TestClient]:
    app = edit_app(Editing(place), TOKEN, web)
    with TestClient(app, headers=OPENED, raise_server_exceptions=False) as client:
        yield client


def edit(client: TestClient, version: int, **what: Any) -> httpx2.Response:
    return client.post("/api/v1/place/edits", json={"version": version, "edit": what})


def test_the_place_is_read_with_what_waits_and_what_is_found(client: TestClient) -> None:
    seen = client.get("/api/v1/place").json()
    assert [each["viewpoint_id"] for each in seen["viewpoints"]] == ["hall", "kitchen"]
    assert seen["viewpoints"][0]["orientation"] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert (seen["waiting"], seen["findings"], seen["undo"], seen["version"]) == (["porch"], [], 0, 1)
    assert seen["edges"] == [{"a": "hall", "b": "kitchen", "metres": 2.5, "doubt": None, "kept": False}]


def test_a_floor_plan_is_seen_and_laid(client: TestClient, place: Path) -> None:
    assert client.get("/api/v1/place").json()["plans"] == []
    (place / "plans").mkdir()
    Image.new("L", (30, 20)).save(place / "plans" / "first floor.png")
    assert client.post("/api/v1/place/opening").json()["plans"] == [
        {"image": "plans/first floor.png", "lies": None}
    ]
    seen = client.get("/api/v1/place/plans/first%20floor.png")
    assert seen.content == (place / "plans" / "first floor.png").read_bytes()
    ends: dict[str, Any] = {"one": [0, 0], "other": [10, 0], "one_at": [1, 2], "other_at": [2, 2], "z": 0}
    laid = edit(client, 2, kind="fit_plan", image="plans/first floor.png", **ends).json()
    lies = {"z": 0, "corner": [1, 2], "heading": 0, "scale": 0.1}
    assert laid["plans"] == [{"image": "plans/first floor.png", "lies": lies}]
    for other in ("attic.png", "..%2Fhall.jpg", "%2e%2e/hall.jpg"):
        assert client.get(f"/api/v1/place/plans/{other}").status_code == 404
    assert_problem(edit(client, 3, kind="fit_plan", image="plans/x.png", **ends), 422, "edit")


def test_an_edit_is_written_undone_and_done_again(client: TestClient, place: Path) -> None:
    assert edit(client, 1, **MOVE).json()["undo"] == 1
    assert PanoramaFolder(place).scan("cottage").viewpoints["kitchen"].position == (1, 2, 1.6)
    assert client.post("/api/v1/place/undo", json={"version": 2}).json()["redo"] == 1
    assert PanoramaFolder(place).scan("cottage").viewpoints["kitchen"].position == (0, 2.5, 1.6)
    assert client.post("/api/v1/place/redo", json={"version": 3}).json()["undo"] == 1


def test_a_waiting_picture_is_seen_and_placed(client: TestClient, place: Path) -> None:
    picture = client.get("/api/v1/place/pictures/porch")
    assert picture.content == (place / "porch.jpg").read_bytes()
    assert picture.headers["cache-control"] == "private, no-cache"
    at = {"heading": 0.0, "elevation": -0.5}
    seen = edit(client, 1, kind="place", viewpoint_id="porch", seen_from="hall", at=at, part=False).json()
    assert (seen["waiting"], seen["viewpoints"][2]["heading"]) == ([], None)
    assert_problem(client.get("/api/v1/place/pictures/attic"), 404, "viewpoint_not_found")


def test_a_room_has_names_in_several_languages(client: TestClient, place: Path) -> None:
    named = {"viewpoint_ids": ["kitchen"], "name": "kitchen", "names": {"te": "వంటగది"}}
    seen = edit(client, 1, kind="name", **named).json()
    assert seen["rooms"] == [named]
    (room,) = PanoramaFolder(place).scan("cottage").rooms
    assert (room.name, room.names) == ("kitchen", {"te": "వంటగది"})
    refused = edit(client, 2, kind="name", **{**named, "names": {"te": " "}})
    assert_problem(refused, 422, "edit")
    assert client.post("/api/v1/place/undo", json={"version": 2}).json()["rooms"] == []


def test_a_box_is_blurred_in_the_picture_that_is_served(client: TestClient, place: Path) -> None:
    Image.radial_gradient("L").resize((160, 80)).save(place / "porch.jpg")
    before = client.get("/api/v1/place/pictures/porch").content
    corners = {"one": {"heading": 3.0, "elevation": 0.2}, "other": {"heading": -3.0, "elevation": -0.2}}
    assert edit(client, 1, kind="blur", viewpoint_id="porch", **corners).json()["blurred"] == {"porch": 1}
    after = client.get("/api/v1/place/pictures/porch")
    assert after.content == (place / "porch.jpg").read_bytes() != before
    assert_problem(client.get("/api/v1/place/pictures/originals"), 404, "viewpoint_not_found")
    small = {**corners, "other": corners["one"]}
    assert_problem(edit(client, 2, kind="blur", viewpoint_id="porch", **small), 422, "edit")
    assert client.post("/api/v1/place/undo", json={"version": 2}).json()["blurred"] == {}
    assert client.get("/api/v1/place/pictures/porch").content == before


def test_what_the_place_does_not_allow_is_said(client: TestClient) -> None:
    refused = assert_problem(edit(client, 1, kind="keep", a="hall", b="porch"), 422, "edit")
    assert refused["remedy"] == "Join them first."


def test_what_was_changed_on_disk_is_a_conflict_until_it_is_taken(client: TestClient, place: Path) -> None:
    graph = place / "graph.json"
    graph.write_text(graph.read_text().replace("2.5", "4.5"))
    assert_problem(edit(client, 1, **MOVE), 409, "place_changed")
    assert_problem(client.post("/api/v1/place/undo", json={"version": 0}), 409, "place_changed")
    again = client.post("/api/v1/place/opening").json()
    assert again["viewpoints"][1]["position"] == [0, 4.5, 1.6]
    assert edit(client, again["version"], **MOVE).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {"version": 1},
        {"version": 1, "edit": {"kind": "burn"}},
        {"version": 1, "edit": {**MOVE, "image": "/etc/passwd"}},
        {"version": 1, "edit": {**MOVE, "x": "far"}},
        {"version": 1, "edit": MOVE, "folder": "/"},
    ],
)
def test_other_bodies_are_refused(client: TestClient, body: dict[str, Any]) -> None:
    assert_problem(client.post("/api/v1/place/edits", json=body), 422, "invalid_request")


def test_large_and_malformed_bodies_are_refused(client: TestClient) -> None:
    headers = {"Content-Type": "application/json"}
    address = "/api/v1/place/edits"
    assert_problem(client.post(address, content=b" " * 10_000, headers=headers), 413, "body_too_large")
    assert_problem(client.post(address, content=b'{"version":1,', headers=headers), 400, "malformed_json")
    assert_problem(
        client.post(address, content=b"x", headers={"Content-Type": "text/plain"}), 415, "media_type"
    )


ROUTES = [
    (method, path.replace("{viewpoint_id}", "hall"))
    for path, methods in json.loads(COMMITTED.read_text())["paths"].items()
    for method in methods
]


@pytest.mark.parametrize("token", ["", "Bearer x", f"Bearer {TOKEN}x", f"Basic {TOKEN}"])
def test_nobody_comes_in_without_the_link(client: TestClient, token: str) -> None:
    for method, path in ROUTES:
        assert_problem(client.request(method, path, headers={"Authorization": token}), 401, "not_signed_in")


def test_another_sites_page_cannot_edit(client: TestClient) -> None:
    answer = client.post(
        "/api/v1/place/edits", json={"version": 1, "edit": MOVE}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert_problem(answer, 403, "foreign_site")


def test_only_its_own_page_is_served_with_the_usual_headers(client: TestClient) -> None:
    page = client.get("/edit")
    assert page.text == "<!doctype html><title>edit</title>"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert client.get("/monitor").status_code == 404


def test_the_committed_description_is_the_programs() -> None:
    assert json.loads(json.dumps(build_edit_api().openapi())) == json.loads(COMMITTED.read_text()), (
        "run: make client"
    )


def test_the_command_serves_until_it_is_ended(place: Path, web: Path) -> None:
    command = [sys.executable, "-m", "pangea_server.app", "env", "edit", f"folder:{place}", "--port", "0"]
    environ = {**os.environ, "PANGEA_WEB_DIR": str(web)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ
    ) as running:
        assert running.stdout
        assert running.stderr
        assert "Edits are written to" in running.stdout.readline()
        origin, _, token = running.stdout.readline().strip().partition("/edit#token=")
        headers = {"Authorization": f"Bearer {token}"}
        assert httpx2.get(f"{origin}/api/v1/place", headers=headers).json()["scan_id"] == "cottage"
        stranger = httpx2.get(f"{origin}/api/v1/place", headers={**headers, "Host": "example.org"})
        assert stranger.status_code == 421
        running.send_signal(signal.SIGINT)
        assert "INFO" not in running.stderr.read(), "a line for each request hides the link"
    assert running.returncode in (0, 130)
