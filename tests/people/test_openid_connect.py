"""People who come by an OpenID Connect provider: what it says is checked, and what it does may go wrong."""

from __future__ import annotations

import io
import json
import time
from datetime import UTC, datetime, timedelta
from email.message import Message
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from pydantic import SecretStr

from environments.errors import ConfigurationError, PangeaError
from pangea_server import Settings
from pangea_server.core.errors import (
    IdTokenError,
    OverloadedError,
    StoreError,
)
from pangea_server.people.access.tokens import new_token
from pangea_server.people.sign_in import oidc_sign_in
from pangea_server.people.sign_in.oidc_sign_in import OidcSignIn, nonce_of
from pangea_server.people.sign_in.sign_in import identity_of, open_sign_in
from pangea_server.people.sign_in.wire import OidcCode, OidcView, SessionRequest, SignInView

ISSUER = "https://provider.example"
VERIFIER = "v" * 43
NONCE = nonce_of(VERIFIER)
KEYS = {name: ec.generate_private_key(ec.SECP256R1()) for name in ("first", "second", "foreign")}


def public(name: str) -> dict[str, Any]:
    key: dict[str, Any] = json.loads(jwt.algorithms.ECAlgorithm.to_jwk(KEYS[name].public_key()))
    return key | {"kid": name}


class Provider:
    """Answers at the addresses of its discovery document."""

    def __init__(self) -> None:
        self.discovery: Any = {
            "issuer": ISSUER,
            "authorization_endpoint": f"{ISSUER}/ask",
            "token_endpoint": f"{ISSUER}/token",
            "jwks_uri": f"{ISSUER}/keys",
        }
        self.keys = ["first"]
        self.token: Any = {}
        self.fails: Exception | None = None
        self.asked: list[tuple[str, dict[str, list[str]]]] = []

    def urlopen(self, request: Any, timeout: float) -> io.BytesIO:
        assert timeout == 10.0
        if self.fails:
            raise self.fails
        self.asked.append((request.full_url, parse_qs((request.data or b"").decode())))
        answers = {
            f"{ISSUER}/.well-known/openid-configuration": self.discovery,
            f"{ISSUER}/keys": {"keys": [public(name) for name in self.keys]},
            f"{ISSUER}/token": self.token,
        }
        return io.BytesIO(json.dumps(answers[request.full_url]).encode())


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Provider:
    provider = Provider()
    monkeypatch.setattr(oidc_sign_in, "urlopen", provider.urlopen)
    return provider


def way(**settings: Any) -> OidcSignIn:
    given = {"oidc_issuer": f"{ISSUER}/", "oidc_client_id": "pangea"} | settings
    opened = open_sign_in(Settings(sign_in="oidc", **given))
    assert isinstance(opened, OidcSignIn)
    return opened


def id_token(key: str = "first", kid: str | None = "first", **claims: object) -> str:
    now = datetime.now(UTC)
    usual = {
        "iss": ISSUER,
        "sub": "asha",
        "aud": "pangea",
        "iat": now,
        "exp": now + timedelta(days=1),
        "nonce": NONCE,
    }
    said = {name: value for name, value in (usual | claims).items() if value is not None}
    return jwt.encode(said, KEYS[key], "ES256", headers={"kid": kid} if kid else {})


def proof() -> SessionRequest:
    code = OidcCode(code="c0de", code_verifier=VERIFIER, redirect_uri="http://localhost/account")
    return SessionRequest(session=new_token(), code=code)


@pytest.mark.parametrize("secret", [None, "hush"])
def test_a_code_is_exchanged_for_who_they_are(provider: Provider, secret: str | None) -> None:
    opened = way(**({"oidc_client_secret": SecretStr(secret)} if secret else {}))
    oidc = OidcView(authorization_endpoint=f"{ISSUER}/ask", client_id="pangea")
    assert opened.view() == SignInView(mode="oidc", oidc=oidc)
    provider.token = {"id_token": id_token()}
    assert opened.identity(proof()) == identity_of(ISSUER, "asha")
    assert provider.asked[-1] == (
        f"{ISSUER}/token",
        {
            "grant_type": ["authorization_code"],
            "code": ["c0de"],
            "redirect_uri": ["http://localhost/account"],
            "code_verifier": ["v" * 43],
            "client_id": ["pangea"],
        }
        | ({"client_secret": [secret]} if secret else {}),
    )
    with pytest.raises(IdTokenError, match="has no code"):
        opened.identity(SessionRequest(session=new_token()))


LONG_AGO = datetime.now(UTC) - timedelta(seconds=40)


@pytest.mark.parametrize(
    "token",
    [
        "",
        "no token",
        id_token(key="foreign"),
        id_token(kid="unknown"),
        id_token(iss="https://another.example"),
        id_token(aud="another"),
        id_token(exp=LONG_AGO),
        id_token(iss=None),
        id_token(sub=None),
        id_token(aud=None),
        id_token(exp=None),
        id_token(iat=None),
        id_token(sub=""),
        id_token(sub="\ud800"),
        id_token(nonce=None),
        id_token(nonce=nonce_of("w" * 43)),
        id_token(azp="another"),
        id_token(aud=["pangea", "another"]),
        id_token(aud=["pangea", "another"], azp="another"),
        jwt.encode(
            {"iss": ISSUER, "sub": "asha", "aud": "pangea"}, "x" * 32, "HS256", headers={"kid": "first"}
        ),
    ],
)
def test_a_token_that_is_not_the_providers_for_us_and_now_is_refused(provider: Provider, token: str) -> None:
    with pytest.raises(IdTokenError, match="not valid, or has expired"):
        way().check(token, NONCE)


def test_two_clocks_may_differ_by_half_a_minute(provider: Provider) -> None:
    over = datetime.now(UTC) - timedelta(seconds=1)
    assert way().check(id_token(exp=over), NONCE) == identity_of(ISSUER, "asha")


def test_a_provider_with_one_key_need_not_name_it(provider: Provider) -> None:
    assert way().check(id_token(kid=None), NONCE) == identity_of(ISSUER, "asha")
    provider.keys = ["second", "first"]
    with pytest.raises(IdTokenError):
        way().check(id_token(kid=None), NONCE)


def test_new_keys_are_fetched_for_an_unknown_one_and_not_more_than_once_a_minute(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: times[-1])
    opened = way()
    provider.keys = ["first", "second"]
    new = id_token("second", "second")
    asked = len(provider.asked)
    times.append(1060.0)
    with pytest.raises(IdTokenError):
        opened.check(new, NONCE)
    opened.check(id_token(), NONCE)
    assert len(provider.asked) == asked
    times.append(1060.1)
    assert opened.check(new, NONCE) == identity_of(ISSUER, "asha")
    with pytest.raises(IdTokenError):
        opened.check(id_token("foreign", "foreign"), NONCE)
    assert len(provider.asked) == asked + 1


def test_a_token_for_several_says_that_we_asked(provider: Provider) -> None:
    assert way().check(id_token(aud=["pangea", "another"], azp="pangea"), NONCE)


@pytest.mark.parametrize("kid", [None, "first"])
def test_a_key_that_was_changed_under_its_name_is_fetched(
    provider: Provider, monkeypatch: pytest.MonkeyPatch, kid: str | None
) -> None:
    times = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: times[-1])
    opened = way()
    monkeypatch.setitem(KEYS, "first", ec.generate_private_key(ec.SECP256R1()))
    with pytest.raises(IdTokenError):
        opened.check(id_token(kid=kid), NONCE)
    times.append(1061.0)
    assert opened.check(id_token(kid=kid), NONCE)


def test_a_key_that_was_withdrawn_is_known_no_more_after_an_hour(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the provider does not answer, the known ones stay, and it is asked once a minute."""
    times = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: times[-1])
    opened = way()
    provider.keys = ["second"]
    times.append(4601.0)
    provider.fails = URLError("no route")
    for _ in range(3):
        assert opened.check(id_token(), NONCE)
    with pytest.raises(IdTokenError):
        opened.check(id_token("foreign", "foreign"), NONCE)
    provider.fails = None
    times.append(4662.0)
    with pytest.raises(IdTokenError):
        opened.check(id_token(), NONCE)


@pytest.mark.parametrize("name", ["authorization_endpoint", "token_endpoint", "jwks_uri"])
@pytest.mark.parametrize(
    "address", [None, 7, "javascript:alert(1)", "file:///etc/passwd", "http://provider.example/"]
)
def test_a_provider_that_names_no_address_is_refused(provider: Provider, name: str, address: object) -> None:
    provider.discovery |= {name: address}
    with pytest.raises(ConfigurationError, match=f"names no {name} that can be asked"):
        way()


@pytest.mark.parametrize("keys", [[], {}, None, [{"kty": "EC"}], "x"])
def test_a_provider_without_keys_is_refused(
    provider: Provider, monkeypatch: pytest.MonkeyPatch, keys: object
) -> None:
    monkeypatch.setattr("tests.people.test_openid_connect.public", lambda _: keys)
    with pytest.raises(ConfigurationError, match="has no keys that can be used"):
        way()


def test_few_wait_for_the_provider_at_once(provider: Provider) -> None:
    """Whoever has a session is not kept waiting by those who have none."""
    opened, left = way(), iter(range(oidc_sign_in.ASKED_AT_ONCE))
    refused: list[str] = []

    def ask() -> None:
        if next(left, None) is None:
            return
        try:
            opened.identity(proof())
        except OverloadedError as error:
            refused.append(error.remedy)

    def slow(request: Any, timeout: float) -> io.BytesIO:
        ask()
        return io.BytesIO(json.dumps({"id_token": id_token()}).encode())

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(oidc_sign_in, "urlopen", slow)
        assert opened.identity(proof())
    assert refused == ["Try again in 5 seconds."]


def test_a_provider_that_drips_is_given_up(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, seconds = way(), iter(range(1000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(seconds)))

    class Dripping(io.BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            return b" "

    monkeypatch.setattr(oidc_sign_in, "urlopen", lambda request, timeout: Dripping())
    with pytest.raises(StoreError, match="cannot be reached"):
        opened.identity(proof())
    assert next(seconds) < 20


def test_a_provider_of_another_name_is_refused(provider: Provider) -> None:
    provider.discovery |= {"issuer": "https://evil.example"}
    with pytest.raises(ConfigurationError, match=r"says that its name is 'https://evil\.example'"):
        way()
    provider.discovery = ["no document"]
    with pytest.raises(StoreError, match="unexpected answer"):
        way()


def http_error(status: int) -> HTTPError:
    return HTTPError(ISSUER, status, "no", Message(), io.BytesIO())


@pytest.mark.parametrize(
    ("fault", "kind", "said"),
    [
        (http_error(400), IdTokenError, "does not know this sign-in"),
        (http_error(401), IdTokenError, "does not know this sign-in"),
        (http_error(403), StoreError, "provider failed"),
        (http_error(500), StoreError, "provider failed"),
        (URLError("no route"), StoreError, "cannot be reached"),
        (ValueError("no JSON"), StoreError, "cannot be reached"),
    ],
)
def test_a_provider_that_fails_is_no_fault_of_the_person_and_a_refusal_is(
    provider: Provider, fault: Exception, kind: type[PangeaError], said: str
) -> None:
    opened = way()
    provider.fails = fault
    with pytest.raises(kind, match=said):
        opened.identity(proof())
