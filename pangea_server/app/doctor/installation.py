"""What is installed, built and cut: Python, pages, engine, environment, tiles, and what the store holds."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from importlib.metadata import version

from align.pipeline import ENGINES
from environments import open_environment
from environments.errors import ConfigurationError
from environments.tiles.layout import TileFolder
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.http.pages import find_web
from pangea_server.people.access.records import Annotator
from pangea_server.stores.opening import open_store, store_exists

TESTED_UVICORN = ((0, 30), (0, 54))
"""The oldest and newest release that ``http/edge/protocol.py`` was tested with: it overrides methods of uvicorn's."""
SPEAKING = ("espeak", "viterbi")  # engines that ask eSpeak NG how a word is said


def python(_: Deployment) -> str:
    return f"{sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}"


def web_server(_: Deployment) -> str:
    found = version("uvicorn")
    major, minor = (int(part) for part in found.split(".")[:2])
    oldest, newest = TESTED_UVICORN
    if not oldest <= (major, minor) <= newest:
        raise ConfigurationError(
            f"uvicorn {found} is installed; requests are limited by code that was"
            f" tested with {_dotted(oldest)} to {_dotted(newest)}.",
            remedy=f"pip install 'uvicorn~={_dotted(newest)}.0'",
        )
    return f"uvicorn {found}"


def environment(deployment: Deployment) -> str:
    specification = deployment.settings.environment
    opened = open_environment(specification)
    scan_ids = opened.scan_ids()
    viewpoints = sum(len(opened.scan(scan_id).viewpoints) for scan_id in scan_ids)
    return f"{specification}: {len(scan_ids)} scans, {viewpoints} viewpoints"


def tiles(deployment: Deployment) -> str:
    settings = deployment.settings
    if settings.tiles and not settings.tiles.is_dir():
        raise ConfigurationError(
            f"PANGEA_TILES names {settings.tiles}, and there is no such folder.",
            remedy=f"pangea env build {settings.environment} --output {settings.tiles}",
        )
    cut = TileFolder(settings.tiles_dir)
    scan_ids = open_environment(settings.environment).scan_ids()
    missing = [scan_id for scan_id in scan_ids if not cut.has_scan(scan_id)]
    if missing:
        named = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
        raise AdviceError(
            f"{named} not cut into tiles, so pages load whole images.",
            remedy=f"pangea env build {settings.environment} --output {settings.tiles_dir}",
        )
    return "all scans are cut"


def panoramas(deployment: Deployment) -> str:
    opened = open_environment(deployment.settings.environment)
    tiles = TileFolder(deployment.settings.tiles_dir)
    cut = [
        tiles.tile_set(scan_id, viewpoint_id) is not None
        for scan_id in opened.scan_ids()
        for viewpoint_id in opened.scan(scan_id).viewpoints
    ]
    return f"{sum(cut)} of {len(cut)} panoramas are cut"


def store(deployment: Deployment) -> str:
    settings = deployment.settings
    if not store_exists(settings):
        raise AdviceError(
            f"There is no store in {settings.data_dir} yet: `pangea serve` would make a new one.",
            remedy="Check --data-dir and PANGEA_DATA_DIR if people have worked here already.",
        )
    with closing(open_store(settings)) as opened:
        people, tasks = opened.records.count(Annotator), opened.records.count(Task)
    return f"{settings.store}: {people} people, {tasks} tasks"


def pages(deployment: Deployment) -> str:
    return f"built, in {find_web(deployment.settings.web_dir)}"


def aligner(deployment: Deployment) -> str:
    settings = deployment.settings
    ENGINES.load(settings.align_engine)
    if settings.align_engine in SPEAKING and (fault := _espeak_fault()):
        raise (ConfigurationError if settings.align_on_submit else AdviceError)(
            f"The engine {settings.align_engine!r} cannot load eSpeak NG: {fault}.",
            remedy="pip install --force-reinstall espeakng-loader",
        )
    return f"{settings.align_engine} is installed"


def _dotted(release: tuple[int, int]) -> str:
    return f"{release[0]}.{release[1]}"


def _espeak_fault() -> str:
    from align import EngineError
    from align.phones.espeak_ng import espeak_ng

    try:
        with espeak_ng("en-US"):
            return ""
    except (EngineError, OSError) as error:
        return str(error).rstrip(".")
