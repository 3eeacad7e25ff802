"""What is installed, built and cut: Python, pages, engine, environment, tiles, and what the store holds."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Sequence
from importlib.metadata import version

from align.pipeline import open_engine
from align.recognisers.by_name import of_recording, refuse_one_for_many
from environments import Environment, open_environment
from environments.errors import ConfigurationError
from environments.tiles.build import check_sources
from environments.tiles.layout import TileFolder
from pangea_server.annotate.media.pictured import without_pictures
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.app.doctor.folder import existing
from pangea_server.http.pages import find_web

TESTED_UVICORN = ((0, 46), (0, 54))
"""The oldest and newest release that ``http/edge/protocol.py`` was tested with: it overrides methods of uvicorn's,
whose sockets are looked after since 0.46."""
MOST_PANORAMAS_NAMED = 3
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
    place = existing(settings.tiles_dir)
    if not os.access(place, os.W_OK | os.X_OK):
        raise AdviceError(
            f"Tiles cannot be written to {settings.tiles_dir}: {place} belongs to another user or is read-only.",
            remedy="Choose another folder in PANGEA_TILES, or change its rights.",
        )
    cut = TileFolder(settings.tiles_dir)
    places = open_environment(settings.environment)
    scan_ids = places.scan_ids()
    missing = [scan_id for scan_id in scan_ids if not cut.has_scan(scan_id)]
    if missing:
        unseen = _without_pictures(places, cut, missing)
        if unseen:
            raise AdviceError(
                f"{_some(unseen)} without pictures here, so people who walk there see nothing.",
                remedy="Put the pictures into the environment, or name the folder of tiles in PANGEA_TILES.",
            )
        raise AdviceError(
            f"{_some(missing)} not cut into tiles, so pages load whole images.",
            remedy=f"pangea env build {settings.environment} --output {settings.tiles_dir}",
        )
    return "all scans are cut"


def _without_pictures(places: Environment, cut: TileFolder, scan_ids: Sequence[str]) -> list[str]:
    firsts = {scan_id: places.scan(scan_id).graph.viewpoint_ids[0] for scan_id in scan_ids}
    return [scan_id for scan_id, _ in without_pictures(places, cut, firsts)]


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def panoramas(deployment: Deployment) -> str:
    """Each picture that is not cut yet is decoded, as `pangea env build` would do."""
    opened = open_environment(deployment.settings.environment)
    found = [*check_sources(opened, deployment.settings.tiles_dir)]
    refused = sorted(f"{one.scan_id} {one.viewpoint_id}: {one.error.message}" for one in found if one.error)
    if refused:
        more = (
            f" and {len(refused) - MOST_PANORAMAS_NAMED} more" if len(refused) > MOST_PANORAMAS_NAMED else ""
        )
        raise AdviceError(
            f"Panoramas cannot be cut: {' '.join(refused[:MOST_PANORAMAS_NAMED])}{more}",
            remedy=f"pangea env check {deployment.settings.environment}",
        )
    return f"{sum(one.was_cut for one in found)} of {len(found)} panoramas are cut"


def pages(deployment: Deployment) -> str:
    return f"built, in {find_web(deployment.settings.web_dir)}"


def aligner(deployment: Deployment) -> str:
    settings = deployment.settings
    refuse_one_for_many(settings.align_engine, "every voice of a store")
    open_engine(of_recording(settings.align_engine, "000001"), settings.recogniser_options)
    settings.own_lexicon()
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
