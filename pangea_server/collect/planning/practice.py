"""A walk to practise on: a path like those of the campaign, but none of them."""

from __future__ import annotations

from contextlib import suppress

from environments import Scan, sample_paths
from environments.errors import GraphError, NotFoundError
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

SEED = 2021
TRIED = (20, 5, 1)


def practice_path(records: RecordStore, scan: Scan) -> tuple[str, ...]:
    """A path of this scan that is no task's, and always the same one.

    Raises:
        NotFoundError: the scan has no path to spare.
    """
    taken = {path.path for path in every(records, PathRecord, {"scan_id": scan.scan_id})}
    for path in _candidates(scan):
        if path not in taken:
            return path
    raise NotFoundError(
        f"There is no practice walk: every path that was tried in {scan.scan_id} is a task.",
        remedy="Begin with the tasks themselves.",
    )


def first_scan_id(records: RecordStore) -> str:
    """The campaign's first scan.

    Raises:
        NotFoundError: there is no campaign yet.
    """
    found = records.find(ScanRecord, limit=1)
    if not found:
        raise NotFoundError("There is no campaign yet.", remedy="Make one with: pangea campaign create FILE.")
    return found[0].scan_id


def _candidates(scan: Scan) -> list[tuple[str, ...]]:
    """As many short paths as there are, up to the first of ``TRIED`` that fits."""
    for count in TRIED:
        with suppress(GraphError):
            return sample_paths(scan.graph, count, SEED, max_viewpoints=5)
    return []
