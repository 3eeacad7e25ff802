"""A deployment restarts the server while people record."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socket import create_server
from typing import Any

import pytest

from pangea_server.app.testing.server import chunk_headers
from pangea_server.stores.local.store import LocalStore
from tests.reliability.house import build_corridor, make_work
from tests.reliability.restarts import IN_ORDER, Restarts, RunningServer

RESTARTS = int(os.environ.get("RESTARTS", "2"))
CHUNK = b"\x01\x00" * 80_000


def test_restarts_lose_nothing_and_refuse_nobody(tmp_path: Path) -> None:
    report = Restarts(tmp_path, guides=4).run(RESTARTS)
    assert report.findings.total == 0, report
    assert report.ended_in_order == RESTARTS, report
    assert report.acknowledged > 0, report
    assert report.refused == 0, report
    assert report.longest_wait < 60, (
        report
    )  # a second or two on a quiet machine; a busy one starts Python slowly


class Uploading:
    """A server, and a call to it of which half the body was sent."""

    def __init__(self, folder: Path) -> None:
        environment = build_corridor(folder / "place")
        self.data = folder / "data"
        with LocalStore.open(self.data) as store:
            (token,) = make_work(store.records, 1, 1)
        listener = create_server(("127.0.0.1", 0))
        self.server = RunningServer(self.data, environment, listener)
        self.connection = HTTPConnection("127.0.0.1", listener.getsockname()[1], timeout=20)
        listener.close()
        self._headers = {"Authorization": f"Bearer {token}"}
        lease_id = self._call("/leases", {"kind": "guide"})["lease_id"]
        self.recording_id = self._call(f"/leases/{lease_id}/recordings", {"sample_rate": 16_000})[
            "recording_id"
        ]
        self.connection.putrequest("PUT", f"/api/v1/recordings/{self.recording_id}/voice/0")
        for name, value in (
            self._headers | chunk_headers(CHUNK) | {"Content-Length": str(len(CHUNK))}
        ).items():
            self.connection.putheader(name, value)
        self.connection.endheaders(CHUNK[: len(CHUNK) // 2])

    def stored(self) -> list[bytes]:
        with LocalStore.open(self.data) as store:
            names = [blob.name for blob in store.blobs.list(f"recordings/{self.recording_id}/voice/")]
            return [store.blobs.read(name) for name in names]

    def _call(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = self._headers | {"Content-Type": "application/json"}
        self.connection.request("POST", f"/api/v1{path}", json.dumps(body), headers)
        answer: dict[str, Any] = json.load(self.connection.getresponse())
        return answer


@pytest.fixture
def uploading(tmp_path: Path) -> Iterator[Uploading]:
    call = Uploading(tmp_path)
    with call.server:
        yield call
    call.connection.close()


def test_an_upload_under_way_at_sigterm_is_finished(uploading: Uploading) -> None:
    uploading.server.process.terminate()
    time.sleep(0.3)
    uploading.connection.send(CHUNK[len(CHUNK) // 2 :])
    assert uploading.connection.getresponse().status == 201
    assert uploading.server.process.wait(timeout=10) in IN_ORDER
    assert uploading.stored() == [CHUNK]


def test_an_upload_that_does_not_end_holds_nobody_up_and_is_not_acknowledged(uploading: Uploading) -> None:
    began = time.monotonic()
    assert uploading.server.stop() in IN_ORDER
    assert time.monotonic() - began < 10
    with suppress(ConnectionError, HTTPException):  # closed, or told that it was refused
        assert uploading.connection.getresponse().status >= 400
    assert uploading.stored() == []
