"""A real OpenID Connect provider (oidc-provider-mock) as a process, and a person who signs in at it."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlparse
from urllib.request import HTTPRedirectHandler, Request, build_opener, urlopen

from pangea_server.people.sign_in.oidc_sign_in import nonce_of

PATIENCE = 60.0  # seconds until it must answer
START = "from oidc_provider_mock.__main__ import main; main()"


@contextmanager
def oidc_provider(token_seconds: int = 3600) -> Iterator[str]:
    """The issuer of a provider that knows everybody, and whose ID tokens last so long."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    options = ["--port", str(port), "--token-max-age", str(token_seconds)]
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    issuer = f"http://127.0.0.1:{port}"
    try:
        _wait_until_ready(issuer)
        yield issuer
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_until_ready(issuer: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(f"{issuer}/.well-known/openid-configuration", timeout=5):
                return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *arguments: object) -> None:
        return None


def code_for(
    authorization_endpoint: str, client_id: str, subject: str, redirect_uri: str, verifier: str
) -> str:
    """What the provider sends a browser back with after ``subject`` has signed in."""
    query = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "scope": "openid",
        "state": "s",
        "nonce": nonce_of(verifier),
        "code_challenge": nonce_of(verifier),
        "code_challenge_method": "S256",
    }
    form = Request(f"{authorization_endpoint}?{urlencode(query)}", data=urlencode({"sub": subject}).encode())
    try:
        build_opener(_Stay).open(form, timeout=20)
    except HTTPError as answer:
        with answer:
            return parse_qs(urlparse(answer.headers["Location"]).query)["code"][0]
    raise AssertionError("the provider did not send the browser back")
