"""Giving people tasks: find the first suitable one and lease it, so that a task has one holder and a person one
attempt at it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from pangea_server.annotate.assignment.arms import drawn_arm
from pangea_server.annotate.assignment.histories import read_history, write_history
from pangea_server.annotate.assignment.leases import held_leases, renew_lease
from pangea_server.annotate.assignment.open_tasks import (
    free_tasks,
    has_campaigns,
    is_free,
    running_campaigns,
)
from pangea_server.annotate.assignment.reach import why_unreached
from pangea_server.annotate.assignment.rules import (
    Lane,
    Reason,
    after_giving_back,
    after_taking,
    apart,
    fitting,
    is_capped,
    lanes,
    rarer_systems_first,
    taken,
)
from pangea_server.annotate.assignment.seats import read_seating
from pangea_server.annotate.assignment.vain_waits import end_vain_wait
from pangea_server.annotate.campaigns.agreed_times import is_given_out, next_beginning
from pangea_server.annotate.campaigns.landmark_rules import asks_about_landmarks
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition
from pangea_server.annotate.kinds.kinds import declared, kind_names
from pangea_server.annotate.tasks.records import History, Lease, LeaseState, Task, TaskState
from pangea_server.collect.landmarks.pages import fitted, fullest_first
from pangea_server.collect.platforms.completion import newest_visit
from pangea_server.collect.platforms.studies import the_study
from pangea_server.collect.questionnaires.due_forms import due_in
from pangea_server.core.errors import LeaseError
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import Annotator
from pangea_server.quality.trust.eligibility import TaskRefusal, is_qualified, is_stopped, what_to_give
from pangea_server.stores.protocol import RecordStore, Transaction

FreeTasks = Callable[[RecordStore, Lane], Iterable[Task]]
MOST_RESTARTS = 5  # of a choice, when another tab of the same person took a task at the same moment


@dataclass(frozen=True, slots=True)
class Offer:
    """A lease, or the reason why there is none.

    Attributes:
        kind: whose turn it is, or of which tasks wait.
        campaign_id: the campaign that asks for a form, if that is the reason.
        opens_at: when the agreed time begins, if that is the reason.
        leaves_some: a part of what the task asked is left for others.
    """

    lease: Lease | None = None
    reason: Reason = Reason.NOTHING
    kind: str | None = None
    campaign_id: str | None = None
    opens_at: datetime | None = None
    leaves_some: bool = False


@dataclass(frozen=True)
class TaskRequest:
    """A request for tasks ``at`` a moment, with the state that was read for it."""

    records: RecordStore
    person: Annotator
    history: History
    campaigns: Sequence[Campaign]
    kinds: Sequence[str]
    languages: Sequence[str]
    at: datetime
    role: str | None = None

    @cached_property
    def asking_first(self) -> frozenset[str]:
        """The campaigns whose questionnaire this person has to fill in before their next task."""
        return frozenset(
            each.campaign_id
            for each in self.campaigns
            if any(True for _ in due_in(self.records, self.person, each))
        )

    def is_capped_in(self, campaign: Campaign) -> bool:
        return is_capped(self.history, campaign, self.at.date())

    def is_time_for(self, lane: Lane) -> bool:
        """Whether tasks of the lane are given out now, as far as times are agreed for its kind."""
        return all(
            is_given_out(each.definition.agreed_times, lane.kind, self.at)
            for each in self.campaigns
            if each.campaign_id == lane.campaign_id
        )


class _HistoryMovedError(Exception):
    """The same person has just taken a task in another tab, or lost one."""


def lease_task(
    records: RecordStore, person: Annotator, kind: str, language: str | None, duration: timedelta
) -> Lease | None:
    """The lease of ``offer_task`` for one kind; None when there is none, for any reason."""
    return offer_task(records, person, (kind,), language, duration).lease


def offer_task(
    records: RecordStore,
    person: Annotator,
    kinds: Sequence[str],
    language: str | None,
    duration: timedelta,
    role: str | None = None,
) -> Offer:
    """The person's active lease of one of these kinds, or a new one on the task that ``choosing`` puts first.

    Of two people in one task, a person gets the ``role`` that they wish where it is free; None: roles take turns.

    A holder keeps an expired lease until another person asks for the task. Tabs that ask at the same time get the same
    lease.
    """
    languages = (language,) if language else person.languages
    for _ in range(MOST_RESTARTS):
        history = read_history(
            records, person
        )  # before the leases: a task that another tab takes later changes the history
        with suppress(_HistoryMovedError):
            held = _held(records, person, kinds, language, duration)
            if held:
                return Offer(held)
            campaigns = running_campaigns(records)
            asked = TaskRequest(records, person, history, campaigns, kinds, languages, now(), role)
            return _new_lease(asked, duration)
    return Offer()


def _held(
    records: RecordStore, person: Annotator, kinds: Sequence[str], language: str | None, duration: timedelta
) -> Lease | None:
    for held in held_leases(records, person, kinds):
        if end_vain_wait(records, person, held, now()):
            raise _HistoryMovedError
        spoken = language is None or declared(held.kind).any_language
        if spoken or records.get(Task, held.task_id).language == language:
            with suppress(LeaseError):
                return renew_lease(records, person, held.lease_id, duration)
    return None


def _new_lease(asked: TaskRequest, duration: timedelta) -> Offer:
    records, person, history = asked.records, asked.person, asked.history
    refused: dict[str | None, str] = {}  # the kind whose turn it is, by campaign
    ruled: dict[tuple[str | None, str], TaskRefusal] = {}
    lost: list[Task] = []
    suitable = fitting(person, history, asked.kinds, candidates(asked), refused)
    for task in apart(person.annotator_id, rarer_systems_first(history, suitable), lost):
        lane = (task.campaign_id, task.kind)
        if lane in ruled:
            continue
        count, met = taken(history, *lane), set(map(int, history.met))
        given = what_to_give(records, person, task, count, met)
        if isinstance(given, TaskRefusal):
            ruled[lane] = given
            continue
        if task.campaign_id in asked.asking_first:
            return Offer(reason=Reason.FORM, kind=task.kind, campaign_id=task.campaign_id)
        lease = records.transact(
            lambda transaction, task=given: _take(transaction, task, asked, duration)  # type: ignore[misc]
        )
        if lease:
            return Offer(lease, leaves_some=fitted(given, person.annotator_id).leaves_some)
        lost.append(task)
    if refused:
        return Offer(reason=Reason.TURN, kind=next(iter(refused.values())))
    if ruled:
        (_, kind), refusal = next(iter(ruled.items()))
        return Offer(reason=Reason(refusal.value), kind=kind)
    untrained = untrained_kind(asked)
    if untrained:
        return Offer(reason=Reason.TRAINING, kind=untrained)
    other = other_work(asked)
    return later_work(asked, other) or other or Offer(reason=why_nothing(asked))


def later_work(asked: TaskRequest, other: Offer | None, free: FreeTasks = free_tasks) -> Offer | None:
    """When the next agreed time begins at which this person would get a task if it were then; None where there is none.

    Args:
        other: what they may do meanwhile.
    """
    for begins, kind in sorted(_beginnings(asked)):
        if first_given(replace(asked, at=begins, kinds=(kind,)), free):
            return Offer(reason=Reason.LATER, kind=other.kind if other else None, opens_at=begins)
    return None


def _beginnings(asked: TaskRequest) -> Iterator[tuple[datetime, str]]:
    """Of each campaign and kind, the next one."""
    for campaign in asked.campaigns:
        for kind in asked.kinds:
            begins = next_beginning(campaign.definition.agreed_times, kind, asked.at)
            if begins:
                yield begins, kind


def other_work(asked: TaskRequest, free: FreeTasks = free_tasks) -> Offer | None:
    """Another kind of which this person would get a task if they asked for it; None where there is none.

    The steps of the work on landmarks come first where one of them was asked for: each is a page of its own, and the
    last answer may have opened another one. People who came from a platform for one kind stay with it.
    """
    others = [kind for kind in kind_names() if kind not in asked.kinds]
    if all(declared(kind).step for kind in asked.kinds):
        steps = [kind for kind in others if declared(kind).step]
        given = first_given(replace(asked, kinds=steps), free)
        if given:
            return Offer(reason=Reason.STEP, kind=given.kind)
    if newest_visit(asked.records, asked.person):
        return None
    given = first_given(replace(asked, kinds=others), free)
    return Offer(reason=Reason.OTHER, kind=given.kind) if given else None


def first_given(asked: TaskRequest, free: FreeTasks = free_tasks) -> Task | None:
    """The task that this person would be given now; nothing is leased."""
    for task in fitting(asked.person, asked.history, asked.kinds, candidates(asked, free), {}):
        count, met = taken(asked.history, task.campaign_id, task.kind), set(map(int, asked.history.met))
        if not isinstance(what_to_give(asked.records, asked.person, task, count, met), TaskRefusal):
            return task
    return None


def untrained_kind(asked: TaskRequest) -> str | None:
    """A kind whose training this person has not passed yet: it fits well while no task is open."""
    for campaign in asked.campaigns:
        wanted = campaign.definition.trust.training and not asked.is_capped_in(campaign)
        if wanted and set(asked.languages) & set(campaign.definition.languages):
            for kind in asked.kinds:
                if _is_trained(campaign.definition, kind) and not is_qualified(
                    asked.records, asked.person.annotator_id, kind
                ):
                    return kind
    return None


def _is_trained(definition: CampaignDefinition, kind: str) -> bool:
    """Whether people have to pass a training before this kind, where the campaign asks for it at all."""
    declares = declared(kind)
    is_given = not declares.step or asks_about_landmarks(definition, kind)
    return declares.trained is not None and is_given


def candidates(asked: TaskRequest, free: FreeTasks = free_tasks) -> Iterator[Task]:
    """The free tasks of all lanes in which this person may get one, best first.

    Args:
        free: finds the free tasks of a lane in the store.
    """
    records = asked.records
    for lane in lanes(
        asked.person, asked.history, asked.campaigns, asked.kinds, asked.languages, asked.at.date()
    ):
        if not asked.is_time_for(lane):
            continue
        if lane.kind in asked.kinds or _may_be_sent_to(records, asked.person, lane):
            found = free(records, lane)
            pages = bool(declared(lane.kind).step)
            yield from fullest_first(found, asked.person.annotator_id) if pages else found
    for kind in asked.kinds:
        for language in asked.languages:
            yield from free(records, Lane(kind, language))


def _may_be_sent_to(records: RecordStore, person: Annotator, lane: Lane) -> bool:
    """Whether a person who asked for another kind may be told that it is this kind's turn.

    People who came from a platform for one kind stay with it, and people who get no more tasks of a kind need not wait
    for it.
    """
    visit = newest_visit(records, person)
    if visit and the_study(records, visit.study_id).kind != lane.kind:
        return False
    return not is_stopped(records, person, lane.campaign_id, lane.kind)


def why_nothing(asked: TaskRequest) -> Reason:
    if not asked.campaigns:
        return Reason.PAUSED if has_campaigns(asked.records) else Reason.NOTHING
    if all(map(asked.is_capped_in, asked.campaigns)):
        return Reason.CAP
    return Reason.UNREACHED if why_unreached(asked.person, asked.campaigns) else Reason.NOTHING


def _take(transaction: Transaction, seen: Task, asked: TaskRequest, duration: timedelta) -> Lease | None:
    person, history = asked.person, asked.history
    task = transaction.get(Task, seen.record_id)
    if task is None or not is_free(task):
        return None
    kept = transaction.get(History, history.record_id)
    if (kept or history) != history:
        raise _HistoryMovedError
    previous = transaction.get(Lease, task.lease_id) if task.lease_id else None
    ran_out = previous is not None and previous.state is LeaseState.ACTIVE
    loser = transaction.get(History, padded(previous.annotator_id)) if previous and ran_out else None
    known = history
    if loser and loser.annotator_id == person.annotator_id:
        known, loser = after_giving_back(history, task), None
    condition = drawn_arm(transaction, task)
    seating = read_seating(transaction, task, person.annotator_id)
    task = fitted(task, person.annotator_id).task
    at = now()
    lease = Lease(
        lease_id=secrets.token_hex(16),
        task_id=task.record_id,
        kind=task.kind,
        annotator_id=person.annotator_id,
        state=LeaseState.ACTIVE,
        expires_at=at + duration,
        created_at=at,
    )
    transaction.create(lease)
    seated = seating.seat(transaction, task, lease, asked.role or seating.turn(task, history))
    write_history(transaction, kept, after_taking(known, task, now().date()))
    if loser:
        transaction.replace(after_giving_back(loser, task))
    transaction.replace(
        task.model_copy(
            update={
                "state": TaskState.LEASED,
                "lease_id": lease.lease_id,
                "lease_expires_at": lease.expires_at,
                "condition": condition,
                **seated,
            }
        )
    )
    if previous and ran_out:
        transaction.replace(previous.model_copy(update={"state": LeaseState.EXPIRED}))
    return lease
