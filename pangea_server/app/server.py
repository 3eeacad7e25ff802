"""The application factory: ``uvicorn --factory pangea_server.app:create_app``."""

from __future__ import annotations

from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

from fastapi import FastAPI
from starlette.types import Scope

from pangea_server.annotate.kinds.kinds import load_kinds
from pangea_server.annotate.links.media import MediaLinks
from pangea_server.annotate.pictures.access import HeldTasks
from pangea_server.annotate.pictures.log import PictureLog
from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.app.api import build_api
from pangea_server.app.attached import ATTACHED
from pangea_server.app.readiness import Readiness
from pangea_server.collect.capture.chunk_body import ChunkBodies
from pangea_server.collect.capture.device_keys import DeviceKeys
from pangea_server.collect.capture.quotas import Quotas
from pangea_server.collect.capture.submitting import Submitting
from pangea_server.collect.capture.traces import TraceReader
from pangea_server.collect.drafting.maker import DraftMaker
from pangea_server.collect.landmarks.snapping.snapper import Snapper
from pangea_server.collect.landmarks.updates import LandmarkAdvancer
from pangea_server.collect.ledger.attendance import TimeClock
from pangea_server.collect.ledger.balances import Balances
from pangea_server.collect.live.sessions import LiveSessions
from pangea_server.collect.pairing.lines import Lines
from pangea_server.collect.platforms.mechanical_turk import SITES
from pangea_server.collect.platforms.routes import Newcomers
from pangea_server.collect.scans.access import learning_places
from pangea_server.collect.tally.free_tasks import KnownFreeTasks
from pangea_server.core.background import BackgroundAligner, BackgroundFlags
from pangea_server.core.settings import Settings, read_settings
from pangea_server.dataset.archive.backup_state import read_backup_state
from pangea_server.dataset.dialogues.table import DialogueTable
from pangea_server.dataset.erasure.withdrawal import sweep
from pangea_server.dataset.monitoring.board import Board
from pangea_server.dataset.monitoring.progress import Progress
from pangea_server.dataset.verify.report import read_report
from pangea_server.dataset.verify.scrub import BackgroundScrub
from pangea_server.http import problems
from pangea_server.http.edge.headers import header
from pangea_server.http.edge.layers import install_edge
from pangea_server.http.edge.load import Load
from pangea_server.http.edge.metrics import Metrics
from pangea_server.http.lookups import look_up
from pangea_server.http.pages import mount_help, mount_pages
from pangea_server.http.plugin_files import mount_plugins
from pangea_server.http.services import Services, open_services
from pangea_server.people.access.policy import check_routes
from pangea_server.people.access.sessions import is_session
from pangea_server.people.access.signed_in_roles import signed_in_roles
from pangea_server.people.accounts.invites import is_link
from pangea_server.people.sign_in.session_routes import SignInWay
from pangea_server.people.sign_in.sign_in import open_sign_in
from pangea_server.quality.flags.runner import reports_missing
from pangea_server.quality.reviewers.decisions import Reviewers
from pangea_server.stores.signing_keys import signing_key


def _verified(directory: Path) -> tuple[datetime, int] | None:
    """When the store was last verified, and the number of faults."""
    report = read_report(directory)
    return (report.finished_at, report.fault_count) if report and report.finished_at else None


def _backed_up(directory: Path) -> tuple[datetime | None, bool] | None:
    """Until when everything is in the continuous backup, and whether that fails."""
    state = read_backup_state(directory)
    return (state.complete_until, state.is_failing) if state else None


def create_app(settings: Settings | None = None) -> FastAPI:
    """A server for one data directory.

    Raises:
        ConfigurationError, PluginNotFoundError: a setting is invalid; raised before the port opens.
    """
    settings = settings or read_settings()
    services = open_services(settings, exclusive=True, make=True)
    try:
        return _app_over(services)
    except BaseException:
        services.close()  # or this process would keep the store's lock
        raise


def _app_over(services: Services) -> FastAPI:
    """The app; it closes ``services`` when it stops."""
    settings = services.settings
    store, records = services.store, services.store.records
    sweep(store)
    kinds, metrics = services.add(load_kinds()), services.add(Metrics())
    metrics.watch_leases(lambda: records.count(Lease, {"state": LeaseState.ACTIVE}))
    if settings.store == "local":
        metrics.watch_store(partial(_verified, settings.data_dir))
        metrics.watch_backup(partial(_backed_up, settings.data_dir))
    progress = services.add(Progress(records, tuple(kinds)))
    board = Board(store, services.environment, progress.counts)
    services.add(board, board.close)
    clock = TimeClock(records)
    services.add(clock, clock.close)
    links = services.add(MediaLinks(signing_key(records), signed_in_roles(records)))
    pictures = PictureLog(records)
    services.add(pictures, pictures.close)
    services.add(HeldTasks(records, kinds, services.scan, learning_places(records, services.scan)))
    services.add(DeviceKeys(records))
    snapper = Snapper(services.environment, settings.segmenter)
    services.add(snapper, snapper.close)
    advancer = LandmarkAdvancer(records, services.environment)
    services.add(advancer, advancer.close)
    services.add(DialogueTable(services.store, services.environment))
    services.add(Balances(records))
    services.add(KnownFreeTasks())
    services.add(Reviewers(records))
    services.add(SignInWay(open_sign_in(settings)))
    services.add(Newcomers())
    services.add(LiveSessions())
    services.add(Lines())
    load = services.add(Load())
    services.add(ChunkBodies(settings.limits.chunk_bytes))
    submitting, traces = Submitting(), TraceReader()
    services.add(submitting, submitting.close)
    services.add(traces, traces.close)  # first, so that no answer waits for its walk
    drafts = DraftMaker(records, settings.recogniser_options)
    services.add(drafts, drafts.close)
    services.add(Readiness(services))
    quotas = Quotas(store, settings)
    services.add(quotas, quotas.close)
    aligner = BackgroundAligner(settings, ATTACHED)
    flags = BackgroundFlags(settings, ATTACHED)
    services.add(aligner, aligner.close)
    services.add(flags, flags.close)
    scrub = BackgroundScrub(settings, ATTACHED)
    services.add(scrub, scrub.close)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        aligner.start()
        flags.start()
        board.start()
        advancer.start()
        scrub.start()
        load.start()
        if settings.align_on_submit:
            aligner.wake()  # work that an earlier run left
        if settings.flag_on_submit and reports_missing(records):
            flags.wake()
        yield
        load.stop()
        services.close()

    async def known(scope: Scope) -> Hashable | None:
        sent = header(scope, b"authorization")
        if not sent:
            return links.holder(scope["path"], scope["query_string"])
        is_known = await look_up(store, is_session, records, sent) or await look_up(
            store, is_link, records, sent
        )
        return hash(sent) if is_known else None

    app = build_api(lifespan)
    app.state.services = services
    problems.install(app)
    mount_pages(app, settings.web_dir)
    mount_help(app, settings.web_dir)
    mount_plugins(app, kinds.folders)
    check_routes(app.routes)
    install_edge(app, settings, metrics, known, frame_sites=SITES.get(settings.mturk, ()))
    return app
