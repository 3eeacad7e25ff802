"""Removing old backups of a series, and the blobs that only these had."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from pangea_server.dataset.archive.moments import (
    LIST_SUFFIX,
    MOMENT_FORMAT,
    MOMENTS_PREFIX,
    RECORDS_SUFFIX,
    blob_object,
    moment_names,
    open_list,
)
from pangea_server.dataset.archive.places import Place


def prune(place: Place, days: int) -> list[str]:
    """Remove the backups that are older than so many days, but never the newest; returns their names.

    Voices that people took back are in the backups from before. No other backup may be made in ``place`` meanwhile.
    """
    names = moment_names(place)
    first_kept = (datetime.now(UTC) - timedelta(days=days)).strftime(MOMENT_FORMAT)
    gone = [name for name in names[:-1] if name < first_kept]
    if not gone:
        return []
    unused = _objects(place, gone) - _objects(place, names[len(gone) :])
    for name in gone:  # the lists first: a list never names what is not there
        place.remove(f"{MOMENTS_PREFIX}{name}{LIST_SUFFIX}")
        place.remove(f"{MOMENTS_PREFIX}{name}{RECORDS_SUFFIX}")
    for name in unused:
        place.remove(name)
    return gone


def _objects(place: Place, moments: Sequence[str]) -> set[str]:
    found = set()
    for moment in moments:
        with open_list(place, moment) as listed:
            found |= {blob_object(listed.head.seal, info.sha256) for info in listed.blobs()}
    return found
