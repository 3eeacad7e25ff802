"""A practice walk: a path like those of the campaign, but not one of them."""

from __future__ import annotations

from contextlib import suppress

from environments import Scan, sample_paths
from environments.errors import GraphError, NotFoundError
from pangea_server.annotate.assignment.open_tasks import has_campaigns, running_campaigns
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

PRACTICE_SEED = 2021
TRIED = (20, 5, 1)


def practice_path(records: RecordStore, scan: Scan) -> tuple[str, ...]:
    """A path of this scan that no task uses; always the same one.

    Raises:
        NotFoundError: the scan has no free path.
    """
    taken = {path.path for path in every(records, PathRecord, {"scan_id": scan.scan_id})}
    for path in _candidates(scan):
        if path not in taken:
            return path
    raise NotFoundError(
        f"There is no practice walk: every path that was tried in {scan.scan_id} belongs to a task.",
        remedy="Begin with the tasks.",
    )


def first_scan_id(records: RecordStore) -> str:
    """The campaign's first scan.

    Raises:
        NotFoundError: there is no campaign, or all are closed.
    """
    found = records.find(ScanRecord, limit=1)
    is_over = has_campaigns(records) and not running_campaigns(records)
    if not found or is_over:
        raise NotFoundError(
            "There is no campaign yet.", remedy="Create one with: pangea campaign create FILE."
        )
    return found[0].scan_id


def _candidates(scan: Scan) -> list[tuple[str, ...]]:
    """Sampled short paths: the first number in ``TRIED`` that the scan allows; none if it allows none of them."""
    for count in TRIED:
        with suppress(GraphError):
            return sample_paths(scan.graph, count, PRACTICE_SEED, scan.path_rules, max_viewpoints=5)
    return []
