"""A server's metrics in Prometheus' format, served at a separate address that the public cannot reach."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from ipaddress import ip_address

from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Receive, Scope, Send

from environments.errors import ConfigurationError, PangeaError

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)  # P24 asks for 0.05
CHUNK_ROUTE = "put_chunk"


class Metrics:
    """The counters of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "pangea_requests", "Answers, by route and status.", ("route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "pangea_request_seconds",
            "From the headers of a request to the end of its answer.",
            ("route",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.chunks = Counter(
            "pangea_chunks_acknowledged", "New chunks stored.", ("stream",), registry=self.registry
        )
        self.chunk_bytes = Counter(
            "pangea_chunk_bytes_acknowledged", "Their bytes.", ("stream",), registry=self.registry
        )
        self.problems = Counter(
            "pangea_problems",
            "Answers that named a problem, by its code; the store's are store and store_full.",
            ("code",),
            registry=self.registry,
        )

    def watch_leases(self, count: Callable[[], int]) -> None:
        """Call ``count`` for the number of active leases at every scrape."""
        self.registry.register(_Leases(count))

    def watch_store(self, verified: Callable[[], tuple[datetime, int] | None]) -> None:
        """Call ``verified`` at every scrape: when the store was last verified, and how many faults were found."""
        self.registry.register(_StoreHealth(verified))

    def watch_backup(self, backed_up: Callable[[], tuple[datetime | None, bool] | None]) -> None:
        """Call ``backed_up`` at every scrape: until when everything is in the backup, and whether that fails."""
        self.registry.register(_BackupHealth(backed_up))

    def serve(self, address: str) -> Callable[[], None]:
        """Serve Prometheus at ``address`` (HOST:PORT); returns a function that stops it.

        Raises:
            ConfigurationError: the address is not valid, or another program listens there.
        """
        host, port = parse_address(address)
        try:
            server, thread = start_http_server(port, host, self.registry)
        except OSError as error:
            raise ConfigurationError(
                f"Metrics cannot be served at {address}: {error.strerror}.",
                remedy="Choose another PANGEA_METRICS, or stop the program that listens there.",
            ) from error

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return stop


class RequestMetrics:
    """Counts every request into ``metrics``. A route is counted by its name, so that no id becomes a label.

    ``SecurityHeaders`` around it notes the status in the request's state; a handler that stores a chunk notes its size.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self._requests, self._seconds = cache(metrics.requests.labels), cache(metrics.seconds.labels)
        self._chunks, self._chunk_bytes = cache(metrics.chunks.labels), cache(metrics.chunk_bytes.labels)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        try:
            await self.app(scope, receive, send)
        finally:
            self._count(scope, time.perf_counter() - began)

    def _count(self, scope: Scope, seconds: float) -> None:
        route, state = route_name(scope), scope["state"]
        self._requests(route, state.get("status", 0)).inc()
        self._seconds(route).observe(seconds)
        if problem := problem_code(scope):
            self.metrics.problems.labels(problem).inc()
        if stored := state.get("stored_bytes"):
            stream = scope["path_params"]["stream"]
            self._chunks(stream).inc()
            self._chunk_bytes(stream).inc(stored)


class _Leases(Collector):
    def __init__(self, count: Callable[[], int]) -> None:
        self._count = count

    def describe(self) -> Iterator[GaugeMetricFamily]:
        yield GaugeMetricFamily("pangea_leases_active", "Tasks that somebody holds.")

    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            yield GaugeMetricFamily("pangea_leases_active", "Tasks that somebody holds.", self._count())
        except PangeaError:  # an unreachable store must not affect the other figures
            yield from self.describe()


class _StoreHealth(Collector):
    def __init__(self, verified: Callable[[], tuple[datetime, int] | None]) -> None:
        self._verified = verified

    def describe(self) -> Iterator[GaugeMetricFamily]:
        yield GaugeMetricFamily(
            "pangea_store_verified_seconds", "When the store was last verified, Unix time."
        )
        yield GaugeMetricFamily("pangea_store_faults", "Faults that were found then.")

    def collect(self) -> Iterator[GaugeMetricFamily]:
        at, faults = self.describe()
        if verified := self._verified():
            at.add_metric([], verified[0].timestamp())
            faults.add_metric([], verified[1])
        yield from (at, faults)


class _BackupHealth(Collector):
    def __init__(self, backed_up: Callable[[], tuple[datetime | None, bool] | None]) -> None:
        self._backed_up = backed_up

    def describe(self) -> Iterator[GaugeMetricFamily]:
        yield GaugeMetricFamily(
            "pangea_store_backed_up_seconds", "Until when everything is in the continuous backup, Unix time."
        )
        yield GaugeMetricFamily(
            "pangea_store_backup_failing",
            "1 when the last snapshot failed, or part of the store could not be read.",
        )

    def collect(self) -> Iterator[GaugeMetricFamily]:
        until, failing = self.describe()
        if backed_up := self._backed_up():
            if backed_up[0]:
                until.add_metric([], backed_up[0].timestamp())
            failing.add_metric([], backed_up[1])
        yield from (until, failing)


def route_name(scope: Scope) -> str:
    """The handler's name, as in the OpenAPI document; ``none`` when no route matches."""
    return str(getattr(scope.get("route"), "name", None) or "none")


def problem_code(scope: Scope) -> str | None:
    """The code of the problem in the answer; None when it has none."""
    code: str | None = scope.get("state", {}).get("problem")
    return code


def parse_address(address: str) -> tuple[str, int]:
    """HOST:PORT, where HOST is an IP address (IPv6 in brackets).

    Raises:
        ConfigurationError: it has another form.
    """
    host, _, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    try:
        ip_address(host)
        number = int(port)
    except ValueError:
        number = 0
    if not 0 < number < 2**16:
        raise ConfigurationError(
            f"{address!r} is not an address at which metrics can be served.",
            remedy="Write it as 127.0.0.1:9464.",
        )
    return host, number
