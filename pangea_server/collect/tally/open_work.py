"""What waits for a person who would ask for a task now. Nothing is leased, so a person who is away holds nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from pangea_server.annotate.assignment.histories import read_history
from pangea_server.annotate.assignment.leases import held_leases
from pangea_server.annotate.assignment.open_tasks import running_campaigns
from pangea_server.annotate.assignment.rules import Reason, fitting, room_left
from pangea_server.annotate.kinds.kinds import kind_names
from pangea_server.annotate.tasks.records import Task
from pangea_server.collect.platforms.completion import newest_visit
from pangea_server.collect.platforms.studies import the_study
from pangea_server.collect.queue.offers import (
    FreeTasks,
    TaskRequest,
    candidates,
    first_given,
    later_work,
    other_work,
    untrained_kind,
    why_nothing,
)
from pangea_server.core.records import now
from pangea_server.people.access.records import Annotator
from pangea_server.quality.trust.eligibility import is_stopped
from pangea_server.stores.protocol import RecordStore

MOST_COUNTED = 20


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits for a person.

    Attributes:
        tasks: tasks that they may be given, ``MOST_COUNTED`` at most.
        more: whether there may be more of them.
        ready: asking leads somewhere: to a task, a questionnaire or a training walk.
        reason: why it does not; None where it does, ``step`` where it leads to another step of the same work.
        kind: another kind, if it is that one's turn, or tasks of it wait.
        opens_at: when the time that is agreed for it begins, if that is the reason.
    """

    tasks: int
    more: bool
    ready: bool
    reason: Reason | None = None
    kind: str | None = None
    opens_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Next:
    """The kind of the task that is next for a person; or None, why nothing waits for them, and when something will."""

    kind: str | None
    reason: Reason | None = None
    opens_at: datetime | None = None


def waiting_for(records: RecordStore, person: Annotator, kinds: Sequence[str], free: FreeTasks) -> Waiting:
    """What ``offer_task`` would find for this person, as far as it can be told without giving anything.

    Args:
        free: finds the free tasks of a lane.
    """
    history = read_history(records, person)
    asked = TaskRequest(records, person, history, running_campaigns(records), kinds, person.languages, now())
    refused: dict[str | None, str] = {}
    held = len(held_leases(records, person, kinds))
    count = held + sum(1 for _ in _given(asked, free, refused, MOST_COUNTED))
    if count:
        return Waiting(min(count, MOST_COUNTED), count >= MOST_COUNTED, ready=True)
    if refused:
        return Waiting(0, more=False, ready=False, reason=Reason.TURN, kind=next(iter(refused.values())))
    if untrained_kind(asked):
        return Waiting(0, more=False, ready=True)
    other = other_work(asked, free)
    if later := later_work(asked, other, free):
        return Waiting(
            0, more=False, ready=False, reason=later.reason, kind=later.kind, opens_at=later.opens_at
        )
    if other:
        ready = other.reason is Reason.STEP
        return Waiting(0, more=False, ready=ready, reason=other.reason, kind=other.kind)
    return Waiting(0, more=False, ready=False, reason=why_nothing(asked))


def what_is_next(records: RecordStore, person: Annotator) -> Next:
    """Of all kinds; of the study's alone for people whom a platform sent."""
    history, visit = read_history(records, person), newest_visit(records, person)
    kinds = (the_study(records, visit.study_id).kind,) if visit else kind_names()
    asked = TaskRequest(records, person, history, running_campaigns(records), kinds, person.languages, now())
    if held := held_leases(records, person, kinds):
        return Next(held[0].kind)
    if task := first_given(asked):
        return Next(task.kind)
    if kind := untrained_kind(asked):
        return Next(kind)
    later = later_work(asked, None)
    return Next(None, later.reason, later.opens_at) if later else Next(None, why_nothing(asked))


def _given(asked: TaskRequest, free: FreeTasks, refused: dict[str | None, str], most: int) -> Iterator[Task]:
    """The tasks that this person may be given, as many as the campaigns' limits allow, ``most`` at most."""
    today = asked.at.date()
    room = {each.campaign_id: room_left(asked.history, each, today) for each in asked.campaigns}
    found: Counter[str | None] = Counter()
    stopped: dict[tuple[str | None, str], bool] = {}
    for task in fitting(asked.person, asked.history, asked.kinds, candidates(asked, free), refused):
        lane = (task.campaign_id, task.kind)
        if lane not in stopped:
            stopped[lane] = is_stopped(asked.records, asked.person, *lane)
        left = room.get(task.campaign_id or "")
        if stopped[lane] or (left is not None and found[task.campaign_id] >= left):
            continue
        found[task.campaign_id] += 1
        yield task
        if found.total() >= most:
            return
