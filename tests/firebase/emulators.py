"""The official Firestore emulator as a process, and a Cloud Storage emulator as a thread."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlparse
from urllib.request import urlopen

from gcp_storage_emulator.handlers.buckets import create_bucket
from gcp_storage_emulator.server import RequestHandler
from gcp_storage_emulator.storage import Storage

PATIENCE = 90.0  # seconds until an emulator must answer


class EmulatorMissingError(Exception):
    """An emulator is not installed, or does not start."""


@contextmanager
def firestore_emulator(rules: Path, log: Path) -> Iterator[str]:
    """``HOST:PORT`` of a Firestore emulator that enforces ``rules`` on whoever is not the owner."""
    gcloud = shutil.which("gcloud")
    if gcloud is None:
        raise EmulatorMissingError("gcloud is not installed")
    address = f"127.0.0.1:{free_port()}"
    command = [gcloud, "emulators", "firestore", "start", f"--host-port={address}", f"--rules={rules}"]
    with running(command, address, log):
        yield address


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def running(command: list[str], address: str, log: Path, folder: Path | None = None) -> Iterator[None]:
    """The process of an emulator that answers at ``address``, started in ``folder``, ended afterwards."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        _wait_until_ready(process, address, log)
        yield
    finally:
        _stop_group(process)


def _wait_until_ready(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urlopen(f"http://{address}/", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise EmulatorMissingError(f"{process.args!r} did not start: {log.read_text()[-500:]}")


def _stop_group(process: subprocess.Popen[bytes]) -> None:
    """End the emulator and the processes that it started (gcloud and firebase start Java or Node)."""
    for kind in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, kind)
        except ProcessLookupError:
            break
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            continue


@contextmanager
def storage_emulator(bucket: str) -> Iterator[str]:
    """The address of a Cloud Storage emulator with one empty bucket."""
    storage = _Storage(use_memory_fs=True)
    create_bucket(bucket, storage)
    with HTTPServer(("127.0.0.1", 0), partial(_Handler, storage)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class _TakenError(Exception):
    """There is an object of this name, and the request asked for none."""


class _Storage(Storage):  # type: ignore[misc]
    """gcp-storage-emulator ignores ``ifGenerationMatch``; this adds the one value that the store sends, 0. It lists in
    order of creation, and all; this adds order of name and ``startOffset``.

    So these tests prove that the store sends the precondition and heeds the answer, and not how Cloud Storage keeps
    it among its replicas.
    """

    must_be_new = False
    start_offset = ""

    def create_file(self, bucket_name: str, file_name: str, *rest: Any, **named: Any) -> None:
        if self.must_be_new and file_name in self.objects.get(bucket_name, {}):
            raise _TakenError
        super().create_file(bucket_name, file_name, *rest, **named)

    def get_file_list(self, *which: Any, **named: Any) -> tuple[list[dict[str, Any]], list[str]]:
        files, prefixes = super().get_file_list(*which, **named)
        after = (file for file in files if file["name"] >= self.start_offset)
        return sorted(after, key=lambda file: str(file["name"])), prefixes


class _Handler(RequestHandler):  # type: ignore[misc]
    def do_GET(self) -> None:
        (self.storage.start_offset,) = parse_qs(urlparse(self.path).query).get("startOffset", [""])
        super().do_GET()

    def do_POST(self) -> None:
        self._heed_precondition(super().do_POST)

    def do_PUT(self) -> None:
        self._heed_precondition(super().do_PUT)

    def _heed_precondition(self, handle: Callable[[], None]) -> None:
        self.storage.must_be_new = parse_qs(urlparse(self.path).query).get("ifGenerationMatch") == ["0"]
        try:
            handle()
        except _TakenError:
            self._refuse()

    def _refuse(self) -> None:
        body = json.dumps({"error": {"code": 412, "message": "conditionNotMet"}}).encode()
        self.send_response(412)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
