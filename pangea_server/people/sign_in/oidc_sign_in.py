"""OpenID Connect (openid.net/specs/openid-connect-core-1_0.html): authorization code with PKCE (RFC 7636).

The browser goes to the provider and comes back with a code; the server exchanges it. The issuer's own
discovery document says where to ask and which keys are valid; addresses in a token are never used. The nonce of a
sign-in is its code challenge, so that a token belongs to the browser that asked, whether or not the provider asks for
the verifier.
"""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPException
from threading import BoundedSemaphore
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

import jwt

from environments.errors import ConfigurationError
from pangea_server.core.errors import IdTokenError, OverloadedError, StoreError
from pangea_server.core.settings import Settings
from pangea_server.people.sign_in.sign_in import identity_of
from pangea_server.people.sign_in.wire import OidcView, SessionRequest, SignInView

ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"]  # all asymmetric: a public key is never a secret
CLAIMS = ["iss", "sub", "aud", "exp", "iat"]
PROVIDER_TIMEOUT_SECONDS = 10.0
KEYS_REST_SECONDS = 60.0  # between two looks at the provider's keys, however many unknown ones are named
KEYS_FRESH_SECONDS = 3600.0  # after which a key that the provider has withdrawn is known no more
ASKED_AT_ONCE = 8  # sign-ins that wait for the provider: each keeps a thread, which others need
OIDC_LEEWAY_SECONDS = 30.0  # seconds by which two clocks may differ
LONGEST_ANSWER = 2**20  # bytes
BLOCK_BYTES = 2**16
ADDRESSES = ("authorization_endpoint", "token_endpoint", "jwks_uri")
log = logging.getLogger(__name__)


class OidcSignIn:
    """One provider, used as one client."""

    def __init__(self, settings: Settings) -> None:
        self._issuer = (settings.oidc_issuer or "").rstrip("/")
        self._client_id = settings.oidc_client_id or ""
        secret = settings.oidc_client_secret
        self._secret = secret.get_secret_value() if secret else None
        self._asking = BoundedSemaphore(ASKED_AT_ONCE)
        self._provider = _discover(self._issuer)
        self._keys = _read_keys(self._provider["jwks_uri"])
        self._keys_read_at = self._keys_asked_at = time.monotonic()

    def view(self) -> SignInView:
        oidc = OidcView(
            authorization_endpoint=self._provider["authorization_endpoint"], client_id=self._client_id
        )
        return SignInView(mode="oidc", oidc=oidc)

    def identity(self, request: SessionRequest) -> str:
        if request.code is None:
            raise IdTokenError("The sign-in has no code.", remedy="Sign in again.")
        form = {
            "grant_type": "authorization_code",
            "code": request.code.code,
            "redirect_uri": request.code.redirect_uri,
            "code_verifier": request.code.code_verifier,
            "client_id": self._client_id,
        } | ({"client_secret": self._secret} if self._secret else {})
        with self._place():
            answer = _answer(Request(self._provider["token_endpoint"], data=urlencode(form).encode()))
            return self.check(str(answer.get("id_token", "")), nonce_of(request.code.code_verifier))

    def check(self, id_token: str, nonce: str) -> str:
        """The identity that this ID token is about.

        Args:
            nonce: of the sign-in that it answers.

        Raises:
            IdTokenError: another issuer signed it, it is for another client or sign-in, or it has expired.
        """
        try:
            claims = self._claims(id_token)
            _check_claims(claims, self._client_id, nonce)
            return identity_of(claims["iss"], claims["sub"])
        except (jwt.PyJWTError, ValueError, RecursionError) as error:
            raise IdTokenError(
                "This sign-in is not valid, or has expired.", remedy="Sign in again."
            ) from error

    @contextmanager
    def _place(self) -> Iterator[None]:
        if not self._asking.acquire(blocking=False):
            raise OverloadedError(
                "Many people are signing in just now.", remedy="Try again in 5 seconds.", retry_after=5
            )
        try:
            yield
        finally:
            self._asking.release()

    def _claims(self, id_token: str) -> dict[str, Any]:
        key_id = jwt.get_unverified_header(id_token).get("kid")
        self._refresh(KEYS_FRESH_SECONDS)
        try:
            return self._decoded(id_token, key_id)
        except (jwt.InvalidKeyError, jwt.InvalidSignatureError):
            if not self._refresh(0.0):
                raise
            return self._decoded(id_token, key_id)

    def _decoded(self, id_token: str, key_id: str | None) -> dict[str, Any]:
        key = self._known(key_id)
        if key is None:
            raise jwt.InvalidKeyError(key_id)
        claims: dict[str, Any] = jwt.decode(
            id_token,
            key,
            algorithms=ALGORITHMS,
            audience=self._client_id,
            issuer=self._provider["issuer"],
            leeway=OIDC_LEEWAY_SECONDS,
            options={"require": CLAIMS},
        )
        return claims

    def _refresh(self, age: float) -> bool:
        """Fetch the keys again if they are older than so many seconds; whether they were.

        Those that are known stay where the provider does not answer.
        """
        now = time.monotonic()
        if now - self._keys_read_at <= age or now - self._keys_asked_at <= KEYS_REST_SECONDS:
            return False
        self._keys_asked_at = now
        try:
            self._keys = _read_keys(self._provider["jwks_uri"])
        except (StoreError, ConfigurationError):
            log.warning("The keys of the sign-in provider cannot be read again.")
            return False
        self._keys_read_at = now
        return True

    def _known(self, key_id: str | None) -> jwt.PyJWK | None:
        """A provider with one key need not name it."""
        if key_id is None:
            return self._keys.keys[0] if len(self._keys.keys) == 1 else None
        return next((key for key in self._keys.keys if key.key_id == key_id), None)


def nonce_of(code_verifier: str) -> str:
    """The code challenge (S256) of a verifier, which the page sends as the nonce too."""
    digest = hashlib.sha256(code_verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _check_claims(claims: Mapping[str, Any], client_id: str, nonce: str) -> None:
    """Raises ValueError where a token is not about one person, for us, in answer to this sign-in."""
    subject, audience = claims["sub"], claims["aud"]
    for_us = audience == client_id or audience == [client_id] or claims.get("azp") == client_id
    if not for_us or claims.get("azp", client_id) != client_id:
        raise ValueError("azp")
    if not isinstance(subject, str) or not subject or claims.get("nonce") != nonce:
        raise ValueError("sub or nonce")


def _discover(issuer: str) -> Mapping[str, str]:
    document = _answer(Request(f"{issuer}/.well-known/openid-configuration"))
    if str(document.get("issuer", "")).rstrip("/") != issuer:
        raise ConfigurationError(
            f"{issuer} says that its name is {document.get('issuer')!r}.",
            remedy="Set PANGEA_OIDC_ISSUER to exactly that name, if you trust it.",
        )
    schemes = {"https", urlsplit(issuer).scheme}
    for name in ADDRESSES:
        address = document.get(name)
        if not isinstance(address, str) or urlsplit(address).scheme not in schemes:
            raise ConfigurationError(
                f"{issuer} names no {name} that can be asked.", remedy="Check PANGEA_OIDC_ISSUER."
            )
    return {name: document[name] for name in ("issuer", *ADDRESSES)}


def _read_keys(address: str) -> jwt.PyJWKSet:
    try:
        return jwt.PyJWKSet.from_dict(_answer(Request(address)))
    except (jwt.PyJWTError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ConfigurationError(
            f"{address} has no keys that can be used.", remedy="Check PANGEA_OIDC_ISSUER."
        ) from error


def _answer(request: Request) -> dict[str, Any]:
    """A JSON document of the provider."""
    try:
        with urlopen(request, timeout=PROVIDER_TIMEOUT_SECONDS) as response:
            document = json.loads(_body(response))
    except HTTPError as error:
        if error.code in (400, 401):
            raise IdTokenError(
                "The sign-in provider does not know this sign-in.", remedy="Sign in again."
            ) from error
        raise StoreError("The sign-in provider failed.", remedy="Try again.") from error
    except (OSError, HTTPException, ValueError, RecursionError) as error:
        raise StoreError("The sign-in provider cannot be reached.", remedy="Try again.") from error
    if not isinstance(document, dict):
        raise StoreError("The sign-in provider sent an unexpected answer.", remedy="Try again.")
    return document


def _body(response: Any) -> bytes:
    """What a provider sends, which may drip: the time is for all of it."""
    until, parts = time.monotonic() + PROVIDER_TIMEOUT_SECONDS, list[bytes]()
    while (part := response.read1(BLOCK_BYTES)) and sum(map(len, parts)) < LONGEST_ANSWER:
        parts.append(part)
        if time.monotonic() > until:
            raise TimeoutError
    return b"".join(parts)[:LONGEST_ANSWER]
