"""For every answer: a request id, one log line, and headers that keep other sites out."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Mapping
from itertools import count

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pangea_server.http.edge.metrics import CHUNK_ROUTE, problem_code, route_name

log = logging.getLogger(__name__)

# The style sheet that wavesurfer.js writes into the waveform's shadow tree; a browser test fails when it changes.
WAVEFORM_STYLE = "'sha256-fF0LBso7Nz75zaFRDBUefBDvPe19hjaiDnnc8lt+2Js='"
# The viewer makes blobs of images and voices, and runs the recorder as an AudioWorklet; nothing comes from elsewhere.
# No text becomes markup or script, except what the policy named default allows (static/src/kit/dom/trustedTypes.ts).
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "worker-src 'self' blob:",
        "connect-src 'self'",
        "img-src 'self' blob: data:",
        "media-src 'self' blob:",
        f"style-src 'self' {WAVEFORM_STYLE}",
        "font-src 'self'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types default",
        "form-action 'self'",
    ]
)
NOT_STORED = (b"cache-control", b"no-store")  # by any browser or proxy, unless an answer says what may be
SIGN_IN_PAGE = "/account"
HEADERS = {
    "Permissions-Policy": "microphone=(self), camera=(), geolocation=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def with_google(policy: str, auth_domain: str) -> dict[str, str]:
    """The exact hosts that the Firebase SDK loads, calls and frames; the window that it opens may answer.

    Its scripts use their own Trusted Types policies, which have these names.
    """
    opened = policy
    for ours, with_theirs in (
        ("script-src 'self'", "https://apis.google.com"),
        ("connect-src 'self'", "https://identitytoolkit.googleapis.com https://securetoken.googleapis.com"),
        ("trusted-types default", "gapi#gapi goog#html 'allow-duplicates'"),
    ):
        opened = opened.replace(ours, f"{ours} {with_theirs}")
    return {
        "Content-Security-Policy": f"{opened}; frame-src https://{auth_domain}",
        "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    }


def with_media(policy: str, host: str) -> str:
    """Allow pages to read voices from one other host."""
    for source in ("connect-src 'self'", "media-src 'self' blob:"):
        policy = policy.replace(source, f"{source} {host}")
    return policy


class SecurityHeaders:
    """Adds ``HEADERS``, the policy and ``X-Request-Id`` to every answer, and logs one line about it.

    Nobody stores an answer that does not say by whom it may be.

    Args:
        frame_ancestors: the sites that may frame our pages, separated by spaces.
        form_targets: the sites that our pages may send a form to, besides our own.
        media_host: the host that serves voices, when it is not this server.
        google_sign_in: the project's auth domain, where people sign in with Google; allows the page that does so.
    """

    def __init__(
        self,
        app: ASGIApp,
        frame_ancestors: str = "",
        form_targets: str = "",
        media_host: str = "",
        google_sign_in: str | None = None,
    ) -> None:
        self.app = app
        self._born, self._requests = secrets.token_hex(4), count()
        framing = frame_ancestors.strip() or "'none'"
        policy = f"{CONTENT_SECURITY_POLICY} {form_targets}".rstrip() + f"; frame-ancestors {framing}"
        if media_host:
            policy = with_media(policy, media_host)
        headers = HEADERS | {"Content-Security-Policy": policy}
        self._headers = _encoded(headers)
        self._sign_in_headers = _encoded(
            headers | with_google(policy, google_sign_in) if google_sign_in else headers
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        state = scope.setdefault("state", {})
        state["request_id"] = request_id = f"{self._born}{next(self._requests):08x}"
        headers = self._sign_in_headers if scope["path"] == SIGN_IN_PAGE else self._headers
        began = time.perf_counter()

        async def send_in_envelope(message: Message) -> None:
            if message["type"] == "http.response.start":
                state["status"] = message["status"]
                given = message.get("headers", ())
                own = [*headers, (b"x-request-id", request_id.encode())]
                if not any(name.lower() == b"cache-control" for name, _ in given):
                    own.append(NOT_STORED)
                message = {**message, "headers": [*given, *own]}
            await send(message)

        try:
            await self.app(scope, receive, send_in_envelope)
        finally:
            _tell(scope, state.get("status", 0), time.perf_counter() - began, request_id)


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def _tell(scope: Scope, status: int, seconds: float, request_id: str) -> None:
    """The route's name is logged instead of the path: text that a client puts into an address must not reach the log.

    Successful chunks are counted in the metrics only: five hundred people send 200 a second.
    """
    route = route_name(scope)
    level = logging.DEBUG if route == CHUNK_ROUTE and 200 <= status < 300 else logging.INFO
    if not log.isEnabledFor(level):
        return
    line = {
        "method": scope["method"],
        "route": route,
        "status": status,
        "seconds": round(seconds, 4),
        "request_id": request_id,
    }
    if problem := problem_code(scope):
        line["problem"] = problem
    log.log(level, " ".join(map(str, line.values())), extra=line)
