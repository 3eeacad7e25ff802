"""What happens to every request: an id, one log line, and headers that keep other sites out. Pure ASGI."""

from __future__ import annotations

import logging
import secrets
import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pangea_server.edge.metrics import problem_code, route_name

log = logging.getLogger(__name__)

# The style sheet that wavesurfer.js writes into the waveform's shadow tree; the browser tests tell when it changes.
WAVEFORM_STYLE = "'sha256-fF0LBso7Nz75zaFRDBUefBDvPe19hjaiDnnc8lt+2Js='"
# The viewer makes blobs of images and voices, and runs the recorder as an AudioWorklet; nothing comes from elsewhere.
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
        "form-action 'self'",
    ]
)
HEADERS = {
    "Permissions-Policy": "microphone=(self), camera=(), geolocation=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class SecurityHeaders:
    """Adds ``HEADERS`` and the policy to every answer; ``frame_ancestors`` are the sites that may frame our pages."""

    def __init__(self, app: ASGIApp, frame_ancestors: str = "") -> None:
        self.app = app
        framing = frame_ancestors.strip() or "'none'"
        policy = f"{CONTENT_SECURITY_POLICY}; frame-ancestors {framing}"
        self.headers = HEADERS | {"Content-Security-Policy": policy}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class RequestLog:
    """One line per request, with an id that the answer carries as ``X-Request-Id``. Never a token or a body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id, began, status = secrets.token_hex(8), time.perf_counter(), 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = request_id
            await send(message)

        try:
            await self.app(scope, receive, send_with_id)
        finally:
            _tell(scope, status, time.perf_counter() - began, request_id)


def _tell(scope: Scope, status: int, seconds: float, request_id: str) -> None:
    """The route's name stands for the path: what somebody puts into an address must not reach the log."""
    line = {
        "method": scope["method"],
        "route": route_name(scope),
        "status": status,
        "seconds": round(seconds, 4),
        "request_id": request_id,
    }
    if problem := problem_code(scope):
        line["problem"] = problem
    log.info(" ".join(map(str, line.values())), extra=line)
