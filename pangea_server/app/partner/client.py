"""A client of the interface for two people: sits down opposite somebody, talks over the line, and hands in.

It uses what the pages use, and nothing else: HTTP, and the WebSocket of ``collect/pairing``.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import radians, tan
from time import sleep
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from pydantic import TypeAdapter
from websockets.sync.client import ClientConnection, connect

from environments.errors import ConfigurationError
from environments.geometry import extrinsic_matrix
from pangea_server.app.testing.server import chunk_headers, summary
from pangea_server.collect.pairing.wire import FromPage, FromServer, Hello
from pangea_server.core.errors import NotSignedInError

CALL_SECONDS = 30.0
AGAIN_SECONDS = 0.3
RATE = 16_000
FOCAL, NEAR, FAR = 1 / tan(radians(75) / 2), 0.1, 100.0
LENS = [
    *(FOCAL * 3 / 4, 0.0, 0.0, 0.0),
    *(0.0, FOCAL, 0.0, 0.0),
    *(0.0, 0.0, (FAR + NEAR) / (NEAR - FAR), 2 * FAR * NEAR / (NEAR - FAR)),
    *(0.0, 0.0, -1.0, 0.0),
]
"""Of 75 degrees, 4 to 3, as OpenGL has it."""
HEARD: TypeAdapter[FromServer] = TypeAdapter(FromServer)


@dataclass(frozen=True, slots=True)
class StoodSecond:
    """Where a program stood for a second: position in metres, heading in radians, level."""

    viewpoint_id: str
    position: Sequence[float]
    heading: float


@dataclass(frozen=True, slots=True)
class Client:
    """Whoever opened an invitation."""

    origin: str
    token: str

    @classmethod
    def from_link(cls, link: str) -> Client:
        """Opens ``ORIGIN/…#token=…``, which can be done once.

        Raises:
            NotSignedInError: it was opened before, or taken back.
            ConfigurationError: it is no such link, or no server answers at its address.
        """
        parts = urlsplit(link)
        name, _, invite = parts.fragment.partition("=")
        if parts.scheme not in ("http", "https") or name != "token":
            raise ConfigurationError(
                f"{parts.path or link!r} is no invitation.",
                remedy="Give the whole link, with #token=, in quotes.",
            )
        client = cls(f"{parts.scheme}://{parts.netloc}", secrets.token_urlsafe(32))
        try:
            client.call("POST", "/sessions", {"invite": invite, "session": client.token})
        except HTTPError as error:
            raise NotSignedInError(
                f"The link was refused with {error.code}.", remedy="Make a new one: pangea invite."
            ) from error
        except OSError as error:
            raise ConfigurationError(
                f"No server answers at {client.origin}: {error}.", remedy="Start it, or mend the address."
            ) from error
        return client

    def call(self, method: str, path: str, body: object = None) -> Any:
        """JSON there and back; None for an answer without a body. Raises HTTPError, which is an OSError."""
        data = None if body is None else json.dumps(body).encode()
        return self._send(method, path, data, {"Content-Type": "application/json"})

    def put(self, recording_id: str, stream: str, chunk: bytes) -> None:
        """Store the first chunk of a stream."""
        self._send("PUT", f"/recordings/{recording_id}/{stream}/0", chunk, chunk_headers(chunk))

    def hand_in(self, lease_id: str, stood: Sequence[StoodSecond], answer: Mapping[str, Any]) -> None:
        """With a recording of a second of silence at each viewpoint: a program has no voice. A second is recorded of
        who stands nowhere."""
        wanted = {"attempt": 0, "sample_rate": RATE}
        recording_id = self.call("POST", f"/leases/{lease_id}/recordings", wanted)["recording_id"]
        streams = {"voice": bytes(2 * RATE * max(1, len(stood)))} | ({"pose": _poses(stood)} if stood else {})
        for name, sent_bytes in streams.items():
            self.put(recording_id, name, sent_bytes)
        described = {name: summary([sent_bytes]) for name, sent_bytes in streams.items()}
        sent = {"recording_id": recording_id, "answer": dict(answer)} | described
        while "annotation_id" not in self.call("POST", f"/leases/{lease_id}/submit", sent):
            sleep(AGAIN_SECONDS)

    @contextmanager
    def line(self, pairing_id: str, lease_id: str) -> Iterator[PartnerLine]:
        """The line to the partner's page."""
        address = f"{self.origin.replace('http', 'ws', 1)}/api/v1/pairings/{pairing_id}/line"
        with connect(address) as socket:
            line = PartnerLine(socket)
            line.say(Hello(type="hello", token=self.token, lease_id=lease_id, program=True))
            yield line

    def _send(self, method: str, path: str, data: bytes | None, headers: Mapping[str, str]) -> Any:
        signed = {"Authorization": f"Bearer {self.token}", **headers}
        request = Request(f"{self.origin}/api/v1{path}", data, signed, method=method)
        with build_opener(ProxyHandler({})).open(request, timeout=CALL_SECONDS) as answer:
            body = answer.read()
        return json.loads(body) if body else None


def _poses(stood: Sequence[StoodSecond]) -> bytes:
    """Lines of a pose stream: each stand at its beginning and at its end."""
    rows = [
        {
            "time": float(number + later),
            "viewpoint_id": stand.viewpoint_id,
            "extrinsic_matrix": extrinsic_matrix(stand.position, stand.heading).ravel().tolist(),
            "intrinsic_matrix": LENS,
        }
        for number, stand in enumerate(stood)
        for later in (0.0, 0.99)
    ]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


@dataclass(frozen=True, slots=True)
class PartnerLine:
    """One's own end of the line, with typed messages."""

    socket: ClientConnection

    def say(self, message: FromPage) -> None:
        self.socket.send(message.model_dump_json())

    def hear(self, seconds: float | None = None) -> FromServer | None:
        """The next message; None where none came in so many seconds. Raises websockets' ConnectionClosed once the line
        is closed."""
        try:
            return HEARD.validate_json(self.socket.recv(seconds))
        except TimeoutError:
            return None
