"""The network breaks in the middle of a call, and the call is made twice again: one record, with every byte in it.

A session is all that a Guide's page says to the server. In each session one call is cut off somewhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from pangea_server.annotate.annotations.lookups import voice_of
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.tasks.records import Recording
from pangea_server.app.testing.server import chunk_headers, poses, summary
from pangea_server.core.records import padded
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.reliability.cutting_proxy import Cut, CuttingProxy
from tests.reliability.guides import SAMPLE_RATE, voice_chunk
from tests.reliability.house import WALK, build_corridor, make_work
from tests.reliability.process import ServerProcess

STEPS = ("lease", "recording", "voice 0", "voice 1", "pose", "draft", "renew", "submit")
PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; ``size`` is how many bytes the request had."""

    status: int
    body: Any
    size: int


class NetworkCuts:
    """A server over ``folder`` behind a network that can be cut, with work for ``sessions`` Guides."""

    def __init__(self, folder: Path, sessions: int, *plants: str) -> None:
        self._environment = build_corridor(folder / "place")
        self._data = folder / "data"
        self._plants = plants
        with LocalStore.open(self._data) as store:
            self._tokens = iter(make_work(store.records, sessions, sessions))

    def run(self, cuts: Iterator[tuple[str, Callable[[int], Cut]]]) -> list[str]:
        """A session for each step and cut (of a request of so many bytes); returns what went wrong."""
        faults: list[str] = []
        with (
            ServerProcess(self._data, self._environment, *self._plants) as server,
            CuttingProxy(server.port) as proxy,
        ):
            for step, cut in cuts:
                faults += Session(proxy, next(self._tokens), step, cut).run()
        with LocalStore.open(self._data) as store:
            return faults + list(_wrong_records(store))


class Session:
    """A Guide's task from the lease to the receipt, with the call of one step cut off."""

    def __init__(self, proxy: CuttingProxy, token: str, step: str, cut: Callable[[int], Cut]) -> None:
        self._proxy = proxy
        self._token = token
        self._cut_step = step
        self._cut = cut
        self._faults: list[str] = []

    def run(self) -> list[str]:
        lease_id = self._step("lease", "POST", "/leases", {"kind": "guide"})["lease_id"]
        lease = f"/leases/{lease_id}"
        begun = self._step("recording", "POST", f"{lease}/recordings", {"sample_rate": SAMPLE_RATE})
        recording = f"/recordings/{begun['recording_id']}"
        voice = [voice_chunk(lease_id, index) for index in range(2)]
        for index, chunk in enumerate(voice):
            self._step(f"voice {index}", "PUT", f"{recording}/voice/{index}", chunk)
        trace = poses(WALK)
        self._step("pose", "PUT", f"{recording}/pose/0", trace)
        self._step("draft", "PUT", f"{lease}/draft", {"version": 1, "content": "Go"})
        self._step("renew", "POST", f"{lease}/renew", {})
        answer = {"recording_id": begun["recording_id"], "transcript": lease_id}
        streams = {"voice": summary(voice), "pose": summary([trace])}
        self._step("submit", "POST", f"{lease}/submit", answer | streams)
        return self._faults

    def _step(self, name: str, method: str, path: str, body: bytes | dict[str, Any]) -> Any:
        if name != self._cut_step:
            return self._send(method, path, body).body
        cut = self._cut(_size(method, path, body, self._headers(body)))
        self._proxy.cut = cut
        try:
            cut_off = self._send(method, path, body)
            self._faults.append(f"{name} was to be cut {cut} and answered {cut_off.status}")
        except (OSError, HTTPException):
            pass
        first, second = self._send(method, path, body), self._send(method, path, body)
        if not (first.status < 300 and second.status < 300 and first.body == second.body):
            self._faults.append(f"{name}, cut {cut}: made again {first}, and again {second}")
        return first.body

    def _send(self, method: str, path: str, body: bytes | dict[str, Any]) -> Answer:
        connection = HTTPConnection("127.0.0.1", self._proxy.port, timeout=PATIENCE)
        try:
            connection.request(method, f"/api/v1{path}", _bytes(body), self._headers(body))
            answer = connection.getresponse()
            return Answer(answer.status, json.loads(answer.read()), len(_bytes(body)))
        finally:
            connection.close()

    def _headers(self, body: bytes | dict[str, Any]) -> dict[str, str]:
        headers = {"Authorization": f"Bearer {self._token}", "Connection": "close"}
        return headers | (
            chunk_headers(body) if isinstance(body, bytes) else {"Content-Type": "application/json"}
        )


def _bytes(body: bytes | dict[str, Any]) -> bytes:
    return body if isinstance(body, bytes) else json.dumps(body).encode()


def _size(method: str, path: str, body: bytes | dict[str, Any], headers: dict[str, str]) -> int:
    """How many bytes the request has on the wire, to a few: http.client adds headers of its own."""
    head = f"{method} /api/v1{path} HTTP/1.1\r\n" + "".join(
        f"{name}: {value}\r\n" for name, value in headers.items()
    )
    return len(head) + len(_bytes(body))


def _wrong_records(store: Store) -> Iterator[str]:
    """Whatever is not one recording and one annotation for each session, with the voice that was sent."""
    recordings = store.records.find(Recording, limit=100_000)
    annotations = store.records.find(GuideAnnotation, limit=100_000)
    if not len(recordings) == len(annotations) == len({recording.lease_id for recording in recordings}):
        yield f"{len(recordings)} recordings became {len(annotations)} annotations"
    for annotation in annotations:
        lease_id = annotation.transcript  # the transcript that the session sent
        voice = b"".join(voice_chunk(lease_id, index) for index in range(2))
        if store.blobs.read(voice_of(annotation)[0].blob)[44:] != voice:
            yield f"the voice of instruction {padded(annotation.instruction_id)} is not what was said"
