"""Alive, ready, counted and logged: what an operator's machines ask a server."""

from __future__ import annotations

import fcntl
import json
import logging
import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from prometheus_client import generate_latest

from pangea_server import Settings, create_app
from pangea_server.app import readiness
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.core.logs import configure_logging
from pangea_server.core.settings import DeploymentLimits
from pangea_server.http.edge.metrics import Metrics
from pangea_server.stores.sqlite import write_gate

SECRET = "a-secret-in-the-address"


@pytest.fixture(autouse=True)
def _asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "REST_SECONDS", -1.0)


def test_a_server_is_alive_and_ready(server: TestClient) -> None:
    assert server.get("/healthz").json() == {"status": "ok"}
    assert server.get("/readyz").json() == {"status": "ready"}


def test_the_parts_are_asked_once_a_second_however_often_somebody_asks(
    server: TestClient, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "REST_SECONDS", 60.0)
    assert server.get("/readyz").status_code == 200
    (place / "door.jpg").unlink()
    assert server.get("/readyz").status_code == 200


def test_panoramas_that_went_away_make_it_unready_and_alive(
    server: TestClient, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (place / "door.jpg").unlink()
    problem = assert_problem(server.get("/readyz"), 503, "not_ready")
    assert "not ready: environment" in caplog.text
    assert str(place) not in str(problem)
    assert "door.jpg" in caplog.text
    assert server.get("/healthz").status_code == 200


@pytest.mark.parametrize(("room", "status"), [(2**16, 200), (2**16 - 1, 503)])
def test_a_disk_down_to_its_reserve_makes_it_unready(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    room: int,
    status: int,
) -> None:
    small = settings.model_copy(update={"limits": DeploymentLimits(chunk_bytes=2**16, disk_reserve=7)})
    rooms = {(small.data_dir, 7): room}
    with TestClient(create_app(small), raise_server_exceptions=False) as server:
        monkeypatch.setattr(readiness, "room_above_reserve", lambda *asked: rooms[asked])
        assert server.get("/readyz").status_code == status
    assert ("not ready: disk" in caplog.text) is (status == 503)


def test_a_store_that_cannot_be_written_makes_it_unready(
    server: TestClient,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(write_gate, "WRITE_TIMEOUT_SECONDS", 0.05)
    with (settings.data_dir / "write.lock").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert_problem(server.get("/readyz"), 503, "not_ready")
        assert "not ready: store" in caplog.text
    assert server.get("/readyz").status_code == 200


def test_what_is_asked_refused_and_stored_is_counted(
    server: TestClient, people: People, campaign: None
) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    for _ in range(2):  # the second is known, and stored once
        guide.put(recording_id, "voice", 0, b"\x01\x00" * 500)
    guide.put(recording_id, "voice", 1, b"odd")
    server.get(f"/{SECRET}")
    metrics: Metrics = server.app.state.services.get(Metrics)  # type: ignore[attr-defined]
    text = generate_latest(metrics.registry).decode()
    for line in (
        'pangea_requests_total{route="put_chunk",status="201"} 1.0',
        'pangea_requests_total{route="put_chunk",status="200"} 1.0',
        'pangea_requests_total{route="none",status="404"} 1.0',
        'pangea_chunks_acknowledged_total{stream="voice"} 1.0',
        'pangea_chunk_bytes_acknowledged_total{stream="voice"} 1000.0',
        'pangea_problems_total{code="submission"} 1.0',
        "pangea_leases_active 1.0",
    ):
        assert line in text
    assert re.search(r'pangea_request_seconds_bucket\{le="0.05",route="put_chunk"\} \d', text)
    assert recording_id not in text
    assert SECRET not in text


def test_the_public_address_has_no_metrics(server: TestClient) -> None:
    assert server.get("/metrics").status_code == 404


def test_a_log_line_in_json_has_the_answer_and_neither_token_nor_address(
    server: TestClient, people: People, capsys: pytest.CaptureFixture[str]
) -> None:
    person = people()
    before = logging.getLogger().handlers[:]
    try:
        configure_logging("json")
        answer = person.call("GET", f"/leases/{SECRET}?token={SECRET}")
    finally:
        logging.getLogger().handlers[:] = before
    shown = capsys.readouterr().err
    (line,) = (json.loads(row) for row in shown.splitlines() if "request_id" in row)
    assert line["request_id"] == answer.headers["x-request-id"]
    assert (line["method"], line["status"], line["severity"]) == ("GET", answer.status_code, "INFO")
    assert line["time"]
    assert line["seconds"] >= 0
    assert not {SECRET, person.token, "testclient"} & set(re.findall(r"[\w-]+", shown))
