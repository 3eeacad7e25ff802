"""Signing in at an OpenID Connect provider, and whom its ID tokens do not let in."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from fastapi.testclient import TestClient
from pydantic import SecretStr

from environments.errors import ConfigurationError
from pangea_server import Settings, create_app
from pangea_server.app.testing.server import assert_problem
from pangea_server.core.errors import IdTokenError
from pangea_server.core.records import padded
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.access.tokens import new_token
from pangea_server.people.accounts.enrolment import enrol
from pangea_server.people.accounts.invites import invite
from pangea_server.people.sign_in.oidc_sign_in import OidcSignIn, nonce_of
from pangea_server.people.sign_in.sign_in import identity_of, open_sign_in
from tests.people.oidc_provider import code_for, oidc_provider

CLIENT = "pangea"
BACK = "http://127.0.0.1:8000/account"


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    with oidc_provider() as started:
        yield started


@pytest.fixture
def settings(settings: Settings, issuer: str) -> Settings:
    provider = {"oidc_issuer": issuer, "oidc_client_id": CLIENT, "oidc_client_secret": SecretStr("x")}
    return settings.model_copy(update={"sign_in": "oidc"} | provider)


@dataclass
class Visitor:
    """Somebody with an account at the provider."""

    client: TestClient
    subject: str

    def sign_in(self, link: str | None = None) -> Any:
        view = self.client.get("/api/v1/sign-in").json()["oidc"]
        verifier = new_token()
        code = code_for(view["authorization_endpoint"], view["client_id"], self.subject, BACK, verifier)
        proof = {"code": code, "code_verifier": verifier, "redirect_uri": BACK}
        wanted = {"session": new_token(), "code": proof} | ({"invite": link} if link else {})
        return self.client.post("/api/v1/sessions", json=wanted)


@pytest.fixture
def link(server: TestClient) -> str:
    records = server.app.state.services.store.records  # type: ignore[attr-defined]
    return invite(records, enrol(records, Role.ANNOTATOR, ["en-US"]).annotator_id)


def test_who_is_invited_comes_in_and_needs_no_link_the_next_time(
    server: TestClient, link: str, issuer: str
) -> None:
    asha = Visitor(server, "asha@example.org")
    assert asha.sign_in(link).json()["me"]["annotator_id"] == 1
    assert asha.sign_in().json()["me"]["annotator_id"] == 1
    kept: Annotator = server.app.state.services.store.records.get(Annotator, padded(1))  # type: ignore[attr-defined]
    assert kept.identity == identity_of(issuer, "asha@example.org")
    assert "asha" not in kept.model_dump_json()


def test_an_account_alone_is_no_invitation(server: TestClient) -> None:
    assert_problem(Visitor(server, "mallory@example.org").sign_in(), 403, "not_invited")


def test_a_link_alone_is_no_account(server: TestClient, link: str) -> None:
    wanted = {"session": new_token(), "invite": link}
    assert_problem(server.post("/api/v1/sessions", json=wanted), 401, "id_token")


def test_a_link_is_of_the_first_account_that_opens_it(server: TestClient, link: str) -> None:
    Visitor(server, "asha@example.org").sign_in(link)
    assert_problem(Visitor(server, "mallory@example.org").sign_in(link), 409, "invite_claimed")


@pytest.mark.parametrize("code", ["", "guessed"])
def test_a_code_that_the_provider_did_not_give_is_refused(server: TestClient, link: str, code: str) -> None:
    proof = {"code": code, "code_verifier": new_token(), "redirect_uri": BACK}
    wanted = {"session": new_token(), "invite": link, "code": proof}
    assert_problem(server.post("/api/v1/sessions", json=wanted), 401, "id_token")


def test_without_its_settings_the_server_does_not_start(settings: Settings) -> None:
    with pytest.raises(ConfigurationError, match="PANGEA_OIDC_CLIENT_ID"):
        create_app(settings.model_copy(update={"oidc_client_id": None}))


def test_a_code_that_another_browser_asked_for_is_refused(server: TestClient, link: str) -> None:
    """As one that was injected: its token answers another sign-in, even where the provider asks for no verifier."""
    view = server.get("/api/v1/sign-in").json()["oidc"]
    code = code_for(view["authorization_endpoint"], view["client_id"], "asha@example.org", BACK, new_token())
    proof = {"code": code, "code_verifier": new_token(), "redirect_uri": BACK}
    wanted = {"session": new_token(), "invite": link, "code": proof}
    assert_problem(server.post("/api/v1/sessions", json=wanted), 401, "id_token")


# What an attacker may try with an ID token.

VERIFIER = "v" * 43
NONCE = nonce_of(VERIFIER)


def id_token(issuer: str, client_id: str = CLIENT) -> str:
    """A genuine one."""
    code = code_for(f"{issuer}/oauth2/authorize", client_id, "asha@example.org", BACK, VERIFIER)
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": BACK,
        "client_id": client_id,
        "code_verifier": VERIFIER,
    }
    request = Request(f"{issuer}/oauth2/token", data=urlencode(form | {"client_secret": "x"}).encode())
    with urlopen(request, timeout=20) as answer:
        return str(json.load(answer)["id_token"])


def part(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


OURS = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def claims(issuer: str) -> dict[str, Any]:
    said = {"iss": issuer, "sub": "owner", "aud": CLIENT, "nonce": NONCE}
    return said | {"exp": time.time() + 600, "iat": time.time()}


def key_name(genuine: str) -> dict[str, str]:
    header = jwt.get_unverified_header(genuine)
    return {"kid": header["kid"]} if "kid" in header else {}


def public_key(issuer: str) -> bytes:
    with urlopen(f"{issuer}/jwks", timeout=20) as answer:
        key = jwt.PyJWKSet.from_dict(json.load(answer)).keys[0].key
    pem: bytes = key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    return pem


def unsigned(issuer: str, genuine: str) -> str:
    return f"{part({'alg': 'none', **key_name(genuine)})}.{part(claims(issuer))}."


def signed_with_the_public_key(issuer: str, genuine: str) -> str:
    signed = f"{part({'alg': 'HS256', **key_name(genuine)})}.{part(claims(issuer))}"
    mac = hmac.digest(public_key(issuer), signed.encode(), hashlib.sha256)
    return f"{signed}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"


def with_a_key_of_ours(issuer: str, genuine: str) -> str:
    return jwt.encode(claims(issuer), OURS, "RS256", headers=key_name(genuine))


def with_a_key_elsewhere(issuer: str, genuine: str) -> str:
    elsewhere = {"kid": "theirs", "jku": "http://127.0.0.1:9/keys", "x5u": "http://127.0.0.1:9/cert"}
    return jwt.encode(claims(issuer), OURS, "RS256", headers=elsewhere)


def with_a_key_inside(issuer: str, genuine: str) -> str:
    inside = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(OURS.public_key()))
    return jwt.encode(claims(issuer), OURS, "RS256", headers={"jwk": inside})


def changed(issuer: str, genuine: str) -> str:
    head, _, signature = genuine.split(".")
    return f"{head}.{part(claims(issuer))}.{signature}"


def cut(issuer: str, genuine: str) -> str:
    return genuine[:-20]


def none_at_all(issuer: str, genuine: str) -> str:
    return ""


ATTACKS = [
    unsigned,
    signed_with_the_public_key,
    with_a_key_of_ours,
    with_a_key_elsewhere,
    with_a_key_inside,
    changed,
    cut,
    none_at_all,
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_forged_id_token_is_refused_and_nobody_is_asked(
    settings: Settings, issuer: str, attack: Callable[[str, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    way = open_sign_in(settings)
    assert isinstance(way, OidcSignIn)
    genuine = id_token(issuer)
    forged = attack(issuer, genuine)
    assert way.check(genuine, NONCE) == identity_of(issuer, "asha@example.org")

    def refuse(*address: object) -> None:
        raise AssertionError(f"a connection to {address}")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    with pytest.raises(IdTokenError):
        way.check(forged, NONCE)


def test_an_id_token_for_another_client_or_of_another_provider_is_refused(
    settings: Settings, issuer: str
) -> None:
    way = open_sign_in(settings)
    assert isinstance(way, OidcSignIn)
    with pytest.raises(IdTokenError):
        way.check(id_token(issuer, client_id="another"), NONCE)
    with oidc_provider() as another, pytest.raises(IdTokenError):
        way.check(id_token(another), NONCE)


def test_an_id_token_that_is_over_is_refused(settings: Settings) -> None:
    with oidc_provider(token_seconds=-600) as issuer:
        way = open_sign_in(settings.model_copy(update={"oidc_issuer": issuer}))
        assert isinstance(way, OidcSignIn)
        with pytest.raises(IdTokenError):
            way.check(id_token(issuer), NONCE)
