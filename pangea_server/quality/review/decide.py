"""Taking decisions: write a review's next version and all its effects in one transaction."""

from __future__ import annotations

from dataclasses import dataclass

from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.reviews import Decision, Review, Verdict
from pangea_server.annotate.assignment.asking_again import numbers_for_again
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.errors import RecordNotFoundError, ReviewError, StoreConflictError
from pangea_server.core.records import now, own_id
from pangea_server.people.access.records import Annotator
from pangea_server.people.audit.log import note
from pangea_server.quality.review.decisions import check_free, check_may_review, decided
from pangea_server.quality.review.effects import effects
from pangea_server.quality.review.queue import review_in, review_of
from pangea_server.stores.protocol import RecordStore, Transaction

MOST_DECISIONS = 1000  # decisions about one annotation


@dataclass(frozen=True, slots=True)
class RequestedDecision:
    """A requested decision.

    Attributes:
        decision_id: made by the caller, so that the request may be repeated.
        version: of the review that the reviewer has seen; a later decision is not overruled.
    """

    decision_id: str
    verdict: Verdict
    version: int
    reason: str = ""


def decide(
    records: RecordStore, reviewer: Annotator | None, task_id: str, asked: RequestedDecision
) -> Review:
    """Take a decision about the answer to a task; a repeated call changes nothing. ``None`` is the command line.

    Raises:
        RecordNotFoundError: there is no such review, or it was withdrawn.
        AccessError: this person may not decide.
        ReviewError: it has been decided, another reviewer has claimed it, or the verdict does not fit its state.
        InvalidDataError: the reason is missing, or it cannot be sent back.
        StoreConflictError: another decision has this id.
    """
    if was_taken(records, reviewer, task_id, asked):
        return review_of(records, task_id)
    review = review_of(records, task_id)
    _check(review, reviewer, asked)
    task = records.get(Task, task_id)
    numbers = numbers_for_again(records, task) if asked.verdict is Verdict.REJECT else {}

    def write(transaction: Transaction) -> Review:
        review = review_in(transaction, task_id)
        _check(review, reviewer, asked)
        history = transaction.find(Decision, {"task_id": task_id}, limit=MOST_DECISIONS)
        undone = max(history, key=lambda each: each.version, default=None)
        task = transaction.get(Task, task_id)
        if task is None:
            raise RecordNotFoundError(f"There is no task {task_id!r}.", remedy="Take the next review.")
        follow = effects(transaction, task, asked.verdict, undone, numbers)
        after = record_decision(
            transaction, review, reviewer, asked, closed=follow.closed_ids, opened=follow.opened_ids
        )
        follow.write(transaction)
        return after

    try:
        return records.transact(write)
    except (ReviewError, StoreConflictError):
        if was_taken(records, reviewer, task_id, asked):  # by the same call, made twice at the same time
            return review_of(records, task_id)
        raise


def record_decision(
    transaction: Transaction,
    review: Review,
    actor: Annotator | None,
    asked: RequestedDecision,
    *,
    closed: tuple[str, ...] = (),
    opened: tuple[str, ...] = (),
) -> Review:
    """Write the review's next version, the decision, and who took it; after all reads."""
    after = decided(review, asked.verdict, asked.reason, now())
    number = actor.annotator_id if actor else None
    decision = Decision(
        decision_id=_record_id(actor, asked),
        task_id=review.task_id,
        version=after.version,
        verdict=asked.verdict,
        state=after.state,
        reason=after.reason,
        actor=number,
        closed_tasks=closed,
        opened_tasks=opened,
        claimed_at=review.claimed_at if number is not None and review.claimed_by == number else None,
    )
    transaction.create(decision)
    transaction.replace(after)
    transaction.create(Change(kind=review.kind, number=review.number))
    # the log is kept when people withdraw, so it has no reason: a reason may quote what a person said
    note(transaction, number, asked.verdict.value, review.annotator_id, f"{review.task_id} v{after.version}")
    return after


def _record_id(actor: Annotator | None, asked: RequestedDecision) -> str:
    return own_id(actor.annotator_id, asked.decision_id) if actor else asked.decision_id


def was_taken(records: RecordStore, actor: Annotator | None, task_id: str, asked: RequestedDecision) -> bool:
    """Whether this decision was already taken.

    Raises:
        StoreConflictError: another one has its id.
    """
    try:
        known = records.get(Decision, _record_id(actor, asked))
    except RecordNotFoundError:
        return False
    same = (known.task_id, known.verdict, known.reason, known.version, known.actor) == (
        task_id,
        asked.verdict,
        asked.reason.strip(),
        asked.version + 1,
        actor.annotator_id if actor else None,
    )
    if not same:
        raise StoreConflictError(
            f"Another decision was taken under the id {asked.decision_id}; it stays.",
            remedy="Make a new id for each decision.",
        )
    return True


def history(records: RecordStore, task_id: str) -> tuple[Decision, ...]:
    """All decisions about the answer to a task, the first one first."""
    found = records.find(Decision, {"task_id": task_id}, limit=MOST_DECISIONS)
    return tuple(sorted(found, key=lambda decision: decision.version))


def _check(review: Review, reviewer: Annotator | None, asked: RequestedDecision) -> None:
    """Checked before numbers are taken, and again in the transaction."""
    if review.version != asked.version:
        raise ReviewError(
            f"The {review.kind} annotation {review.number} has since been decided: it is {review.state}.",
            remedy="Look at it again.",
        )
    decided(review, asked.verdict, asked.reason, now())
    if reviewer:
        check_may_review(reviewer, review)
        check_free(review, reviewer.annotator_id, now())
