"""The head of a request: everything before its body, judged once it is complete."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pangea_server.http.edge import refusals
from pangea_server.http.edge.bounds import Bounds
from pangea_server.http.edge.hosts import OurNames, name_of

VERSIONS = ("1.0", "1.1")


class Head(NamedTuple):
    """``headers`` have names in lower case; ``own_address`` is the IP address on which the request came in."""

    method: bytes
    version: str
    url: bytes
    headers: Sequence[tuple[bytes, bytes]]
    own_address: str


def judge_head(head: Head, bounds: Bounds, names: OurNames) -> bool:
    """Whether the request names its client, as proxies do (``X-Forwarded-For``).

    Raises:
        Refusal: no handler may see this request.
    """
    size, hosts, lengths, codings, was_forwarded = 0, [], [], [], False
    for name, value in head.headers:
        size += len(name) + len(value)
        if name == b"host":
            hosts.append(value)
        elif name == b"content-length":
            lengths.append(value)
        elif name == b"transfer-encoding":
            codings.append(value.lower())
        elif name == b"x-forwarded-for":
            was_forwarded = True
    if head.method == b"CONNECT":
        raise refusals.NO_METHOD
    if len(head.url) > bounds.url_bytes:
        raise refusals.LONG_URL
    if head.version not in VERSIONS:
        raise refusals.NO_HTTP
    if size > bounds.head_bytes or len(head.headers) > bounds.fields:
        raise refusals.LONG_HEAD
    _judge_lengths(lengths, bounds)
    if codings and (codings != [b"chunked"] or head.version != "1.1"):
        raise refusals.BAD_CODING
    _judge_host(head, hosts, names)
    return was_forwarded


def _judge_lengths(lengths: Sequence[bytes], bounds: Bounds) -> None:
    for length in lengths:
        if not length.isdigit() or int(length) >= 2**63:
            raise refusals.BAD_LENGTH
        if int(length) > bounds.body_bytes:
            raise refusals.LONG_BODY


def _judge_host(head: Head, hosts: Sequence[bytes], names: OurNames) -> None:
    if len(hosts) != 1 or name_of(hosts[0]) is None:
        raise refusals.NO_HOST
    if not names.include(hosts[0], head.url, head.own_address):
        raise refusals.FOREIGN_HOST
