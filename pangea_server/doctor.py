"""What a server needs, each as a check that answers with a sentence or raises a PangeaError with the remedy."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial

from environments import open_environment
from environments.errors import ConfigurationError
from environments.tiles.layout import TileFolder
from pangea_server.house import open_store
from pangea_server.pages import find_web
from pangea_server.records import Annotator, Task
from pangea_server.settings import Settings

Check = Callable[[], str]
RESERVE_BYTES = 2 * 2**30


def checks(settings: Settings) -> Mapping[str, Check]:
    """The checks for these settings, by what they look at."""
    return {
        "Python": _python,
        "environment": partial(_environment, settings),
        "tiles": partial(_tiles, settings),
        "store": partial(_store, settings),
        "disk": partial(_disk, settings),
        "pages": partial(_pages, settings),
        "aligner": partial(_aligner, settings),
    }


def _python() -> str:
    return f"{sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}"


def _environment(settings: Settings) -> str:
    environment = open_environment(settings.environment)
    scan_ids = environment.scan_ids()
    viewpoints = sum(len(environment.scan(scan_id).viewpoints) for scan_id in scan_ids)
    return f"{settings.environment}: {len(scan_ids)} scans, {viewpoints} viewpoints"


def _tiles(settings: Settings) -> str:
    environment, tiles = open_environment(settings.environment), TileFolder(settings.tiles_dir)
    cut = [
        tiles.tile_set(scan_id, viewpoint_id) is not None
        for scan_id in environment.scan_ids()
        for viewpoint_id in environment.scan(scan_id).viewpoints
    ]
    return without_tiles(settings, environment.scan_ids()) or f"{sum(cut)} of {len(cut)} panoramas are cut"


def without_tiles(settings: Settings, scan_ids: Sequence[str]) -> str:
    """A sentence about the scans that have no tiles, and the command that makes them; empty when all have some."""
    tiles = TileFolder(settings.tiles_dir)
    missing = [scan_id for scan_id in scan_ids if not tiles.has_scan(scan_id)]
    if not missing:
        return ""
    named = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
    return (
        f"{named} not cut into tiles, so pages load whole images; "
        f"`pangea env build {settings.environment} --output {settings.tiles_dir}` makes them"
    )


def _store(settings: Settings) -> str:
    if settings.store == "local" and not settings.data_dir.exists():
        return f"{settings.data_dir} is not there yet; the first command that writes makes it"
    with closing(open_store(settings)) as store:
        people, tasks = store.records.count(Annotator), store.records.count(Task)
    return f"{settings.store}: {people} people, {tasks} tasks"


def _disk(settings: Settings) -> str:
    folder = settings.data_dir.absolute()
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if free < RESERVE_BYTES:
        raise ConfigurationError(
            f"{free / 2**30:.1f} GiB are free at {folder}.",
            remedy="Voices need about 0.35 GiB an hour: make room.",
        )
    if not os.access(folder, os.W_OK):
        raise ConfigurationError(
            f"{folder} cannot be written.", remedy="Choose another --data-dir, or change its rights."
        )
    return f"{free / 2**30:.0f} GiB free"


def _pages(settings: Settings) -> str:
    return f"built, in {find_web(settings.web_dir)}"


def _aligner(settings: Settings) -> str:
    from environments import load_plugin

    load_plugin("pangea.engines", settings.align_engine)
    return f"{settings.align_engine} is installed"
