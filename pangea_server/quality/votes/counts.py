"""Counting votes: in the transaction that stores an answer, and whenever they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.forms.ballot import Ballot
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.core.errors import StoreError
from pangea_server.core.records import Counter, Record
from pangea_server.quality.votes.decision import VoteOutcome, VoteState, outcome_of
from pangea_server.quality.votes.records import VotedItem
from pangea_server.stores.protocol import RecordStore, Transaction


@dataclass(frozen=True, slots=True)
class CastVote:
    """One person's vote."""

    number: int
    annotator_id: int
    value: str


@dataclass(frozen=True, slots=True)
class VoteChanges:
    """Records to create and to replace in the transaction in which they were read."""

    created: tuple[Record, ...] = ()
    replaced: tuple[Record, ...] = ()


def cast_vote(transaction: Transaction, task: Task, annotation: Record) -> VoteChanges:
    """The other changes when this answer is stored (only reads): the item's new state, and where people do not agree,
    a task for one more person."""
    if not isinstance(annotation, Annotation) or task.check_item or task.campaign_id is None:
        return VoteChanges()
    vote = declared(task.kind).vote
    value = vote(annotation) if vote else None
    if vote is None or value is None:
        return VoteChanges()
    known = transaction.get(VotedItem, str(task.args["item"]))
    item = known or _new_item(task)
    earlier = [each.value for each in _votes_in(transaction, item)]
    outcome = outcome_of([*earlier, value], item.ballot.votes)
    numbers = (*item.numbers, task.number)
    further = outcome.state is VoteState.FURTHER and len(earlier) + 1 >= item.seats
    state = item.state if item.state is VoteState.SETTLED else outcome.state
    after = item.model_copy(update={"numbers": numbers, "seats": item.seats + further, "state": state})
    stored, changed = ((), (after,)) if known else ((after,), ())
    if not further:
        return VoteChanges(stored, changed)
    counter = transaction.get(Counter, declared(task.kind).counter)
    if counter is None:
        raise StoreError(
            f"The counter {declared(task.kind).counter} is missing.", remedy="Restore the newest backup."
        )
    number = counter.value + 1
    fresh = {"number": number, "state": TaskState.OPEN, "lease_id": None, "lease_expires_at": None}
    return VoteChanges(
        (*stored, task.model_copy(update=fresh)),
        (*changed, counter.model_copy(update={"value": number})),
    )


def votes_about(records: RecordStore, item: VotedItem) -> list[CastVote]:
    """The votes that count: those of answers that were neither taken back nor rejected."""
    return records.transact(lambda transaction: list(_votes_in(transaction, item)))


def outcome_about(item: VotedItem, votes: list[CastVote]) -> VoteOutcome:
    """What the votes come to now, or what staff decided."""
    if item.settled is not None:
        return VoteOutcome(VoteState.SETTLED, item.settled)
    return outcome_of([vote.value for vote in votes], item.ballot.votes)


def _votes_in(transaction: Transaction, item: VotedItem) -> Iterator[CastVote]:
    kind = declared(item.kind)
    vote: Callable[[Annotation], str | None] = kind.vote or (lambda annotation: None)
    for number in item.numbers:
        answer = transaction.get(kind.record, kind.record.id_of(item.kind, number))
        if answer is None:
            continue
        reviews = transaction.find(Review, {"task_id": answer.task_id}, limit=1)
        value = vote(answer)
        if value is not None and not any(review.state is ReviewState.REJECTED for review in reviews):
            yield CastVote(number, answer.annotator_id, value)


def _new_item(task: Task) -> VotedItem:
    ballot = Ballot.of(task.args)
    return VotedItem(
        item_id=ballot.item,
        campaign_id=task.campaign_id or "",
        kind=task.kind,
        scan_id=task.scan_id,
        path_id=task.path_id,
        language=task.language,
        ballot=ballot,
        seats=ballot.votes.judges,
    )
