"""Refuse requests that another site's page makes, and bodies of a media type that no handler reads."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from pangea_server.core.errors import ForeignSiteError, MediaTypeError
from pangea_server.http.edge.headers import header, media_type

SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
OWN_PAGES = (b"same-origin", b"none")
MEDIA_TYPES = (b"application/json", b"application/octet-stream", b"application/jsonl", b"application/gzip")


class FetchMetadata:
    """Refuses with 403 and 415 before any byte of the body is read."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE:
            _refuse_another_site(scope)
            _refuse_unreadable_body(scope)
        await self.app(scope, receive, send)


def is_another_sites(scope: Scope) -> bool:
    """Whether a page of another site made the request or opened the socket.

    Browsers send where a request comes from; older ones only by ``Origin``, and programs not at all.
    """
    site, origin = header(scope, b"sec-fetch-site"), header(scope, b"origin")
    return site not in OWN_PAGES if site else bool(origin) and _host_of(origin) != header(scope, b"host")


def _refuse_another_site(scope: Scope) -> None:
    if is_another_sites(scope):
        raise ForeignSiteError(
            "The request comes from a page of another site.", remedy="Use this server's own pages."
        )


def _host_of(origin: bytes) -> bytes:
    return origin.partition(b"://")[2]


def _refuse_unreadable_body(scope: Scope) -> None:
    encoding = header(scope, b"content-encoding")
    if encoding and encoding.lower() != b"identity":
        raise MediaTypeError(
            "The body is compressed.", remedy="Send it uncompressed, without the header Content-Encoding."
        )
    if not header(scope, b"transfer-encoding") and header(scope, b"content-length") in (b"", b"0"):
        return
    if media_type(scope) not in MEDIA_TYPES:
        known = ", ".join(kind.decode() for kind in MEDIA_TYPES)
        raise MediaTypeError(
            "The body's Content-Type is missing or not supported here.", remedy=f"Known are {known}."
        )
