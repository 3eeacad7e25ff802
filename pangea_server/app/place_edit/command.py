"""Serving the page of ``pangea env edit`` until Ctrl+C."""

from __future__ import annotations

import logging
import secrets
import signal
import sys
from pathlib import Path

import typer

from environments.editing.files import begin_place, folder_of
from environments.editing.session import Editing
from environments.errors import ConfigurationError
from environments.own_places.folder import GRAPH_NAME

KIND = "folder"


def edit_place(specification: str, scan: str | None, height: float | None, port: int) -> None:
    """Serve the page.

    Args:
        scan: the one to edit; None where there is one.
        height: of every camera above its floor in metres, for pictures that have no graph.json yet.

    Raises:
        ConfigurationError: it is no own place, there is no such scan, or the port is taken.
        ConnectivityError: its graph.json is malformed.
    """
    from pangea_server.app.place_edit.routes import edit_app
    from pangea_server.app.reader import LOOPBACK
    from pangea_server.app.serve import LISTEN_BACKLOG, bound_port, serve_app
    from pangea_server.core.logs import configure_logging
    from pangea_server.core.settings import read_settings
    from pangea_server.http.edge.protocol import guarded

    folder = folder_of(_directory(specification), scan)
    settings = read_settings()
    configure_logging(settings.log_format, logging.WARNING)  # one person sees each request on the page
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with bound_port(LOOPBACK, port) as listener:
        if not (folder / GRAPH_NAME).is_file():
            begin_place(folder, height)
        token = secrets.token_urlsafe(32)
        app = edit_app(Editing(folder), token, settings.web_dir)
        listener.listen(LISTEN_BACKLOG)
        link = f"http://{LOOPBACK}:{listener.getsockname()[1]}/edit#token={token}"

        def announce() -> None:
            typer.echo(f"Edits are written to {folder / GRAPH_NAME}. Ctrl+C ends it.\n{link}")
            sys.stdout.flush()

        serve_app(app, guarded(settings, LOOPBACK, lambda: None), settings, listener, announce)


def _directory(specification: str) -> Path:
    kind, _, directory = specification.partition(":")
    if kind != KIND or not directory:
        raise ConfigurationError(
            f"{specification} cannot be edited.",
            remedy=f"Name a folder of your own panoramas: {KIND}:cottage.",
        )
    path = Path(directory).expanduser()
    if not path.is_dir():
        raise ConfigurationError(f"There is no folder {path}.", remedy="Name one with panoramas.")
    return path
