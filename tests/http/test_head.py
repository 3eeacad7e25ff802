"""What the head of a request must be before any handler sees it, and which hosts are this server."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

import pytest

from pangea_server import Settings
from pangea_server.core.settings import DeploymentLimits
from pangea_server.http.edge import bounds as bounds_module
from pangea_server.http.edge import refusals
from pangea_server.http.edge.bounds import Bounds, bounds_of
from pangea_server.http.edge.forwarders import SEEN_TO_TELL, Forwarders
from pangea_server.http.edge.hosts import OurNames, name_of
from pangea_server.http.edge.protocol import RequestHead, judge_head
from pangea_server.http.edge.refusals import Refusal

HOST = (b"host", b"our.example")
BOUNDS = Bounds(body_bytes=1000, url_bytes=10, head_bytes=30, fields=3)
Field = tuple[bytes, bytes]


def judge(
    *more: Field,
    hosts: Sequence[Field] = (HOST,),
    method: bytes = b"GET",
    version: str = "1.1",
    url: bytes = b"/",
) -> bool:
    head = RequestHead(method, version, url, [*hosts, *more], "192.0.2.7")
    return judge_head(head, BOUNDS, OurNames(["our.example"]))


@pytest.mark.parametrize(
    "head",
    [
        {},
        {"version": "1.0"},
        {"url": b"/" + b"x" * 9},
        {"more": [(b"a", b"b" * 14)]},
        {"more": [(b"", b"")] * 2},
        {"more": [(b"content-length", b"1000")], "wide": True},
        {"more": [(b"transfer-encoding", b"Chunked")], "wide": True},
    ],
)
def test_a_head_exactly_at_its_limits_is_taken(
    head: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    if head.pop("wide", False):
        monkeypatch.setattr(f"{__name__}.BOUNDS", Bounds(body_bytes=1000))
    more = head.pop("more", [])
    assert judge(*more, **head) is False  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    ("refusal", "head"),
    [
        (refusals.NO_METHOD, {"method": b"CONNECT"}),
        (refusals.LONG_URL, {"url": b"/" + b"x" * 10}),
        (refusals.NO_HTTP, {"version": "2.0"}),
        (refusals.LONG_HEAD, {"more": [(b"a", b"b" * 15)]}),
        (refusals.LONG_HEAD, {"more": [(b"", b"")] * 3}),
        (refusals.NO_HOST, {"hosts": []}),
        (refusals.NO_HOST, {"hosts": [(b"host", b"b.c")] * 2}),
        (refusals.NO_HOST, {"hosts": [(b"host", b"a@our.example")]}),
        (refusals.FOREIGN_HOST, {"hosts": [(b"host", b"evil.example")]}),
    ],
)
def test_a_head_beyond_a_limit_is_refused(refusal: Refusal, head: dict[str, object]) -> None:
    with pytest.raises(Refusal) as raised:
        judge(*head.pop("more", []), **head)  # type: ignore[misc, arg-type]
    assert raised.value is refusal


@pytest.mark.parametrize(
    ("refusal", "more", "version"),
    [
        (refusals.BAD_LENGTH, [(b"content-length", b"-1")], "1.1"),
        (refusals.BAD_LENGTH, [(b"content-length", b"%d" % 2**63)], "1.1"),
        (refusals.LONG_BODY, [(b"content-length", b"%d" % (2**63 - 1))], "1.1"),
        (refusals.LONG_BODY, [(b"content-length", b"1001")], "1.1"),
        (refusals.LONG_BODY, [(b"content-length", b"5"), (b"content-length", b"1001")], "1.1"),
        (refusals.BAD_CODING, [(b"transfer-encoding", b"gzip")], "1.1"),
        (refusals.BAD_CODING, [(b"transfer-encoding", b"chunked")] * 2, "1.1"),
        (refusals.BAD_CODING, [(b"transfer-encoding", b"chunked")], "1.0"),
    ],
)
def test_a_body_of_no_plain_length_is_refused(
    refusal: Refusal, more: list[Field], version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.BOUNDS", Bounds(body_bytes=1000))
    with pytest.raises(Refusal) as raised:
        judge(*more, version=version)
    assert raised.value is refusal


def test_a_request_that_a_proxy_forwards_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.BOUNDS", Bounds(body_bytes=1000))
    assert judge((b"x-forwarded-for", b"198.51.100.1")) is True


@pytest.mark.parametrize(
    ("host", "target", "is_ours"),
    [
        (b"Our.Example", b"/", True),
        (b"our.example:8000", b"/", True),
        (b"our.example.evil", b"/", False),
        (b"a.wide.example", b"/", True),
        (b"wide.example", b"/", False),
        (b"192.0.2.7", b"/", True),
        (b"192.0.2.8", b"/", False),
        (b"[2001:db8::1]", b"/", False),
        (b"our.example", b"http://our.example/x", True),
        (b"our.example", b"http://evil.example/x", False),
        (b"evil.example", b"http://our.example/x", False),
        (b"our.example", b"http://somebody@our.example/x", False),
        (b"our.example", b"our.example:1", False),
        (b"our.example", b"http://[::1]/", True),
    ],
)
def test_a_request_is_ours_by_its_host_and_by_its_whole_address(
    host: bytes, target: bytes, is_ours: bool
) -> None:
    names = OurNames(["OUR.example", "*.Wide.example", "[::1]"])
    assert names.include(host, target, "192.0.2.7") is is_ours


def test_own_addresses_of_both_families_are_ours_and_a_star_is_everybody() -> None:
    assert OurNames([]).include(b"[2001:db8::1]:80", b"/", "2001:db8::1")
    assert OurNames(["*"]).include(b"evil.example", b"/", "192.0.2.7")
    assert not OurNames(["*"]).include(b"a b", b"/", "192.0.2.7")


@pytest.mark.parametrize(
    ("host", "name"),
    [
        (b"A.b_c-1", b"a.b_c-1"),
        (b"a:12345", b"a"),
        (b"a:", b"a"),
        (b"a:123456", None),
        (b"[::1]:80", b"[::1]"),
        (b"", None),
        (b"a/b", None),
        (b"a\n", None),
    ],
)
def test_the_name_in_a_host_has_no_port(host: bytes, name: bytes | None) -> None:
    assert name_of(host) == name


def test_a_proxy_that_nobody_named_is_told_of_once_at_its_twentieth_request() -> None:
    told: list[str] = []
    forwarders = Forwarders(["10.0.0.0/8", "2001:db8::1"], lambda: told.append("told"))
    for named in ("10.1.2.3", "2001:db8::1"):
        assert not any(forwarders.saw(named) for _ in range(SEEN_TO_TELL))
    seen = [forwarders.saw("192.0.2.1") for _ in range(SEEN_TO_TELL + 1)]
    assert seen == [False] * 19 + [True, False]
    assert not any(forwarders.saw("192.0.2.2") for _ in range(SEEN_TO_TELL)), "once for all"
    forwarders.tell()
    assert told == ["told"]


def test_every_proxy_is_named_by_a_star() -> None:
    assert not any(Forwarders(["*"], lambda: None).saw("192.0.2.1") for _ in range(SEEN_TO_TELL))


@pytest.mark.parametrize(
    ("files", "connections"), [(100, 50), (1024, 512), (2000, 1488), (4608, 4096), (100_000, 4096)]
)
def test_connections_leave_files_for_the_store(
    files: int, connections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds_module, "getrlimit", lambda _: (files, files))
    assert bounds_of(Settings()).connections == connections


@pytest.mark.parametrize(("chunk", "body"), [(2**16, 2**21), (2**22, 2**22)])
def test_a_body_may_be_as_long_as_a_chunk_and_as_any_route_takes(chunk: int, body: int) -> None:
    assert bounds_of(Settings(limits=DeploymentLimits(chunk_bytes=chunk))).body_bytes == body


def test_the_limits_of_a_connection() -> None:
    assert Bounds(body_bytes=7) == Bounds(
        body_bytes=7,
        url_bytes=2048,
        head_bytes=16_384,
        fields=64,
        head_seconds=8,
        stall_seconds=10,
        slowest=1024,
        framing_bytes=16_384,
        body_per_framing=64,
        pieces=256,
        piece_bytes=256,
        unread_seconds=60,
        connections=4096,
        stop_seconds=1,
    )


@pytest.mark.parametrize(
    ("refusal", "status", "more"),
    [
        (refusals.NO_HTTP, HTTPStatus.BAD_REQUEST, ""),
        (refusals.STOPPING, HTTPStatus.SERVICE_UNAVAILABLE, "Retry-After: 5\r\n"),
        (refusals.BUSY, HTTPStatus.SERVICE_UNAVAILABLE, "Retry-After: 5\r\n"),
        (refusals.NO_METHOD, HTTPStatus.NOT_IMPLEMENTED, "Allow: GET, HEAD, POST, PUT, DELETE\r\n"),
        (refusals.NO_HOST, HTTPStatus.BAD_REQUEST, ""),
        (refusals.BAD_LENGTH, HTTPStatus.BAD_REQUEST, ""),
        (refusals.BAD_CODING, HTTPStatus.BAD_REQUEST, ""),
        (refusals.LONG_FRAMING, HTTPStatus.BAD_REQUEST, ""),
        (refusals.FOREIGN_HOST, HTTPStatus.MISDIRECTED_REQUEST, ""),
        (refusals.LONG_URL, HTTPStatus.REQUEST_URI_TOO_LONG, ""),
        (refusals.LONG_HEAD, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, ""),
        (refusals.LONG_BODY, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, ""),
        (refusals.TOO_SLOW, HTTPStatus.REQUEST_TIMEOUT, ""),
    ],
)
def test_a_refusal_is_a_whole_answer_that_closes_the_connection(
    refusal: Refusal, status: HTTPStatus, more: str
) -> None:
    head, _, body = refusal.as_bytes().decode().partition("\r\n\r\n")
    assert f"{head}\r\n" == (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        "Content-Type: application/problem+json\r\n"
        f"Content-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\n"
        f"Connection: close\r\n{more}"
    )
    assert f'"code": "{status.name.lower()}"' in body
