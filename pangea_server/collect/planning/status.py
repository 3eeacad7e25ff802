"""The progress of a campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from pangea_server.annotate.assignment.open_tasks import is_free
from pangea_server.annotate.assignment.rules import has_taken_all, may_take
from pangea_server.annotate.campaigns.agreed_times import AgreedTime
from pangea_server.annotate.campaigns.records import Campaign, CampaignState
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.tasks.records import History, Lease, LeaseState, Recording, Task, TaskState
from pangea_server.collect.invitations.checks import annotators
from pangea_server.collect.planning.outlook import Outlook, SoFar, outlook, so_far
from pangea_server.people.access.records import Annotator
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


@dataclass(frozen=True, slots=True)
class StatusRow:
    """Tasks of one kind in one language, by state; ``given_back`` are attempts that people gave up or lost, and
    ``partly_done`` those of them with a recording. ``for_nobody`` are free, and nobody who is invited may take them."""

    kind: str
    language: str
    states: dict[TaskState, int]
    given_back: int
    partly_done: int
    for_nobody: int


@dataclass(frozen=True, slots=True)
class Status:
    """A campaign's current state and tasks, what was made of them, and what will be; ``agreed_times`` of its tasks for
    two, by kind."""

    campaign_id: str
    state: CampaignState
    version: int
    created_at: datetime
    rows: tuple[StatusRow, ...]
    made: tuple[SoFar, ...]
    outlook: Outlook
    agreed_times: dict[str, tuple[AgreedTime, ...]]


def campaign_status(records: RecordStore, campaign: Campaign, people: int | None = None) -> Status:
    """Read all tasks of the campaign, the answers, and the attempts that ended without one.

    Args:
        people: how many take part; None: those who are invited.
    """
    found = every(records, Task, {"campaign_id": campaign.campaign_id})
    tasks = {task.record_id: task for task in found if not task.check_item}
    states: Counter[tuple[str, str, TaskState]] = Counter()
    for task in tasks.values():
        states[task.kind, task.language, task.state] += 1
    given_back: Counter[tuple[str, str]] = Counter()
    partly_done: Counter[tuple[str, str]] = Counter()
    for lease in _unfinished(records):
        if lease.task_id not in tasks:
            continue
        group = tasks[lease.task_id].kind, tasks[lease.task_id].language
        given_back[group] += 1
        recordings = records.find(Recording, {"lease_id": lease.lease_id})
        partly_done[group] += any(recording.holds == "walk" for recording in recordings)
    left = for_nobody(records, campaign, tasks.values())
    groups = sorted({(kind, language) for kind, language, _ in states}, reverse=True)
    rows = (
        StatusRow(
            kind,
            language,
            {state: states[kind, language, state] for state in TaskState},
            given_back[kind, language],
            partly_done[kind, language],
            left[kind, language],
        )
        for kind, language in groups
    )
    return Status(
        campaign.campaign_id,
        campaign.state,
        campaign.version,
        campaign.created_at,
        tuple(rows),
        tuple(so_far(records, campaign)),
        outlook(records, campaign.definition, people=people),
        campaign.definition.agreed_times,
    )


def _unfinished(records: RecordStore) -> Iterator[Lease]:
    for state in (LeaseState.RETURNED, LeaseState.EXPIRED):
        yield from every(records, Lease, {"state": state})


def for_nobody(records: RecordStore, campaign: Campaign, tasks: Iterable[Task]) -> Counter[tuple[str, str]]:
    """How many of a campaign's tasks are free and for none of the annotators who may sign in, by kind and language.

    None of them where nobody is invited yet, or the campaign is closed. Who may still pass a training or rise again
    counts as able to.
    """
    people = list(annotators(records))
    if not people or campaign.state is CampaignState.CLOSED:
        return Counter()
    known = {each.annotator_id: each for each in every(records, History)}
    histories = [known.get(each.annotator_id, History(annotator_id=each.annotator_id)) for each in people]
    able = [pair for pair in zip(people, histories, strict=True) if not has_taken_all(pair[1], campaign)]
    return Counter(
        (task.kind, task.language)
        for task in tasks
        if is_free(task)
        and not any(_knows(person, task) and may_take(person, history, task) for person, history in able)
    )


def _knows(person: Annotator, task: Task) -> bool:
    """Whether the task is in a language and a pool of this person's."""
    spoken = task.language in person.languages or declared(task.kind).any_language
    return spoken and task.pool in (None, *person.pools)
