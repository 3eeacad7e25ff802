"""The server as operators start it, and a line to it on which one may say anything."""

from __future__ import annotations

import json
import os
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pangea_server.app.testing.server import chunk_headers, let_in
from pangea_server.core.settings import Settings
from pangea_server.http.pages import PAGES
from pangea_server.people.access.records import Role
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.reliability.house import build_corridor, make_work
from tests.reliability.process import await_health, free_port

SAMPLES = b"\x01\x00" * 80_000


@dataclass(frozen=True)
class Served:
    """A running server, its folder, and the tokens of annotators and of its owner."""

    port: int
    process_id: int
    data_dir: Path
    log: Path
    tokens: list[str]
    owner: str

    def line(self) -> Line:
        return Line(self.port)

    def ask(self, request: bytes) -> Answer:
        """Send these bytes on a line of their own; the first answer."""
        with self.line() as line:
            line.say(request)
            return line.hear()

    def call(self, token: str, method: str, path: str, body: bytes | None = None, *fields: str) -> Answer:
        """A call below ``/api/v1`` as a page makes it, with JSON that may be none."""
        signed = () if not token else (f"Authorization: Bearer {token}",)
        typed = () if body is None else ("Content-Type: application/json", f"Content-Length: {len(body)}")
        return self.ask(request(method, f"/api/v1{path}", *signed, *typed, *fields, body=body or b""))

    def stored(self) -> dict[str, int]:
        """Every file and its size, but for the database's own, which change with every look."""
        files = (file for file in self.data_dir.rglob("*") if file.is_file() and ".db" not in file.name)
        return {str(file): file.stat().st_size for file in files}

    def resident_bytes(self) -> int:
        status = Path(f"/proc/{self.process_id}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024

    def open_files(self) -> int:
        return len(list(Path(f"/proc/{self.process_id}/fd").iterdir()))

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.process_id}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(folder: Path, people: int = 1, **settings: str) -> Iterator[Served]:
    """``pangea serve`` in a process of its own; ``settings`` are environment variables."""
    with _started(folder, people, [], settings) as served:
        yield served


@contextmanager
def serving_work(folder: Path, people: int, work: Callable[[Store], None]) -> Iterator[Served]:
    """As ``serving``, with other tasks than a Guide's, which ``work`` makes."""
    with _started(folder, people, [], {}, work) as served:
        yield served


@contextmanager
def serving_with_few_files(folder: Path, most_files: int) -> Iterator[Served]:
    """As ``serving``, by a process that may have so many files open."""
    with _started(folder, 1, ["prlimit", f"--nofile={most_files}:{most_files}"], {}) as served:
        yield served


@contextmanager
def _started(
    folder: Path,
    people: int,
    before: Sequence[str],
    settings: Mapping[str, str],
    work: Callable[[Store], None] = lambda store: None,
) -> Iterator[Served]:
    environment = build_corridor(folder / "place")
    data_dir, log, port = folder / "data", folder / "log", free_port()
    store = LocalStore.from_settings(Settings(data_dir=data_dir), exclusive=True)
    tokens = make_work(store.records, 4 * people, people)
    owner = let_in(store.records, Role.OWNER)[1]
    work(store)
    store.close()
    command = [*before, sys.executable, "-m", "pangea_server.app", "serve", "--port", str(port)]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--data-dir", str(data_dir), "--environment", environment],
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ | {"PANGEA_WEB_DIR": str(built_pages(folder / "web"))} | dict(settings),
        )
        try:
            await_health(port, lambda: process.poll() is None)
            yield Served(port, process.pid, data_dir, log, tokens, owner)
        finally:
            process.terminate()
            process.wait(timeout=30)


def built_pages(folder: Path) -> Path:
    """Pages as a build leaves them."""
    (folder / "assets").mkdir(parents=True)
    for page in (*PAGES, "guide", "follower"):
        (folder / f"{page}.html").write_text(f"<!doctype html><title>{page}</title>")
    return folder


@dataclass(frozen=True)
class Answer:
    """One HTTP answer as it came."""

    status: int
    headers: dict[str, str]
    body: bytes

    def assert_refused(self, *statuses: int) -> dict[str, Any]:
        """An error answer is problem details, whatever went wrong; returns them."""
        assert self.status in statuses, self
        assert self.headers["content-type"] == "application/problem+json"
        problem: dict[str, Any] = json.loads(self.body)
        assert problem["status"] == self.status
        assert problem["detail"]
        return problem


class Line:
    """A TCP connection to the server."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._heard = b""

    def say(self, data: bytes) -> None:
        self._socket.sendall(data)

    def end(self) -> None:
        """Say that nothing more will come."""
        self._socket.shutdown(socket.SHUT_WR)

    def hang_up(self) -> None:
        """Reset the connection."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()

    def hear(self) -> Answer:
        """The next answer; its body must have a length."""
        while b"\r\n\r\n" not in self._heard:
            self._read()
        head, _, self._heard = self._heard.partition(b"\r\n\r\n")
        first, *fields = head.decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (field.partition(": ") for field in fields)}
        size = int(headers.get("content-length", 0))
        while len(self._heard) < size:
            self._read()
        body, self._heard = self._heard[:size], self._heard[size:]
        return Answer(int(first.split()[1]), headers, body)

    def seconds_until_closed(self) -> float:
        """Waits for the server to hang up, whatever it says before."""
        began = time.monotonic()
        try:
            while self._socket.recv(2**16):
                pass
        except ConnectionResetError:
            pass
        return time.monotonic() - began

    def _read(self) -> None:
        data = self._socket.recv(2**16)
        if not data:
            raise EOFError(f"the server hung up after {self._heard!r}")
        self._heard += data

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: Any) -> None:
        self._socket.close()


def request(method: str, path: str, *fields: str, body: bytes = b"", host: str | None = "127.0.0.1") -> bytes:
    """A request's bytes, with exactly these header fields after ``Host``."""
    head = [f"{method} {path} HTTP/1.1", *([f"Host: {host}"] if host is not None else []), *fields]
    return "\r\n".join([*head, "", ""]).encode() + body


def chunk(token: str, recording_id: str, index: int = 0, data: bytes = SAMPLES, *fields: str) -> bytes:
    """A chunk as a page sends it."""
    headers = {"Authorization": f"Bearer {token}", "Content-Length": str(len(data))} | chunk_headers(data)
    path = f"/api/v1/recordings/{recording_id}/voice/{index}"
    return request("PUT", path, *(f"{name}: {value}" for name, value in headers.items()), *fields, body=data)
