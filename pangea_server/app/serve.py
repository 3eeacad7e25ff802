"""``pangea serve``: the server for annotators and the data team."""

from __future__ import annotations

import gc
import os
import resource
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from socket import socket
from typing import TYPE_CHECKING

import typer
import uvicorn

from pangea_server.core.cli.options import DataDir, EnvironmentSpec, Host, Port
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Collection

    from fastapi import FastAPI

    from pangea_server.core.settings import Settings


KEEP_ALIVE_SECONDS = 75  # chunks come every few seconds; uvicorn's default of 5 would close between them
LISTEN_BACKLOG = 2048
FIRST_HANDED_OVER = 3  # SD_LISTEN_FDS_START
GARBAGE_COLLECTED_AFTER = 20_000  # new objects; by default 700, which ten chunks make and free again
GRACE_SECONDS = 4  # for calls under way at SIGTERM; a body that is still coming has one of them (``Bounds``)

LONGEST_MESSAGE = (
    64 * 1024
)  # bytes that one message on a line may have; descriptions of a connection have 10,000
LOOKED_FOR_EVERY, ANSWERS_WITHIN = 1.0, 2.0  # seconds: a partner who is gone is seen in three


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data_dir: DataDir = None,
    environment: EnvironmentSpec = None,
    store: StoreName = None,
) -> None:
    """Serve the Guide, Follower, monitoring and replay pages.

    First create tasks with `pangea campaign`, and invite people with `pangea invite`.
    """
    from pangea_server.core.settings import read_settings

    settings = read_settings(data_dir=data_dir, environment=environment, store=store)
    run_server(settings, host, port)


def run_server(
    settings: Settings,
    host: str,
    port: int,
    *,
    taken: socket | None = None,
    without: Collection[str] = (),
    invitation: str = "",
) -> None:
    """Serve until interrupted. An invalid setting is refused before the port opens; checks named in ``without`` are
    left out. The ``invitation``, such as links, is the last thing that is printed.

    Args:
        taken: the socket of ``bound_port``, for commands that make something before they serve.

    SIGTERM stops it cleanly: no new connection is accepted, and current requests have ``GRACE_SECONDS`` to finish;
    what is not finished then is answered with 503.
    """
    from pangea_server.app.doctor import admit
    from pangea_server.app.doctor.deployment import Deployment
    from pangea_server.app.doctor.unnamed_proxy import forget_unnamed_proxy, note_unnamed_proxy
    from pangea_server.app.server import create_app
    from pangea_server.core.logs import configure_logging
    from pangea_server.http.edge.metrics import Metrics
    from pangea_server.stores.opening.command_line import say_if_new

    configure_logging(settings.log_format)
    advice = admit(Deployment(settings, host, port), without)

    from pangea_server.http.edge.protocol import guarded

    with ExitStack() as opened:
        listener = opened.enter_context(taken or bound_port(host, port))
        say_if_new(settings)
        _allow_open_files()
        app = create_app(settings)
        opened.callback(app.state.services.close)
        records = app.state.services.store.records
        forget_unnamed_proxy(records)
        for given in advice:
            typer.echo(f"warning: {given}", err=True)
        if settings.metrics:
            opened.callback(app.state.services.get(Metrics).serve(settings.metrics))
        listener.listen(LISTEN_BACKLOG)
        address, number = listener.getsockname()[:2]

        def announce() -> None:
            typer.echo(f"PanGEA listens on http://{address}:{number}", err=True)
            if invitation:
                typer.echo(invitation)
                sys.stdout.flush()

        gc.freeze()  # what was loaded stays: no collection need look through it while people wait
        gc.set_threshold(GARBAGE_COLLECTED_AFTER)
        serve_app(
            app, guarded(settings, host, partial(note_unnamed_proxy, records)), settings, listener, announce
        )


def serve_app(
    app: FastAPI,
    http: type[asyncio.Protocol],
    settings: Settings,
    listener: socket,
    announce: Callable[[], None],
) -> None:
    """Serve an application on a socket that listens, until interrupted.

    Args:
        http: what reads requests: ``http.edge.protocol.guarded``.
        announce: called once connections are taken.
    """
    config = uvicorn.Config(
        app,
        http=http,
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=LOOKED_FOR_EVERY,
        ws_ping_timeout=ANSWERS_WITHIN,
        ws_per_message_deflate=False,
        server_header=False,
        log_config=None,
        access_log=False,
        forwarded_allow_ips=settings.trusted_proxies.split(),
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    AnnouncedServer(config, announce).run(sockets=[listener])


def _allow_open_files() -> None:
    """As many as the system lets us have: many shells allow 1024, and every connection is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def bound_port(host: str, port: int) -> socket:
    """A socket for the port, taken before anything is made; ``run_server`` listens on it.

    A socket that systemd hands over (sd_listen_fds(3)) goes on taking connections while the server restarts.

    Raises:
        ConfigurationError: another program has the port, or this machine has no such address.
    """
    from pangea_server.app.doctor.network import bound

    if os.environ.get("LISTEN_PID") == str(os.getpid()):
        return socket(fileno=FIRST_HANDED_OVER)
    return bound(host, port)


class AnnouncedServer(uvicorn.Server):
    """Calls ``announce`` once connections are taken and signals are uvicorn's.

    Whoever reads the announcement may end the server at once. Before that a handler that raises can be lost: Python
    drops what is raised in a callback of the garbage collector or of an import.
    """

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._announce()
