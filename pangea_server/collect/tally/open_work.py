"""What waits for a person who would ask for a task now. Nothing is leased, so a person who is away holds nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
    """

    tasks: int
    more: bool
    ready: bool
    reason: Reason | None = None
    kind: str | None = None


def waiting_for(records: RecordStore, person: Annotator, kinds: Sequence[str], free: FreeTasks) -> Waiting:
    """What ``offer_task`` would find for this person, as far as it can be told without giving anything.

    Args:
        free: finds the free tasks of a lane.
    """
    history = read_history(records, person)
    asked = TaskRequest(records, person, history, running_campaigns(records), kinds, person.languages)
    refused: dict[str | None, str] = {}
    held = len(held_leases(records, person, kinds))
    count = held + sum(1 for _ in _given(asked, free, refused, MOST_COUNTED))
    if count:
        return Waiting(min(count, MOST_COUNTED), count >= MOST_COUNTED, ready=True)
    if refused:
        return Waiting(0, more=False, ready=False, reason=Reason.TURN, kind=next(iter(refused.values())))
    if untrained_kind(asked):
        return Waiting(0, more=False, ready=True)
    if other := other_work(asked, free):
        ready = other.reason is Reason.STEP
        return Waiting(0, more=False, ready=ready, reason=other.reason, kind=other.kind)
    return Waiting(0, more=False, ready=False, reason=why_nothing(asked))


def next_kind(records: RecordStore, person: Annotator) -> tuple[str | None, Reason | None]:
    """The kind of the task that is next for this person, of all kinds; or None, and why nothing waits for them."""
    history, visit = read_history(records, person), newest_visit(records, person)
    kinds = (the_study(records, visit.study_id).kind,) if visit else kind_names()
    if held := held_leases(records, person, kinds):
        return held[0].kind, None
    asked = TaskRequest(records, person, history, running_campaigns(records), kinds, person.languages)
    if task := first_given(asked):
        return task.kind, None
    kind = untrained_kind(asked)
    return kind, None if kind else why_nothing(asked)


def _given(asked: TaskRequest, free: FreeTasks, refused: dict[str | None, str], most: int) -> Iterator[Task]:
    """The tasks that this person may be given, as many as the campaigns' limits allow, ``most`` at most."""
    today = now().date()
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
