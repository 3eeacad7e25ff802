"""Guides who record, are interrupted, come back and go on, as the page does; they remember what was acknowledged."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from http.client import HTTPConnection, HTTPException
from threading import Event
from typing import Any

from pangea_server.app.testing.server import chunk_headers, poses, summary
from tests.reliability.house import WALK

SAMPLE_RATE = 16_000
VOICE_CHUNKS = 12
CHUNK_BYTES = 2 * SAMPLE_RATE  # a second of voice
PATIENCE = 10.0


class ServerGoneError(Exception):
    """The server or the way to it is gone."""


class RefusedError(Exception):
    """The server does not take what it should."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk that the server acknowledged."""

    lease_id: str
    recording_id: str
    stream: str
    index: int


@dataclass
class Memory:
    """What a Guide was told is safe; an entry is made when the whole answer has arrived, never before."""

    chunks: list[Chunk] = field(default_factory=list)
    submitted: dict[str, int] = field(default_factory=dict)  # lease_id: instruction_id
    refused: list[str] = field(default_factory=list)  # what the server should have taken


def voice_chunk(lease_id: str, index: int) -> bytes:
    """A second of noise, which tells from whom it came and where in the recording it belongs."""
    return hashlib.shake_128(f"{lease_id}/{index}".encode()).digest(CHUNK_BYTES)


def whole_voice(lease_id: str) -> bytes:
    return b"".join(chunks_of(lease_id)["voice"])


@lru_cache(maxsize=64)
def chunks_of(lease_id: str) -> dict[str, list[bytes]]:
    """All that a Guide sends under this lease, by stream."""
    return {
        "voice": [voice_chunk(lease_id, index) for index in range(VOICE_CHUNKS)],
        "pose": [poses(WALK)],
    }


class Guide:
    """One person at one connection, who waits ``pause`` seconds before each chunk."""

    def __init__(self, token: str, memory: Memory, pause: float = 0.0) -> None:
        self.memory = memory
        self.pause = pause
        self._last: tuple[str, dict[str, Any]] | None = None  # the lease and what was answered
        self._headers = {"Authorization": f"Bearer {token}"}

    def work(self, port: int, stop: Event, *, new_tasks: bool = True) -> bool:
        """Record task after task until ``stop``, the end of the work, or a refusal; False when interrupted."""
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            self._repeat_last(connection)
            while not stop.is_set() and self._record_one(connection, stop, new_tasks):
                pass
        except ServerGoneError:
            return False
        except RefusedError as error:
            self.memory.refused.append(str(error))
        finally:
            connection.close()
        return True

    def _record_one(self, connection: HTTPConnection, stop: Event, new_tasks: bool) -> bool:
        lease = self._call(connection, "POST", "/leases", {"kind": "guide"})
        if lease is None or not (new_tasks or lease["recordings"]):
            return False
        lease_id = lease["lease_id"]
        recording = self._call(
            connection, "POST", f"/leases/{lease_id}/recordings", {"sample_rate": SAMPLE_RATE}
        )
        streams = chunks_of(lease_id)
        for stream, chunks in streams.items():
            stored = {
                index for first, last in recording[stream]["ranges"] for index in range(first, last + 1)
            }
            for index in sorted(set(range(len(chunks))) - stored):
                if stop.wait(self.pause):
                    return False
                self._put(
                    connection, Chunk(lease_id, recording["recording_id"], stream, index), chunks[index]
                )
        answer = {"recording_id": recording["recording_id"], "transcript": f"This is {lease_id}."}
        self._last = lease_id, answer | {stream: summary(chunks) for stream, chunks in streams.items()}
        self._submit(connection, *self._last)
        return True

    def _repeat_last(self, connection: HTTPConnection) -> None:
        """As the page does, which may have missed the receipt. Who has lost chunks as well sends those first."""
        if self._last:
            with suppress(RefusedError):
                self._submit(connection, *self._last)

    def _submit(self, connection: HTTPConnection, lease_id: str, answer: dict[str, Any]) -> None:
        submit = f"/leases/{lease_id}/submit"
        while "annotation_id" not in (receipt := self._call(connection, "POST", submit, answer)):
            pass  # the server still reads the walk
        self.memory.submitted[lease_id] = receipt["annotation_id"]

    def _put(self, connection: HTTPConnection, chunk: Chunk, data: bytes) -> None:
        path = f"/recordings/{chunk.recording_id}/{chunk.stream}/{chunk.index}"
        receipt = self._send(connection, "PUT", path, data, chunk_headers(data))
        assert receipt["sha256"] == hashlib.sha256(data).hexdigest()
        self.memory.chunks.append(chunk)

    def _call(self, connection: HTTPConnection, method: str, path: str, body: dict[str, Any]) -> Any:
        return self._send(
            connection, method, path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )

    def _send(
        self, connection: HTTPConnection, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> Any:
        try:
            connection.request(method, f"/api/v1{path}", body, self._headers | headers)
            answer = connection.getresponse()
            data = answer.read()
        except (OSError, HTTPException) as error:
            raise ServerGoneError from error
        if answer.status >= 500:
            raise ServerGoneError(data)
        if answer.status >= 300:
            raise RefusedError(f"{method} {path}: {answer.status} {data!r}")
        return json.loads(data) if data else None
