"""Firebase's own Auth emulator (firebase-tools) as a process, and a person with a Google account in it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from tests.firebase.emulators import EmulatorMissingError, free_port, running

PROJECT = "demo-pangea"  # the emulator asks for no account where a project's name begins so


@contextmanager
def auth_emulator(folder: Path) -> Iterator[str]:
    """``HOST:PORT`` of an empty Auth emulator."""
    firebase = shutil.which("firebase")
    if firebase is None:
        raise EmulatorMissingError("firebase is not installed: npm install --global firebase-tools")
    ports = {name: {"host": "127.0.0.1", "port": free_port()} for name in ("auth", "hub", "logging")}
    settings = {"emulators": ports | {"ui": {"enabled": False}, "singleProjectMode": True}}
    (folder / "firebase.json").write_text(json.dumps(settings))
    command = [firebase, "emulators:start", "--only", "auth", "--project", PROJECT]
    address = f"127.0.0.1:{ports['auth']['port']}"
    with running(command, address, folder / "emulator.log", folder):
        yield address


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
