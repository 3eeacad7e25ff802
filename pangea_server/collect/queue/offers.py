"""Giving people tasks: find the first suitable one and lease it, so that a task has one holder and a person one
attempt at it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from pangea_server.annotate.assignment.arms import drawn_arm
from pangea_server.annotate.assignment.choosing import (
    Lane,
    Reason,
    after_giving_back,
    after_taking,
    fitting,
    is_capped,
    lanes,
    taken,
)
from pangea_server.annotate.assignment.finding import (
    free_legacy_tasks,
    free_tasks,
    has_campaigns,
    is_free,
    running_campaigns,
)
from pangea_server.annotate.assignment.histories import read_history, write_history
from pangea_server.annotate.assignment.leases import held_leases, renew_lease
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.tasks.records import History, Lease, LeaseState, Task, TaskState
from pangea_server.collect.platforms.completion import newest_visit
from pangea_server.collect.platforms.studies import the_study
from pangea_server.core.errors import LeaseError
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import Annotator
from pangea_server.quality.trust.eligibility import TaskRefusal, is_qualified, is_stopped, what_to_give
from pangea_server.stores.protocol import RecordStore, Transaction

MOST_RESTARTS = 5  # of a choice, when another tab of the same person took a task at the same moment


@dataclass(frozen=True, slots=True)
class Offer:
    """A lease, or the reason why there is none. ``kind`` is the kind whose turn it is, if that is the reason."""

    lease: Lease | None = None
    reason: Reason = Reason.NOTHING
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class _Request:
    """A request for tasks, with the state that was read for it."""

    records: RecordStore
    person: Annotator
    history: History
    campaigns: Sequence[Campaign]
    kinds: Sequence[str]
    languages: Sequence[str]

    def is_capped_in(self, campaign: Campaign) -> bool:
        return is_capped(self.history, campaign, now().date())


class _HistoryMovedError(Exception):
    """The same person has just taken a task in another tab."""


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
) -> Offer:
    """The person's active lease of one of these kinds, or a new one on the task that ``choosing`` puts first.

    A holder keeps an expired lease until another person asks for the task. Tabs that ask at the same time get the same
    lease.
    """
    languages = (language,) if language else person.languages
    for _ in range(MOST_RESTARTS):
        history = read_history(
            records, person
        )  # before the leases: a task that another tab takes later changes the history
        held = _held(records, person, kinds, language, duration)
        if held:
            return Offer(held)
        with suppress(_HistoryMovedError):
            campaigns = running_campaigns(records)
            return _new_lease(_Request(records, person, history, campaigns, kinds, languages), duration)
    return Offer()


def _held(
    records: RecordStore, person: Annotator, kinds: Sequence[str], language: str | None, duration: timedelta
) -> Lease | None:
    for kind in kinds:
        for held in held_leases(records, person, kind):
            if language is None or records.get(Task, held.task_id).language == language:
                with suppress(LeaseError):
                    return renew_lease(records, person, held.lease_id, duration)
    return None


def _new_lease(asked: _Request, duration: timedelta) -> Offer:
    records, person, history = asked.records, asked.person, asked.history
    refused: dict[str | None, str] = {}  # the kind whose turn it is, by campaign
    ruled: dict[tuple[str | None, str], TaskRefusal] = {}
    for task in fitting(person, history, asked.kinds, _candidates(asked), refused):
        lane = (task.campaign_id, task.kind)
        if lane in ruled:
            continue
        count, met = taken(history, *lane), set(map(int, history.met))
        given = what_to_give(records, person, task, count, met)
        if isinstance(given, TaskRefusal):
            ruled[lane] = given
            continue
        lease = records.transact(
            lambda transaction, task=given: _take(transaction, task, person, history, duration)  # type: ignore[misc]
        )
        if lease:
            return Offer(lease)
    if refused:
        return Offer(reason=Reason.TURN, kind=next(iter(refused.values())))
    if ruled:
        (_, kind), refusal = next(iter(ruled.items()))
        return Offer(reason=Reason(refusal.value), kind=kind)
    untrained = _untrained(asked)
    if untrained:
        return Offer(reason=Reason.TRAINING, kind=untrained)
    return Offer(reason=_why_nothing(asked))


def _untrained(asked: _Request) -> str | None:
    """A kind whose training walk this person has not done yet: it fits well while no task is open."""
    for campaign in asked.campaigns:
        wanted = campaign.definition.trust.training and not asked.is_capped_in(campaign)
        if wanted and set(asked.languages) & set(campaign.definition.languages):
            for kind in asked.kinds:
                if declared(kind).trust.trained and not is_qualified(
                    asked.records, asked.person.annotator_id, kind
                ):
                    return kind
    return None


def _candidates(asked: _Request) -> Iterator[Task]:
    records = asked.records
    for lane in lanes(
        asked.person, asked.history, asked.campaigns, asked.kinds, asked.languages, now().date()
    ):
        if lane.kind in asked.kinds or _may_be_sent_to(records, asked.person, lane):
            yield from free_tasks(records, lane)
    in_lanes = bool(asked.campaigns) or has_campaigns(records)
    for kind in asked.kinds:
        for language in asked.languages:
            before = Lane(kind, language)
            yield from (
                free_tasks(records, before) if in_lanes else free_legacy_tasks(records, kind, language)
            )


def _may_be_sent_to(records: RecordStore, person: Annotator, lane: Lane) -> bool:
    """Whether a person who asked for another kind may be told that it is this kind's turn.

    People who came from a platform for one kind stay with it, and people who get no more tasks of a kind need not wait
    for it.
    """
    visit = newest_visit(records, person)
    if visit and the_study(records, visit.study_id).kind != lane.kind:
        return False
    return not is_stopped(records, person, lane.campaign_id, lane.kind)


def _why_nothing(asked: _Request) -> Reason:
    if not asked.campaigns:
        return Reason.PAUSED if has_campaigns(asked.records) else Reason.NOTHING
    return Reason.CAP if all(map(asked.is_capped_in, asked.campaigns)) else Reason.NOTHING


def _take(
    transaction: Transaction, seen: Task, person: Annotator, history: History, duration: timedelta
) -> Lease | None:
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
    lease = Lease(
        lease_id=secrets.token_hex(16),
        task_id=task.record_id,
        kind=task.kind,
        annotator_id=person.annotator_id,
        state=LeaseState.ACTIVE,
        expires_at=now() + duration,
    )
    transaction.create(lease)
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
            }
        )
    )
    if previous and ran_out:
        transaction.replace(previous.model_copy(update={"state": LeaseState.EXPIRED}))
    return lease
