"""The browser half of a task that another package brings, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from environments.errors import ConfigurationError
from pangea_server import Settings, create_app
from pangea_server.annotate.kinds import kinds
from pangea_server.http.edge.security_headers import CONTENT_SECURITY_POLICY

PLUGINS = Path(__file__).parents[1] / "data" / "plugins" / "pangea_door_count"


@pytest.fixture
def server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server where the package is installed."""
    monkeypatch.syspath_prepend(PLUGINS)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


def test_its_module_is_served_with_type_policy_and_etag(server: TestClient) -> None:
    answer = server.get("/plugins/door_count/task.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["content-security-policy"].startswith(CONTENT_SECURITY_POLICY)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-cache"
    again = server.get("/plugins/door_count/task.js", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "door_count/page.html",
        "door_count/notes.py",
        "door_count/",
        "door_count/nothing.js",
        "door_count/..%2f__init__.py",
        "door_count/%2e%2e/__init__.py",
        "door_count/..%2f..%2f..%2fspeech%2finstruction.js",
        "door_count/%2fetc%2fpasswd",
        "guide/task.js",
        "nothing/task.js",
    ],
)
def test_nothing_else_is(server: TestClient, path: str) -> None:
    assert server.get(f"/plugins/{path}").status_code == 404


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    from fastapi import FastAPI

    from pangea_server.http.plugin_files import PluginFiles

    static = tmp_path / "static"
    static.mkdir()
    (tmp_path / "secret.js").write_text("secret")
    (static / "task.js").symlink_to(tmp_path / "secret.js")
    app = FastAPI()
    app.mount("/plugins", PluginFiles(directory=static))
    assert TestClient(app).get("/plugins/task.js").status_code == 404


def test_its_page_is_every_tasks_page(server: TestClient) -> None:
    assert server.get("/task/door_count").text == server.get("/task/guide").text


def test_a_kind_without_its_module_stops_the_server(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(PLUGINS)
    door_count = import_module("door_count").DoorCount

    monkeypatch.setattr(door_count, "static", tmp_path)
    with pytest.raises(ConfigurationError, match="no browser half"):
        kinds.load_kinds()


def test_a_kind_of_another_name_stops_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(PLUGINS)
    door_count = import_module("door_count").DoorCount

    monkeypatch.setattr(door_count, "kind", "doors")
    with pytest.raises(ConfigurationError, match="calls itself 'doors'"):
        kinds.load_kinds()
