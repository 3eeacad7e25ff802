"""Finds tasks in the store, lane by lane, through its indexes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from pangea_server.annotate.assignment.rules import Lane
from pangea_server.annotate.campaigns.records import Campaign, CampaignState
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.core.records import now
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

CANDIDATES = 10  # tasks read at once: the first one is nearly always still free


LONGEST_LEASE = timedelta(days=1)  # the most that the limit ``lease_minutes`` allows


def running_campaigns(records: RecordStore) -> list[Campaign]:
    """The campaigns that give out tasks."""
    return list(every(records, Campaign, {"state": CampaignState.RUNNING}))


def has_campaigns(records: RecordStore) -> bool:
    """Whether this store ever had a campaign from a file."""
    return bool(records.find(Campaign, limit=1))


def free_tasks(records: RecordStore, lane: Lane) -> Iterator[Task]:
    """The free tasks of a lane: first the open ones, then those whose lease has run out."""
    for state in (TaskState.OPEN, TaskState.LEASED):
        alike = {
            "kind": lane.kind,
            "state": state,
            "language": lane.language,
            "campaign_id": lane.campaign_id,
            "pool": lane.pool,
            "priority": lane.priority,
        }
        yield from filter(_is_offered, every(records, Task, alike, page_size=CANDIDATES))


def _is_offered(task: Task) -> bool:
    """A check item goes only to the person it was made for (``trust/eligibility.py``), so it is not found here."""
    return is_free(task) and not task.check_item


def is_free(task: Task) -> bool:
    """Whether nobody holds the task, or the lease of the person who holds it has run out.

    A lease that has more than ``LONGEST_LEASE`` left was given by a clock that was ahead, and has run out as well:
    otherwise nobody else would have the task until then. Whoever works on it has renewed it long since.
    """
    ends, at = task.lease_expires_at, now()
    ran_out = ends is not None and not at < ends <= at + LONGEST_LEASE
    return task.state is TaskState.OPEN or (task.state is TaskState.LEASED and ran_out)
