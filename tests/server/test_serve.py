"""How `pangea serve` starts and ends: what it says, with which limits, and what it leaves open. Nobody connects."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
from collections.abc import Callable, Iterator
from socket import IPPROTO_IPV6, IPV6_V6ONLY, socket, socketpair
from typing import Any

import pytest
import uvicorn

from environments.errors import ConfigurationError
from pangea_server import Settings
from pangea_server.app import serve
from pangea_server.app.serve import AnnouncedServer, run_server
from pangea_server.stores.local.store import LocalStore


class Served:
    """A server that announces itself and ends."""

    configs: list[uvicorn.Config] = []  # noqa: RUF012

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        self.configs.append(config)
        self._announce = announce

    def run(self, sockets: list[socket]) -> None:
        [listener] = sockets
        assert listener.getsockname()[1]
        self._announce()


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The limits of this process and its garbage collection stay as they were."""
    limits, threshold = resource.getrlimit(resource.RLIMIT_NOFILE), gc.get_threshold()
    monkeypatch.setattr(Served, "configs", [])
    monkeypatch.setattr(serve, "AnnouncedServer", Served)
    yield
    gc.set_threshold(*threshold)
    gc.unfreeze()
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)


def test_a_server_says_where_it_listens_then_its_invitation_and_closes_its_store(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    run_server(settings, "127.0.0.1", 0, without=("tiles",), invitation="Open this.")
    told = capsys.readouterr()
    assert told.out.endswith("Open this.\n")
    *_, last = told.err.splitlines()
    assert last.startswith("PanGEA listens on http://127.0.0.1:")
    assert "not cut into tiles" not in told.err
    LocalStore.open(settings.data_dir, exclusive=True).close()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, most)


def test_a_server_keeps_connections_open_between_chunks_and_tells_nobody_what_it_is(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    run_server(settings.model_copy(update={"hosts": "a.example"}), "127.0.0.1", 0)
    [config] = Served.configs
    assert (config.timeout_keep_alive, config.timeout_graceful_shutdown) == (75, 4)
    assert (config.ws, config.server_header, config.access_log) == ("websockets-sansio", False, False)
    assert (config.ws_max_size, config.ws_ping_interval, config.ws_ping_timeout) == (65_536, 1, 2)
    assert config.forwarded_allow_ips == ["127.0.0.1", "::1"]
    kind: Any = config.http
    assert kind.names.include(b"a.example", b"/", "")
    assert gc.get_threshold()[0] == 20_000
    assert "warning: corridor not cut into tiles" in capsys.readouterr().err


def test_what_is_refused_is_refused_before_anything_is_made(settings: Settings) -> None:
    bad = settings.model_copy(update={"hosts": "*"})
    with pytest.raises(ConfigurationError, match="PANGEA_HOSTS"):
        run_server(bad, "127.0.0.1", 0)
    assert not settings.data_dir.exists()


def test_metrics_stop_with_the_server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def start(port: int, host: str, registry: object) -> tuple[Any, Any]:
        told.append(f"{host}:{port}")

        class Part:
            def shutdown(self) -> None:
                told.append("shut down")

            def server_close(self) -> None:
                told.append("closed")

            def join(self) -> None:
                told.append("joined")

        return Part(), Part()

    monkeypatch.setattr("pangea_server.http.edge.metrics.start_http_server", start)
    run_server(settings.model_copy(update={"metrics": "127.0.0.1:9464"}), "127.0.0.1", 0)
    assert told == ["127.0.0.1:9464", "shut down", "closed", "joined"]


def test_a_socket_that_systemd_hands_over_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = socketpair()
    monkeypatch.setattr(serve, "FIRST_HANDED_OVER", one.detach())
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    with other, serve.bound_port("127.0.0.1", 0) as taken:
        other.send(b"x")
        assert taken.recv(1) == b"x"
    monkeypatch.setenv("LISTEN_PID", str(os.getpid() + 1))
    with serve.bound_port("127.0.0.1", 0) as opened:
        assert opened.getsockname()[0] == "127.0.0.1"


def test_all_addresses_of_one_family_are_not_those_of_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "bind", lambda *_: None)  # also where this machine has no IPv6 address
    with serve.bound_port("::", 0) as opened:
        assert opened.getsockopt(IPPROTO_IPV6, IPV6_V6ONLY)


@pytest.mark.parametrize(("started", "told"), [(True, ["announced"]), (False, [])])
def test_a_server_is_announced_once_it_has_started(
    monkeypatch: pytest.MonkeyPatch, started: bool, told: list[str]
) -> None:
    said: list[str] = []

    async def startup(server: uvicorn.Server, sockets: Any = None) -> None:
        server.started = started
        assert said == []

    monkeypatch.setattr(uvicorn.Server, "startup", startup)
    asyncio.run(AnnouncedServer(uvicorn.Config(lambda: None), lambda: said.append("announced")).startup())
    assert said == told
