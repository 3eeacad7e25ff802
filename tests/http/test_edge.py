"""Middleware around the application: foreign pages, headers of every answer, and the line in the log."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import pytest

from pangea_server.core.errors import ForeignSiteError, MediaTypeError
from pangea_server.http.edge.fetch_metadata import FetchMetadata
from pangea_server.http.edge.headers import header, media_type
from pangea_server.http.edge.security_headers import CONTENT_SECURITY_POLICY, SecurityHeaders

HOST = (b"host", b"our.example:8000")
JSON = (b"content-type", b"application/json; charset=utf-8")
Field = tuple[bytes, bytes]


def pass_through(method: str, *fields: Field) -> bool:
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope)

    scope = {"type": "http", "method": method, "headers": [HOST, *fields]}
    asyncio.run(FetchMetadata(app)(scope, None, None))  # type: ignore[arg-type]
    return bool(seen)


@pytest.mark.parametrize(
    ("fields", "is_ours"),
    [
        ([], True),
        ([(b"sec-fetch-site", b"same-origin")], True),
        ([(b"sec-fetch-site", b"none")], True),
        ([(b"sec-fetch-site", b"same-site")], False),
        ([(b"sec-fetch-site", b"cross-site")], False),
        ([(b"origin", b"http://our.example:8000")], True),
        ([(b"origin", b"http://our.example")], False),
        ([(b"origin", b"null")], False),
        ([(b"origin", b"http://evil.example"), (b"sec-fetch-site", b"same-origin")], True),
        ([(b"origin", b"http://our.example:8000"), (b"sec-fetch-site", b"cross-site")], False),
    ],
)
def test_writes_of_other_sites_pages_are_refused_and_reads_are_not(
    fields: list[Field], is_ours: bool
) -> None:
    assert pass_through("GET", *fields)
    if is_ours:
        assert pass_through("POST", *fields)
    else:
        with pytest.raises(ForeignSiteError):
            pass_through("DELETE", *fields)


@pytest.mark.parametrize(
    "fields",
    [
        [],
        [(b"content-length", b"0")],
        [(b"content-length", b"5"), JSON],
        [(b"content-length", b"5"), JSON, (b"content-encoding", b"Identity")],
        [(b"transfer-encoding", b"chunked"), (b"content-type", b"application/octet-stream")],
        [(b"content-length", b"5"), (b"content-type", b"Application/JSONL")],
        [(b"content-length", b"5"), (b"content-type", b"application/gzip")],
    ],
)
def test_bodies_that_handlers_read_pass(fields: list[Field]) -> None:
    assert pass_through("PUT", *fields)


@pytest.mark.parametrize(
    "fields",
    [
        [(b"content-length", b"5")],
        [(b"transfer-encoding", b"chunked")],
        [(b"content-length", b"0"), (b"transfer-encoding", b"chunked")],
        [(b"content-length", b"5"), (b"content-type", b"text/plain")],
        [(b"content-length", b"5"), JSON, (b"content-encoding", b"gzip")],
        [(b"content-encoding", b"gzip")],
    ],
)
def test_bodies_that_nobody_reads_are_refused(fields: list[Field]) -> None:
    with pytest.raises(MediaTypeError):
        pass_through("PUT", *fields)


def test_of_a_header_that_comes_twice_the_first_counts() -> None:
    scope = {"headers": [(b"a", b"1"), (b"a", b"2"), (b"content-type", b" Text/CSV ;a=b")]}
    assert (header(scope, b"a"), header(scope, b"b"), media_type(scope)) == (b"1", b"", b"text/csv")


def answered(path: str = "/guide", given: list[Field] | None = None, **sites: Any) -> dict[str, str]:
    """The headers of an answer."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": given or []})

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path}
    asyncio.run(SecurityHeaders(app, **sites)(scope, None, send))  # type: ignore[arg-type]
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def test_every_answer_keeps_other_sites_out() -> None:
    headers = answered()
    assert len(headers.pop("x-request-id")) == 16
    assert headers == {
        "permissions-policy": "microphone=(self), camera=(), geolocation=()",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "content-security-policy": f"{CONTENT_SECURITY_POLICY}; frame-ancestors 'none'",
        "cache-control": "no-store",
    }
    assert answered(given=[(b"Cache-Control", b"private")]).get("cache-control") is None


def policy(**options: Any) -> list[str]:
    return answered(**options)["content-security-policy"].split("; ")


def test_sites_that_may_frame_us_and_get_forms_are_in_the_policy() -> None:
    parts = policy(frame_ancestors=" https://a.example https://b.example ", form_targets="https://b.example")
    assert parts[-2:] == [
        "form-action 'self' https://b.example",
        "frame-ancestors https://a.example https://b.example",
    ]


def test_pages_may_read_voices_from_the_one_host_that_serves_them() -> None:
    host = "https://media.example"
    assert set(policy(media_host=host)) - set(policy()) == {
        f"connect-src 'self' {host}",
        f"media-src 'self' blob: {host}",
    }


def test_only_the_page_that_signs_in_may_load_what_google_needs() -> None:
    google: dict[str, Any] = {"google_sign_in": "p.example"}
    assert answered(**google)["content-security-policy"] == answered()["content-security-policy"]
    assert answered("/account")["cross-origin-opener-policy"] == "same-origin"
    account = answered("/account", **google)
    assert account["cross-origin-opener-policy"] == "same-origin-allow-popups"
    assert set(account["content-security-policy"].split("; ")) - set(policy()) == {
        "script-src 'self' https://apis.google.com",
        "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
        "trusted-types default gapi#gapi goog#html 'allow-duplicates'",
        "frame-src https://p.example",
    }


@pytest.mark.parametrize(
    ("route", "status", "level"),
    [
        ("put_chunk", 201, "DEBUG"),
        ("put_chunk", 413, "INFO"),
        ("put_chunk", 300, "INFO"),
        ("read_me", 200, "INFO"),
    ],
)
def test_each_answer_is_one_line_and_stored_chunks_are_none(
    route: str, status: int, level: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        scope["route"] = SimpleNamespace(name=route)
        scope["state"]["problem"] = "quota"
        await send({"type": "http.response.start", "status": status})

    async def send(message: Any) -> None:
        pass

    name = "pangea_server.http.edge.security_headers"
    with caplog.at_level(logging.DEBUG, logger=name):
        asyncio.run(
            SecurityHeaders(app)({"type": "http", "method": "PUT", "path": "/secret"}, None, send)  # type: ignore[arg-type]
        )
    [record] = caplog.records
    words = record.getMessage().split()
    assert (record.levelname, words[:3], words[5]) == (level, ["PUT", route, str(status)], "quota")
    assert "secret" not in record.getMessage()
