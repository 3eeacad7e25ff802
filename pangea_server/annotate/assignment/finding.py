"""Finding tasks in the store, lane by lane, by its indexes."""

from __future__ import annotations

from collections.abc import Iterator

from pangea_server.annotate.assignment.choosing import Lane
from pangea_server.annotate.campaigns.records import Campaign, CampaignState
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.core.records import now
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

CANDIDATES = 10  # that are read at once: the first is nearly always free still


def running_campaigns(records: RecordStore) -> list[Campaign]:
    """Those that give out tasks."""
    return list(every(records, Campaign, {"state": CampaignState.RUNNING}))


def has_campaigns(records: RecordStore) -> bool:
    """Whether this store ever had a campaign from a file; tasks of before are in no lane of one."""
    return bool(records.find(Campaign, limit=1))


def free_tasks(records: RecordStore, lane: Lane) -> Iterator[Task]:
    """Tasks of a lane that somebody may have: first what is open, then what was held for too long."""
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


def free_legacy_tasks(records: RecordStore, kind: str, language: str) -> Iterator[Task]:
    """The same where there is no campaign, and tasks may lack the fields that lanes are made of."""
    for state in (TaskState.OPEN, TaskState.LEASED):
        alike = {"kind": kind, "state": state, "language": language}
        yield from filter(_is_offered, every(records, Task, alike, page_size=CANDIDATES))


def _is_offered(task: Task) -> bool:
    """A check item is given to the person for whom it was made (``trust/eligibility.py``), never found here."""
    return is_free(task) and not task.check_item


def is_free(task: Task) -> bool:
    """Whether nobody holds the task, or somebody whose lease ran out."""
    ran_out = task.lease_expires_at is not None and task.lease_expires_at <= now()
    return task.state is TaskState.OPEN or (task.state is TaskState.LEASED and ran_out)
