"""``pangea serve``: the server for annotators and the data team."""

from __future__ import annotations

from socket import AF_INET, AF_INET6, create_server, socket
from typing import TYPE_CHECKING

import typer

from environments.errors import ConfigurationError
from pangea_server.cli.options import DataDir, EnvironmentSpec, Host, Port, StoreName

if TYPE_CHECKING:
    from pangea_server.settings import Settings

KEEP_ALIVE_SECONDS = 75  # chunks come every few seconds; uvicorn's default of 5 would close between them
BACKLOG = 2048


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data_dir: DataDir = None,
    environment: EnvironmentSpec = None,
    store: StoreName = None,
) -> None:
    """Serve the Guide, Follower, monitoring and replay pages.

    Make work for people first with `pangea campaign`, and let them in with `pangea invite`.
    """
    from pangea_server.settings import read_settings

    settings = read_settings(data_dir=data_dir, environment=environment, store=store)
    run_server(settings, host, port)


def run_server(settings: Settings, host: str, port: int) -> None:
    """Serve until interrupted. A setting that cannot work is refused before the port opens."""
    import logging

    import uvicorn

    from pangea_server.app import create_app
    from pangea_server.doctor import without_tiles

    app = create_app(settings)
    if slow := without_tiles(settings, app.state.house.environment.scan_ids()):
        typer.echo(f"{slow}.", err=True)
    with _listen(host, port) as opened:
        address, number = opened.getsockname()[:2]
        typer.echo(f"PanGEA listens on http://{address}:{number}", err=True)
        logging.getLogger("pangea_server").setLevel(logging.INFO)
        config = uvicorn.Config(
            app, access_log=False, log_level="warning", timeout_keep_alive=KEEP_ALIVE_SECONDS
        )
        uvicorn.Server(config).run(sockets=[opened])


def _listen(host: str, port: int) -> socket:
    """Whoever connects from now on is served as soon as the server has started."""
    try:
        return create_server((host, port), family=AF_INET6 if ":" in host else AF_INET, backlog=BACKLOG)
    except OSError as error:
        raise ConfigurationError(
            f"Port {port} on {host} cannot be opened: {error.strerror}.",
            remedy="Choose another --port or --host, or stop what listens there.",
        ) from error
