"""The server is killed at ten moments of one dialogue: what was acknowledged of both voices is there, and both go on in
the same dialogue."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from websockets.sync.client import ClientConnection, connect

from pangea_server.app.testing.server import chunk_headers, poses, summary
from tests.pairing.conftest import add_dialogue
from tests.reliability.process import await_health
from tests.security.serving import Served, request, serving_work
from tests.server.conftest import PATH

MOMENTS = 10
CHUNK = b"\x01\x00" * 4000


@dataclass
class Page:
    """One person's: a recording whose chunks are sent one after the other, and a line."""

    served: Served
    token: str
    lease: dict[str, Any] = field(default_factory=dict)
    recording_id: str = ""
    acknowledged: int = 0

    def call(self, method: str, path: str, body: object = None) -> Any:
        sent = None if body is None else json.dumps(body).encode()
        answer = self.served.call(self.token, method, path, sent)
        assert answer.status < 300, answer
        return json.loads(answer.body)

    def begin(self) -> None:
        self.lease = self.call("POST", "/leases", {"kind": "guide_two"})
        wanted = {"attempt": 0, "sample_rate": 16_000}
        self.recording_id = self.call("POST", f"/leases/{self.lease['lease_id']}/recordings", wanted)[
            "recording_id"
        ]

    def put(self, stream: str, index: int, data: bytes) -> bool:
        """Whether it was acknowledged."""
        fields = [f"{name}: {value}" for name, value in chunk_headers(data).items()]
        path = f"/api/v1/recordings/{self.recording_id}/{stream}/{index}"
        length = f"Content-Length: {len(data)}"
        head = request("PUT", path, f"Authorization: Bearer {self.token}", length, *fields, body=data)
        with suppress(OSError, EOFError):
            return self.served.ask(head).status in (200, 201)
        return False

    def speak(self, until: threading.Event) -> None:
        while not until.is_set():
            if self.put("voice", self.acknowledged, CHUNK):
                self.acknowledged += 1

    @contextmanager
    def line(self) -> Iterator[ClientConnection]:
        pairing = self.lease["pairing"]["pairing_id"]
        with connect(f"ws://127.0.0.1:{self.served.port}/api/v1/pairings/{pairing}/line") as joined:
            hello = {"type": "hello", "token": self.token, "lease_id": self.lease["lease_id"]}
            joined.send(json.dumps(hello))
            yield joined

    def hand_in(self) -> None:
        trace = poses(PATH)
        assert self.put("pose", 0, trace)
        answer = {
            "recording_id": self.recording_id,
            "voice": summary([CHUNK] * self.acknowledged),
            "pose": summary([trace]),
            "answer": {"transcript": "Go on."},
        }
        while (
            self.call("POST", f"/leases/{self.lease['lease_id']}/submit", answer).get("annotation_id") is None
        ):
            time.sleep(0.2)


def until_both_are_there(line: ClientConnection) -> dict[str, Any]:
    while (told := json.loads(line.recv(timeout=10)))["type"] != "now" or told["partner"] != "here":
        pass
    return dict(told)


@contextmanager
def started_again(served: Served, folder: Path) -> Iterator[Served]:
    command = [sys.executable, "-m", "pangea_server.app", "serve", "--port", str(served.port)]
    places = ["--data-dir", str(served.data_dir), "--environment", f"folder:{folder / 'place'}"]
    process = subprocess.Popen(
        [*command, *places],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
        env=os.environ | {"PANGEA_WEB_DIR": str(folder / "web")},
    )
    try:
        await_health(served.port, lambda: process.poll() is None)
        yield Served(served.port, process.pid, served.data_dir, served.log, served.tokens, served.owner)
    finally:
        process.terminate()
        process.wait(timeout=30)


def talk_until_killed(pages: tuple[Page, Page], random: Random) -> None:
    """Both are on the line and speak; then the server is killed."""
    over = threading.Event()
    with suppress(Exception), pages[0].line() as one, pages[1].line() as other:
        assert until_both_are_there(one)["state"] == "running"
        until_both_are_there(other)
        speaking = [threading.Thread(target=page.speak, args=(over,)) for page in pages]
        for each in speaking:
            each.start()
        time.sleep(random.uniform(0.05, 0.6))
        os.kill(pages[0].served.process_id, signal.SIGKILL)
        time.sleep(0.1)
        over.set()
        for each in speaking:
            each.join()
    over.set()


def test_both_go_on_in_the_same_dialogue_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    random = Random(7)
    with serving_work(tmp_path, 2, lambda store: add_dialogue(store, 50)) as first:
        pages = Page(first, first.tokens[0]), Page(first, first.tokens[1])
        for page in pages:
            page.begin()
        talk_until_killed(pages, random)
    for moment in range(1, MOMENTS + 1):
        with started_again(first, tmp_path) as served:
            for page in pages:
                page.served = served
                kept = page.call("GET", f"/recordings/{page.recording_id}")
                assert kept["voice"]["chunks"] >= page.acknowledged > 0, moment
                page.acknowledged = kept["voice"]["chunks"]
            back = time.monotonic()
            with pages[0].line() as one, pages[1].line() as other:
                assert {until_both_are_there(line)["state"] for line in (one, other)} == {"running"}
            assert time.monotonic() - back < 10
            if moment < MOMENTS:
                talk_until_killed(pages, random)
            else:
                for page in pages:
                    page.hand_in()
