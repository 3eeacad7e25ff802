"""The application factory: ``uvicorn --factory pangea_server.app:create_app``."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from pangea_server import problems
from pangea_server.api import build_api
from pangea_server.api.chunk_body import ChunkBodies
from pangea_server.api.studies import Newcomers
from pangea_server.capture.quotas import Quotas
from pangea_server.edge.layers import install_edge
from pangea_server.edge.metrics import Metrics
from pangea_server.flags.desk import reports_missing
from pangea_server.house import open_house
from pangea_server.jobs import BackgroundCommand, BackgroundFlags
from pangea_server.pages import mount_help, mount_pages
from pangea_server.people.policy import check_routes
from pangea_server.people.sign_in import open_sign_in
from pangea_server.people.withdrawal import sweep
from pangea_server.plugin_files import mount_plugins
from pangea_server.readiness import Readiness
from pangea_server.records import Lease, LeaseState
from pangea_server.settings import Settings, read_settings


def create_app(settings: Settings | None = None) -> FastAPI:
    """A server for one data directory.

    Raises:
        ConfigurationError, PluginNotFoundError: a setting that cannot work; raised before the port opens.
    """
    settings = settings or read_settings()
    house = open_house(settings, exclusive=True)
    sweep(house.store)
    aligner, flags = BackgroundCommand(settings, "align"), BackgroundFlags(settings)
    quotas = Quotas(house.store, settings)
    metrics = Metrics()
    metrics.watch_leases(lambda: house.store.records.count(Lease, {"state": LeaseState.ACTIVE}))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        aligner.start()
        flags.start()
        house.board.start()
        if settings.align_on_submit:
            aligner.wake()  # what an earlier run left
        if settings.flag_on_submit and reports_missing(house.store.records):
            flags.wake()
        yield
        flags.close()
        aligner.close()
        quotas.close()
        house.close()

    app = build_api(lifespan)
    app.state.house = house
    app.state.sign_in = open_sign_in(settings)
    app.state.newcomers = Newcomers()
    app.state.quotas = quotas
    app.state.chunk_bodies = ChunkBodies(settings.chunk_bytes)
    app.state.aligner = aligner
    app.state.flags = flags
    app.state.metrics = metrics
    app.state.readiness = Readiness(house)
    problems.install(app)
    mount_pages(app, settings.web_dir)
    mount_help(app, settings.web_dir)
    mount_plugins(app, house.task_types)
    check_routes(app.routes)
    install_edge(app, settings, metrics)
    return app
