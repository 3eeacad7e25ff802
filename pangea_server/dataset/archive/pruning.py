"""Removing old backups of a series, and all that only these had."""

from __future__ import annotations

from pangea_server.core.errors import NotSignedError
from pangea_server.dataset.archive.changes import LOG_PREFIX
from pangea_server.dataset.archive.moments import (
    BLOBS_PREFIX,
    MOMENTS_PREFIX,
    RECORDS_SUFFIX,
    blob_object,
    is_moment,
    list_object,
    moment_names,
    open_list,
    records_object,
)
from pangea_server.dataset.archive.places import Destination

LOGS_KEPT = 2  # of the newest moments: that of the one before stays until the next one is there


def prune(place: Destination, oldest: str, signed_by: str) -> list[str]:
    """Remove the backups before ``oldest``, as the newest says that was saved; returns their names.

    Voices that people took back are in the backups from before. What no list names that ``signed_by`` has signed goes
    too: blobs, records and logs of backups that were interrupted or removed. The caller writes the series alone.

    Raises:
        ArchiveError: a list that is kept cannot be read now; what it may need stays.
    """
    names = moment_names(place)
    gone = [name for name in names if name < oldest]
    for name in gone:  # the lists first: a list never names what is not there
        place.remove(list_object(name))
    own = _objects(place, names[len(gone) :], signed_by)
    used = {name for objects in own.values() for name in objects}
    place.remove_unfinished()
    for name in (*_records_in(place), *place.names(BLOBS_PREFIX)):
        if name not in used:
            place.remove(name)
    _forget_logs(place, kept=set([*own][-LOGS_KEPT:]))
    return gone


def _records_in(place: Destination) -> list[str]:
    return [name for name in place.names(MOMENTS_PREFIX) if name.endswith(RECORDS_SUFFIX)]


def _forget_logs(place: Destination, kept: set[str]) -> None:
    for name in place.names(LOG_PREFIX):
        moment = name.split("/")[1]
        if is_moment(moment) and moment not in kept:
            place.remove(name)


def _objects(place: Destination, moments: list[str], signed_by: str) -> dict[str, set[str]]:
    """What each moment that ``signed_by`` has signed needs, but its list."""
    found = dict[str, set[str]]()
    for moment in moments:
        try:
            with open_list(place, moment) as listed:
                if listed.signed_by == signed_by:
                    blobs = {blob_object(listed.head.seal, info.sha256) for info in listed.blobs()}
                    found[moment] = blobs | {records_object(moment)}
        except NotSignedError:
            continue  # nothing can be restored from it, now or later
    return found
