"""OpenID Connect (openid.net/specs/openid-connect-core-1_0.html): authorization code with PKCE (RFC 7636).

The browser goes to the provider and comes back with a code; the server exchanges it. The issuer's own
discovery document says where to ask and which keys are valid; addresses in a token are never used.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import jwt

from environments.errors import ConfigurationError
from pangea_server.core.errors import IdTokenError, StoreError
from pangea_server.core.settings import Settings
from pangea_server.people.sign_in.sign_in import identity_of
from pangea_server.people.sign_in.wire import OidcView, SessionRequest, SignInView

ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"]  # all asymmetric: a public key is never a secret
CLAIMS = ["iss", "sub", "aud", "exp", "iat"]
PROVIDER_TIMEOUT_SECONDS = 10.0
KEYS_LAST = 300.0  # seconds before they are fetched again, and then only for an unknown key
OIDC_LEEWAY_SECONDS = 30.0  # seconds by which two clocks may differ
LONGEST_ANSWER = 2**20  # bytes


class OidcSignIn:
    """One provider, used as one client."""

    def __init__(self, settings: Settings) -> None:
        self._issuer = (settings.oidc_issuer or "").rstrip("/")
        self._client_id = settings.oidc_client_id or ""
        secret = settings.oidc_client_secret
        self._secret = secret.get_secret_value() if secret else None
        self._provider = _discover(self._issuer)
        self._keys = jwt.PyJWKSet.from_dict(_answer(Request(self._provider["jwks_uri"])))
        self._keys_read_at = time.monotonic()

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
        answer = _answer(Request(self._provider["token_endpoint"], data=urlencode(form).encode()))
        return self.check(str(answer.get("id_token", "")))

    def check(self, id_token: str) -> str:
        """The identity that this ID token is about.

        Raises:
            IdTokenError: another issuer signed it, it is for another client, or it has expired.
        """
        try:
            header = jwt.get_unverified_header(id_token)
            claims = jwt.decode(
                id_token,
                self._key(header.get("kid")),
                algorithms=ALGORITHMS,
                audience=self._client_id,
                issuer=self._provider["issuer"],
                leeway=OIDC_LEEWAY_SECONDS,
                options={"require": CLAIMS},
            )
        except jwt.PyJWTError as error:
            raise IdTokenError(
                "This sign-in is not valid, or has expired.", remedy="Sign in again."
            ) from error
        return identity_of(claims["iss"], claims["sub"])

    def _key(self, key_id: str | None) -> jwt.PyJWK:
        """One of the provider's keys; they are fetched again when there may be a new one."""
        if not self._known(key_id) and time.monotonic() - self._keys_read_at > KEYS_LAST:
            self._keys = jwt.PyJWKSet.from_dict(_answer(Request(self._provider["jwks_uri"])))
            self._keys_read_at = time.monotonic()
        found = self._known(key_id)
        if found is None:
            raise jwt.InvalidKeyError(key_id)
        return found

    def _known(self, key_id: str | None) -> jwt.PyJWK | None:
        """A provider with one key need not name it."""
        if key_id is None:
            return self._keys.keys[0] if len(self._keys.keys) == 1 else None
        return next((key for key in self._keys.keys if key.key_id == key_id), None)


def _discover(issuer: str) -> Mapping[str, Any]:
    document = _answer(Request(f"{issuer}/.well-known/openid-configuration"))
    if str(document.get("issuer", "")).rstrip("/") != issuer:
        raise ConfigurationError(
            f"{issuer} says that its name is {document.get('issuer')!r}.",
            remedy="Set PANGEA_OIDC_ISSUER to exactly that name, if you trust it.",
        )
    return document


def _answer(request: Request) -> dict[str, Any]:
    """A JSON document of the provider."""
    try:
        with urlopen(request, timeout=PROVIDER_TIMEOUT_SECONDS) as response:
            document = json.loads(response.read(LONGEST_ANSWER))
    except HTTPError as error:
        if error.code in (400, 401):
            raise IdTokenError(
                "The sign-in provider does not know this sign-in.", remedy="Sign in again."
            ) from error
        raise StoreError("The sign-in provider failed.", remedy="Try again.") from error
    except (OSError, HTTPException, ValueError) as error:
        raise StoreError("The sign-in provider cannot be reached.", remedy="Try again.") from error
    if not isinstance(document, dict):
        raise StoreError("The sign-in provider sent an unexpected answer.", remedy="Try again.")
    return document
