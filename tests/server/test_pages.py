"""Pages, headers, and what a browser is allowed to load."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from pydantic import ValidationError

from pangea_server import Settings, create_app
from pangea_server.app.testing.server import People
from pangea_server.people.access.records import Role
from tests.environments.test_metadata import personal_exif


@pytest.mark.parametrize("page", ["guide", "follower", "monitor", "replay"])
def test_each_page_has_its_address_and_keeps_other_sites_out(server: TestClient, page: str) -> None:
    answer = server.get(f"/{page}")
    assert f"<title>{page}</title>" in answer.text
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_errors_carry_the_headers_too(server: TestClient) -> None:
    answer = server.get("/api/v1/me")
    assert "content-security-policy" in answer.headers
    assert answer.headers["x-request-id"]


def test_scripts_travel_compressed_and_are_kept(server: TestClient, web: Path) -> None:
    script = "export const answer = 42\n" * 200
    (web / "assets" / "guide-abc.js").write_text(script)
    answer = server.get("/assets/guide-abc.js")
    assert answer.text == script
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < 200
    assert "immutable" in answer.headers["cache-control"]
    plain = server.get("/assets/guide-abc.js", headers={"Accept-Encoding": "identity"})
    assert plain.text == script
    assert "content-encoding" not in plain.headers


def test_the_log_has_one_line_a_request_and_no_token(
    server: TestClient, people: People, caplog: pytest.LogCaptureFixture
) -> None:
    person = people()
    with caplog.at_level(logging.INFO, "pangea_server.http.edge.security_headers"):
        answer = person.call("GET", "/me")
    lines = [
        record.getMessage()
        for record in caplog.records
        if record.name == "pangea_server.http.edge.security_headers"
    ]
    assert len(lines) == 1
    assert answer.headers["x-request-id"] in lines[0]
    assert "GET read_me 200" in lines[0]
    assert person.token not in caplog.text


def test_panoramas_come_as_they_are_stored_but_for_what_their_camera_wrote(
    server: TestClient, people: People, place: Path
) -> None:
    scan = people(Role.REVIEWER).call("GET", "/scans/corridor").json()
    door = next(view for view in scan["viewpoints"] if view["viewpoint_id"] == "door")
    assert scan["floor_plan"] is None
    assert door["neighbors"] == ["lamp"]
    address = door["images"]["equirectangular"].removeprefix("/api/v1")
    image = people().call("GET", address)
    assert image.headers["content-type"] == "image/jpeg"
    assert image.content == (place / "door.jpg").read_bytes()
    with Image.open(place / "door.jpg") as opened:
        opened.save(place / "door.jpg", quality="keep", exif=personal_exif())
    assert people().call("GET", address).content == image.content  # who owns the camera is nobody's business
    (place / "door.jpg").write_bytes(b"no picture")
    assert people().call("GET", address).status_code == 503


def test_the_server_is_alive(server: TestClient) -> None:
    assert server.get("/healthz").json() == {"status": "ok"}


def test_only_named_sites_may_frame_our_pages(settings: Settings) -> None:
    framed = settings.model_copy(update={"frame_ancestors": "https://work.example.org"})
    for chosen, expected in ((settings, "'none'"), (framed, "https://work.example.org")):
        with TestClient(create_app(chosen)) as client:
            policy = client.get("/guide").headers["Content-Security-Policy"]
        assert policy.endswith(f"frame-ancestors {expected}")


def test_a_frame_setting_cannot_smuggle_in_another_directive() -> None:
    with pytest.raises(ValidationError):
        Settings(frame_ancestors="https://a.example; script-src *")
