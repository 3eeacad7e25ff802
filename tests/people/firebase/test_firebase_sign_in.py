"""Google accounts through Firebase, against its own Auth emulator; and what is refused without it."""

from __future__ import annotations

import base64
import json
import os
import socket
import time
from collections.abc import Iterator
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from fastapi.testclient import TestClient

from pangea_server import Settings, create_app
from pangea_server.app.testing.server import assert_problem
from pangea_server.core.errors import IdTokenError
from pangea_server.people.access.records import Role
from pangea_server.people.access.tokens import new_token
from pangea_server.people.accounts.enrolment import enrol
from pangea_server.people.accounts.invites import invite
from pangea_server.people.sign_in.sign_in import open_sign_in
from pangea_server.people.sign_in.wire import SessionRequest
from tests.firebase.emulators import EmulatorMissingError
from tests.people.auth_emulator import PROJECT, auth_emulator, google_id_token

PROJECT_SETTINGS = {
    "sign_in": "firebase",
    "firebase_project": PROJECT,
    "firebase_api_key": "any",
}


@pytest.fixture(scope="module")
def emulator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    try:
        with auth_emulator(tmp_path_factory.mktemp("auth")) as address:
            yield address
    except EmulatorMissingError as reason:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(reason))


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update=PROJECT_SETTINGS)


@pytest.fixture
def at_emulator(emulator: str, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[TestClient]:
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", emulator)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


def come_in(server: TestClient, id_token: str, link: str | None = None) -> Any:
    wanted = {"session": new_token(), "id_token": id_token} | ({"invite": link} if link else {})
    return server.post("/api/v1/sessions", json=wanted)


@pytest.mark.emulator
def test_who_is_invited_comes_in_with_google(at_emulator: TestClient, emulator: str) -> None:
    records = at_emulator.app.state.services.store.records  # type: ignore[attr-defined]
    link = invite(records, enrol(records, Role.ANNOTATOR, ["te-IN"]).annotator_id)
    asha, mallory = google_id_token(emulator, "asha"), google_id_token(emulator, "mallory")
    assert_problem(come_in(at_emulator, asha), 403, "not_invited")
    assert_problem(come_in(at_emulator, "", link), 401, "id_token")
    assert come_in(at_emulator, asha, link).json()["me"]["annotator_id"] == 1
    assert come_in(at_emulator, google_id_token(emulator, "asha")).status_code == 201
    assert_problem(come_in(at_emulator, mallory, link), 409, "invite_claimed")
    view = at_emulator.get("/api/v1/sign-in").json()
    assert (view["mode"], view["firebase"]["project_id"]) == ("firebase", PROJECT)


def test_the_policy_opens_for_googles_hosts_in_this_mode_only(settings: Settings) -> None:
    for mode, opened in (("firebase", True), ("links", False)):
        with TestClient(create_app(settings.model_copy(update={"sign_in": mode}))) as client:
            headers = client.get("/account").headers
            assert "google" not in client.get("/guide").headers["Content-Security-Policy"]
        policy = headers["Content-Security-Policy"]
        assert ("trusted-types default gapi#gapi goog#html 'allow-duplicates'" in policy) == opened
        assert "require-trusted-types-for 'script'" in policy
        assert ("https://identitytoolkit.googleapis.com" in policy) == opened
        assert ("frame-src https://demo-pangea.firebaseapp.com" in policy) == opened
        assert ("https://apis.google.com" in policy) == opened
        assert ("allow-popups" in headers["Cross-Origin-Opener-Policy"]) == opened


def part(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
CLAIMS = {
    "iss": f"https://securetoken.google.com/{PROJECT}",
    "aud": PROJECT,
    "sub": "owner",
    "iat": int(time.time()) - 10,
    "auth_time": int(time.time()) - 10,
    "exp": int(time.time()) + 3600,
}


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "garbage",
        f"{part({'alg': 'none'})}.{part(CLAIMS)}.",
        f"{part({'alg': 'none', 'kid': 'x'})}.{part(CLAIMS)}.",
        jwt.encode(CLAIMS, "a" * 40, "HS256", headers={"kid": "x"}),
        jwt.encode(CLAIMS, KEY, "RS256"),
        jwt.encode(CLAIMS | {"aud": "another"}, KEY, "RS256", headers={"kid": "x"}),
        jwt.encode(CLAIMS | {"iss": "https://evil.example"}, KEY, "RS256", headers={"kid": "x"}),
        jwt.encode(CLAIMS | {"sub": ""}, KEY, "RS256", headers={"kid": "x"}),
    ],
)
def test_a_forged_id_token_is_refused_and_nobody_is_asked(
    settings: Settings, forged: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    way = open_sign_in(settings)

    def refuse(*address: object) -> None:
        raise AssertionError(f"a connection to {address}")

    monkeypatch.delenv("FIREBASE_AUTH_EMULATOR_HOST", raising=False)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    with pytest.raises(IdTokenError):
        way.identity(SessionRequest(session=new_token(), id_token=forged))
