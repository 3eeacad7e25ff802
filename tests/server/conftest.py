"""A server over a corridor of four viewpoints, and people who use it over HTTP."""

from __future__ import annotations

import base64
import hashlib
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx import Response
from PIL import Image

from pangea_server import Settings, create_app
from pangea_server.people import enrol
from pangea_server.records import PathRecord, Role, Task, TaskState
from pangea_server.stores.protocol import Store

CORRIDOR = ("door", "lamp", "sofa", "window")
PATH = CORRIDOR[:3]
RATE = 16_000
IDENTITY16 = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder environment: four viewpoints in a row, two metres apart, each joined to the next."""
    folder = tmp_path / "place"
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
def web(tmp_path: Path) -> Path:
    """Pages as a build leaves them."""
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    for page in ("guide", "follower", "monitor", "replay"):
        (folder / f"{page}.html").write_text(f"<!doctype html><title>{page}</title>")
    return folder


@pytest.fixture
def settings(tmp_path: Path, place: Path, web: Path) -> Settings:
    return Settings(environment=f"folder:{place}", data_dir=tmp_path / "data", web_dir=web)


@pytest.fixture
def server(settings: Settings) -> Iterator[TestClient]:
    """The running server; errors answer as they would to a browser."""
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def store(server: TestClient) -> Store:
    opened: Store = server.app.state.house.store  # type: ignore[attr-defined]
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


def content_digest(data: bytes) -> dict[str, str]:
    return {"Content-Digest": f"sha-256=:{base64.b64encode(hashlib.sha256(data).digest()).decode()}:"}


def summary(chunks: Sequence[bytes]) -> dict[str, Any]:
    data = b"".join(chunks)
    return {"chunks": len(chunks), "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def poses(walk: Sequence[str]) -> bytes:
    """A pose chunk: a snapshot a second, one at each viewpoint of the walk."""
    rows = [
        {
            "time": float(time),
            "viewpoint_id": name,
            "extrinsic_matrix": IDENTITY16,
            "intrinsic_matrix": IDENTITY16,
        }
        for time, name in enumerate(walk)
    ]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


VOICE = (b"\x01\x00" * RATE, b"\x02\x00" * RATE)


@dataclass
class Someone:
    """A person with a link, doing over HTTP what the pages do."""

    client: TestClient
    token: str
    annotator_id: int

    def call(self, method: str, address: str, **options: Any) -> Response:
        headers = {"Authorization": f"Bearer {self.token}"} | options.pop("headers", {})
        return self.client.request(method, f"/api/v1{address}", headers=headers, **options)

    def lease(self, kind: str) -> dict[str, Any]:
        response = self.call("POST", "/leases", json={"kind": kind})
        assert response.status_code == 200, response.text
        view: dict[str, Any] = response.json()
        return view

    def begin(self, lease_id: str, sample_rate: int | None = RATE) -> str:
        response = self.call("POST", f"/leases/{lease_id}/recordings", json={"sample_rate": sample_rate})
        assert response.status_code == 201, response.text
        return str(response.json()["recording_id"])

    def put(self, recording_id: str, stream: str, index: int, data: bytes, **headers: str) -> Response:
        return self.call(
            "PUT",
            f"/recordings/{recording_id}/{stream}/{index}",
            content=data,
            headers=content_digest(data) | headers,
        )

    def record(self, lease_id: str, walk: Sequence[str], voice: Sequence[bytes] = VOICE) -> dict[str, Any]:
        """Send both streams; returns the submission that fits them."""
        recording_id = self.begin(lease_id, RATE if voice else None)
        for index, chunk in enumerate(voice):
            assert self.put(recording_id, "voice", index, chunk).status_code == 201
        trace = poses(walk)
        assert self.put(recording_id, "pose", 0, trace).status_code == 201
        answer = {"recording_id": recording_id, "pose": summary([trace])}
        return answer | ({"voice": summary(voice)} if voice else {})

    def submit(self, lease_id: str, answer: dict[str, Any]) -> Response:
        return self.call("POST", f"/leases/{lease_id}/submit", json=answer)

    def guide(
        self, transcript: str = "Go past the lamp to the sofa.", walk: Sequence[str] = PATH
    ) -> Response:
        """A whole Guide task."""
        lease_id = self.lease("guide")["lease_id"]
        return self.submit(lease_id, self.record(lease_id, walk) | {"transcript": transcript})

    def follow(self, walk: Sequence[str] = PATH, outcome: str = "done") -> Response:
        """A whole Follower task."""
        lease_id = self.lease("follower")["lease_id"]
        return self.submit(lease_id, self.record(lease_id, walk, voice=()) | {"outcome": outcome})


People = Callable[..., Someone]


@pytest.fixture
def people(server: TestClient, store: Store) -> People:
    """Lets people in: ``people()`` is an annotator, ``people(Role.MANAGER)`` a manager."""

    def let_in(role: Role = Role.ANNOTATOR) -> Someone:
        person, token = enrol(store.records, role, ["en-US"])
        return Someone(server, token, person.annotator_id)

    return let_in


def assert_problem(response: Response, status: int, code: str) -> dict[str, Any]:
    """The one shape of every error: RFC 9457 with a stable code, and a detail that is not empty."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = response.json()
    assert problem["status"] == status
    assert problem["code"] == code, problem
    assert problem["detail"]
    return problem


@pytest.fixture
def problem() -> Callable[[Response, int, str], dict[str, Any]]:
    return assert_problem


def wav_samples(data: bytes) -> bytes:
    import wave

    with wave.open(io.BytesIO(data)) as file:
        return file.readframes(file.getnframes())
