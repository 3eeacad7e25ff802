"""Firebase's own Auth emulator (firebase-tools) as a process, and a person with a Google account in it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

PATIENCE = 90.0  # seconds until it must answer
PROJECT = "demo-pangea"  # the emulator asks for no account where a project's name begins so


class AuthEmulatorMissingError(Exception):
    """firebase-tools is not installed, or its emulator does not start."""


@contextmanager
def auth_emulator(folder: Path) -> Iterator[str]:
    """``HOST:PORT`` of an empty Auth emulator."""
    firebase = shutil.which("firebase")
    if firebase is None:
        raise AuthEmulatorMissingError("firebase is not installed: npm install --global firebase-tools")
    ports = {name: {"host": "127.0.0.1", "port": _free_port()} for name in ("auth", "hub", "logging")}
    settings = {"emulators": ports | {"ui": {"enabled": False}, "singleProjectMode": True}}
    (folder / "firebase.json").write_text(json.dumps(settings))
    command = [firebase, "emulators:start", "--only", "auth", "--project", PROJECT]
    with (folder / "emulator.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
    address = f"127.0.0.1:{ports['auth']['port']}"
    try:
        _wait_until_ready(process, address, folder / "emulator.log")
        yield address
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(timeout=30)


def google_id_token(address: str, subject: str) -> str:
    """What the Firebase SDK has after somebody signed in with Google; the emulator takes Google's word as JSON."""
    google = {"sub": subject, "email": f"{subject}@example.org", "email_verified": True}
    body = {
        "postBody": urlencode({"id_token": json.dumps(google), "providerId": "google.com"}),
        "requestUri": "http://localhost",
        "returnSecureToken": True,
    }
    url = f"http://{address}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=any"
    request = Request(url, data=json.dumps(body).encode(), headers={"Content-Type": "application/json"})
    with urlopen(request, timeout=20) as answer:
        return str(json.load(answer)["idToken"])


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _wait_until_ready(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urlopen(f"http://{address}/", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise AuthEmulatorMissingError(f"the Auth emulator did not start: {log.read_text()[-500:]}")
