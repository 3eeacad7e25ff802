"""Two servers on loopback: PanGEA's own, with the real panoramas and people, and one for the other viewers' pages."""

from __future__ import annotations

import multiprocessing
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from pangea_server import Settings, create_app
from pangea_server.annotate.campaigns.sample import sample_definition
from pangea_server.app.testing.server import let_in
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.http.pages import BuiltFiles
from pangea_server.http.services import open_services

START_SECONDS = 30
LANGUAGES = ("en-US",)


@dataclass(frozen=True)
class Peers:
    """Pages of other viewers, and the panoramas cut for them."""

    pages: Path
    panoramas: Path

    def app(self) -> ASGIApp:
        """Serves built files just as PanGEA serves its own."""
        return Starlette(
            routes=[
                Mount("/panoramas", StaticFiles(directory=self.panoramas)),
                Mount("/", BuiltFiles(directory=self.pages)),
            ]
        )


@dataclass(frozen=True)
class Ours:
    """PanGEA's server, and a page of the bare viewer beside its own."""

    settings: Settings
    pages: Path

    def app(self) -> ASGIApp:
        """What ``pangea serve`` serves, and ``/bench``."""
        app = create_app(self.settings)
        app.mount("/bench", BuiltFiles(directory=self.pages))
        return app

    def invite(self) -> str:
        """A campaign in every scan, and the token of one who may work in it. Before the server starts."""
        with closing(open_services(self.settings, make=True)) as house:
            create_campaign(
                house.store.records, house.environment, "bench", sample_definition("bench", LANGUAGES)
            )
            return let_in(house.store.records)[1]


@contextmanager
def serving(make_app: Callable[[], ASGIApp]) -> Iterator[int]:
    """The port of a running server, in a process of its own that ends with this."""
    with socket.create_server(("127.0.0.1", 0)) as opened:
        process = multiprocessing.get_context("spawn").Process(
            target=_serve, args=(make_app, opened), daemon=True
        )
        process.start()
        port = int(opened.getsockname()[1])
    try:
        _wait_for(port)
        yield port
    finally:
        process.terminate()
        process.join(10)


def _serve(make_app: Callable[[], ASGIApp], opened: socket.socket) -> None:
    config = uvicorn.Config(make_app(), access_log=False, log_level="warning", timeout_keep_alive=75)
    uvicorn.Server(config).run(sockets=[opened])


def _wait_for(port: int) -> None:
    import urllib.error
    import urllib.request

    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=START_SECONDS).close()
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"A server did not start within {START_SECONDS} s.")
