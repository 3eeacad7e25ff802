"""People who use a server over HTTP as the pages do: for our tests and for those who add tasks of their own."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.access.tokens import new_token
from pangea_server.people.accounts.enrolment import enrol
from pangea_server.people.accounts.invites import claim, invite
from pangea_server.stores.protocol import RecordStore

if TYPE_CHECKING:
    from fastapi.testclient import TestClient
    from httpx2 import Response

RATE = 16_000
VOICE = (b"\x01\x00" * RATE, b"\x02\x00" * RATE)
IDENTITY16 = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]


def content_digest(data: bytes) -> dict[str, str]:
    """The ``Content-Digest`` header (RFC 9530) of these bytes."""
    return {"Content-Digest": f"sha-256=:{base64.b64encode(hashlib.sha256(data).digest()).decode()}:"}


def chunk_headers(data: bytes) -> dict[str, str]:
    """The headers of a request that sends these bytes as a chunk."""
    return {"Content-Type": "application/octet-stream"} | content_digest(data)


def summary(chunks: Sequence[bytes]) -> dict[str, Any]:
    """What a submission says about a stream that was sent in these chunks."""
    data = b"".join(chunks)
    return {"chunks": len(chunks), "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def poses(walk: Sequence[str]) -> bytes:
    """A pose chunk: one snapshot per second, one at each viewpoint of the walk."""
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


def let_in(
    records: RecordStore, role: Role = Role.ANNOTATOR, languages: Sequence[str] = ("en-US",)
) -> tuple[Annotator, str]:
    """A person who has opened their link, and their session's token."""
    person, token = enrol(records, role, languages), new_token()
    claim(records, invite(records, person.annotator_id), token, timedelta(days=1))
    return person, token


@dataclass
class Someone:
    """A person with a session, who does over HTTP what the pages do."""

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

    def begin(self, lease_id: str, sample_rate: int | None = RATE, attempt: int = 0) -> str:
        wanted = {"attempt": attempt, "sample_rate": sample_rate}
        response = self.call("POST", f"/leases/{lease_id}/recordings", json=wanted)
        assert response.status_code == 201, response.text
        return str(response.json()["recording_id"])

    def put(self, recording_id: str, stream: str, index: int | str, data: bytes, **headers: str) -> Response:
        return self.call(
            "PUT",
            f"/recordings/{recording_id}/{stream}/{index}",
            content=data,
            headers=chunk_headers(data) | headers,
        )

    def record(
        self, lease_id: str, walk: Sequence[str], voice: Sequence[bytes] = VOICE, attempt: int = 0
    ) -> dict[str, Any]:
        """Record what there is of a walk and a voice; returns the part of the submission that describes them."""
        recording_id = self.begin(lease_id, RATE if voice else None, attempt)
        for index, chunk in enumerate(voice):
            assert self.put(recording_id, "voice", index, chunk).status_code == 201
        answer: dict[str, Any] = {"recording_id": recording_id}
        if walk:
            trace = poses(walk)
            assert self.put(recording_id, "pose", 0, trace).status_code == 201
            answer["pose"] = summary([trace])
        return answer | ({"voice": summary(voice)} if voice else {})

    def submit(self, lease_id: str, answer: dict[str, Any]) -> Response:
        """As a page does: it sends the same again while the server still reads the walk."""
        while (response := self.call("POST", f"/leases/{lease_id}/submit", json=answer)).status_code == 202:
            pass
        return response

    def guide(
        self, transcript: str = "Go past the lamp to the sofa.", walk: Sequence[str] | None = None
    ) -> Response:
        """Do a whole Guide task, along the path that was shown or along another ``walk``."""
        lease = self.lease("guide")
        answer = self.record(lease["lease_id"], walk or lease["args"]["path"])
        return self.submit(lease["lease_id"], answer | {"transcript": transcript})

    def hear(self, instruction_id: int) -> Response:
        """A Guide's voice, at the address that its annotation gives."""
        return self.client.get(self.call("GET", f"/annotations/guide/{instruction_id}").json()["voice_url"])

    def follow(self, walk: Sequence[str], outcome: str = "done") -> Response:
        """Do a whole Follower task."""
        lease_id = self.lease("follower")["lease_id"]
        return self.submit(lease_id, self.record(lease_id, walk, voice=()) | {"outcome": outcome})


People = Callable[..., Someone]


def assert_problem(response: Response, status: int, code: str) -> dict[str, Any]:
    """Check the form that every error has: RFC 9457 with a stable code, and a detail that is not empty."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = response.json()
    assert problem["status"] == status
    assert problem["code"] == code, problem
    assert problem["detail"]
    return problem
