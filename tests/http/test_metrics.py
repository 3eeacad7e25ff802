"""What Prometheus reads: routes by name, problems by code, chunks by stream, and figures asked for at every scrape."""

from __future__ import annotations

import asyncio
import socket
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from urllib.request import urlopen

import pytest
from prometheus_client import generate_latest

from environments.errors import ConfigurationError
from pangea_server.core.errors import StoreError
from pangea_server.http.edge.metrics import Metrics, RequestMetrics, parse_address

AT = datetime(2026, 11, 22, tzinfo=UTC)


def lines(metrics: Metrics) -> list[str]:
    """Without comments, and without when each was made."""
    text = generate_latest(metrics.registry).decode().splitlines()
    return [line for line in text if not line.startswith("#") and "_created" not in line]


def ask(metrics: Metrics, scope: dict[str, Any], fails: bool = False) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        if fails:
            raise RuntimeError

    asyncio.run(RequestMetrics(app, metrics)(scope, None, None))  # type: ignore[arg-type]


def test_a_request_is_counted_by_the_name_of_its_route_and_its_status() -> None:
    metrics = Metrics()
    named = {"type": "http", "route": SimpleNamespace(name="read_me")}
    ask(metrics, named | {"state": {"status": 200}})
    ask(metrics, named | {"state": {"status": 404, "problem": "not_found"}})
    ask(metrics, {"type": "http", "state": {}})
    ask(metrics, {"type": "lifespan"})
    with pytest.raises(RuntimeError):
        ask(metrics, {"type": "http", "state": {"status": 500}}, fails=True)
    counted = [line for line in lines(metrics) if line.startswith(("pangea_requests", "pangea_problems"))]
    assert counted == [
        'pangea_requests_total{route="read_me",status="200"} 1.0',
        'pangea_requests_total{route="read_me",status="404"} 1.0',
        'pangea_requests_total{route="none",status="0"} 1.0',
        'pangea_requests_total{route="none",status="500"} 1.0',
        'pangea_problems_total{code="not_found"} 1.0',
    ]
    assert 'pangea_request_seconds_count{route="read_me"} 2.0' in lines(metrics)


def test_stored_chunks_are_counted_with_their_bytes() -> None:
    metrics = Metrics()
    for size in (100, 20, 0):
        ask(metrics, {"type": "http", "state": {"stored_bytes": size}, "path_params": {"stream": "voice"}})
    assert [line for line in lines(metrics) if "chunk" in line] == [
        'pangea_chunks_acknowledged_total{stream="voice"} 2.0',
        'pangea_chunk_bytes_acknowledged_total{stream="voice"} 120.0',
    ]


def unreachable() -> int:
    raise StoreError("It is away.")


def test_leases_the_store_and_the_backup_are_asked_at_every_scrape() -> None:
    metrics, held = Metrics(), [3, 4]
    metrics.watch_leases(lambda: held.pop(0))
    metrics.watch_store(lambda: (AT, 2))
    metrics.watch_backup(lambda: (AT, True))
    figures = [
        "pangea_store_verified_seconds 1.7953056e+09",
        "pangea_store_faults 2.0",
        "pangea_store_backed_up_seconds 1.7953056e+09",
        "pangea_store_backup_failing 1.0",
    ]
    assert AT.timestamp() == 1.7953056e9
    for leases in (3, 4):
        assert lines(metrics) == [f"pangea_leases_active {leases}.0", *figures]


def test_what_is_not_known_has_no_figure() -> None:
    metrics = Metrics()
    metrics.watch_leases(unreachable)
    metrics.watch_store(lambda: None)
    metrics.watch_backup(lambda: None)
    assert lines(metrics) == []


def test_a_first_snapshot_that_failed_has_no_time() -> None:
    metrics = Metrics()
    metrics.watch_backup(lambda: (None, True))
    assert lines(metrics) == ["pangea_store_backup_failing 1.0"]


@pytest.mark.parametrize(
    ("address", "parsed"),
    [
        ("127.0.0.1:9464", ("127.0.0.1", 9464)),
        ("[::1]:1", ("::1", 1)),
        ("0.0.0.0:65535", ("0.0.0.0", 65_535)),
    ],
)
def test_an_address_is_a_host_and_a_port(address: str, parsed: tuple[str, int]) -> None:
    assert parse_address(address) == parsed


@pytest.mark.parametrize(
    "address", ["", "9464", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:65536", "host:1", "1:x"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(ConfigurationError, match="is not an address at which metrics can be served"):
        parse_address(address)


def test_metrics_are_served_until_they_are_stopped_and_a_port_in_use_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ConfigurationError, match=f"cannot be served at 127.0.0.1:{port}"):
            Metrics().serve(f"127.0.0.1:{port}")
    metrics = Metrics()
    metrics.watch_leases(lambda: 5)
    stop = metrics.serve(f"127.0.0.1:{port}")
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as answer:
        assert b"pangea_leases_active 5.0" in answer.read()
    stop()
    socket.create_server(("127.0.0.1", port)).close()
