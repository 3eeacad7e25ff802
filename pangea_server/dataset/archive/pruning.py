"""Removing old backups of a series, and the blobs that only these had."""

from __future__ import annotations

from collections.abc import Sequence

from pangea_server.dataset.archive.moments import (
    MOMENTS_PREFIX,
    RECORDS_SUFFIX,
    blob_object,
    list_object,
    moment_names,
    open_list,
)
from pangea_server.dataset.archive.places import Place


def prune(place: Place, oldest: str) -> list[str]:
    """Remove the backups before ``oldest``, as the newest says that was saved; returns their names.

    Voices that people took back are in the backups from before. No other backup may be made in ``place`` meanwhile.
    """
    names = moment_names(place)
    gone = [name for name in names if name < oldest]
    if not gone:
        return []
    unused = _objects(place, gone) - _objects(place, names[len(gone) :])
    for name in gone:  # the lists first: a list never names what is not there
        place.remove(list_object(name))
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
