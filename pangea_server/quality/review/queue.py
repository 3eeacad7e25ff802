"""The reviewers' queue: flagged annotations first, then in order of submission.

A reviewer who opens an annotation claims it for some minutes, so that no two people review the same one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.errors import RecordNotFoundError, ReviewError
from pangea_server.core.records import now
from pangea_server.people.access.records import Annotator
from pangea_server.quality.review.decisions import CLAIM, check_free, check_may_review, is_free, is_held
from pangea_server.stores.protocol import RecordStore, Transaction

CANDIDATES = 10  # that are read together: the first is nearly always free
FLAGGED, PLAIN = "flagged/", "plain/"  # which half of the queue a cursor is in


@dataclass(frozen=True, slots=True)
class ReviewFilter:
    """A filter for reviews; None matches any."""

    kind: str | None = None
    language: str | None = None


def opened_review(task: Task, annotator_id: int) -> Review:
    """The review of an answer to ``task`` that is being accepted."""
    return Review(
        task_id=task.record_id,
        kind=task.kind,
        number=task.number,
        lease_id=task.lease_id or "",
        annotator_id=annotator_id,
        language=task.language,
        scan_id=task.scan_id,
    )


def review_of(records: RecordStore, task_id: str) -> Review:
    """The review. Raises RecordNotFoundError when there is none, or its annotation was withdrawn."""
    return _one(records.find(Review, {"task_id": task_id}, limit=1), task_id)


def review_in(transaction: Transaction, task_id: str) -> Review:
    """``review_of`` in a transaction."""
    return _one(transaction.find(Review, {"task_id": task_id}, limit=1), task_id)


def take_next(records: RecordStore, reviewer: Annotator, wanted: ReviewFilter) -> Review | None:
    """Claim the first review that this person may decide and no other reviewer has claimed; None when there is none."""
    for flagged in (True, False):
        for seen in _pending(records, flagged, wanted):
            if seen.annotator_id == reviewer.annotator_id or not is_free(seen, reviewer.annotator_id, now()):
                continue
            try:
                return claim(records, reviewer, seen.task_id)
            except (ReviewError, RecordNotFoundError):
                continue  # another reviewer was first, or its annotator has withdrawn
    return None


def claim(records: RecordStore, reviewer: Annotator, task_id: str) -> Review:
    """Claim a pending review, or extend one's claim.

    Raises:
        RecordNotFoundError: there is no such review.
        AccessError: the annotation is one's own.
        ReviewError: another reviewer has claimed it, or it was decided.
    """

    def write(transaction: Transaction) -> Review:
        review = review_in(transaction, task_id)
        check_may_review(reviewer, review)
        check_free(review, reviewer.annotator_id, now())
        if review.state is not ReviewState.PENDING:
            raise ReviewError(
                f"The {review.kind} annotation {review.number} is {review.state}.",
                remedy="Reopen it to decide again.",
            )
        at = now()
        began = review.claimed_at if is_held(review, reviewer.annotator_id, at) else None
        claimed = review.model_copy(
            update={
                "claimed_by": reviewer.annotator_id,
                "claimed_at": began or at,
                "claimed_until": at + CLAIM,
            }
        )
        transaction.replace(claimed)
        return claimed

    return records.transact(write)


def release(records: RecordStore, reviewer: Annotator, task_id: str) -> None:
    """End one's claim; ending one that does not exist is not an error."""

    def write(transaction: Transaction) -> None:
        review = review_in(transaction, task_id)
        if review.claimed_by == reviewer.annotator_id:
            transaction.replace(
                review.model_copy(update={"claimed_by": None, "claimed_at": None, "claimed_until": None})
            )

    records.transact(write)


def page_of_queue(
    records: RecordStore, wanted: ReviewFilter, cursor: str | None, limit: int
) -> tuple[Sequence[Review], str | None]:
    """Pending reviews in the queue's order, and the cursor of the next page."""
    flagged: Sequence[Review] = ()
    in_plain = (cursor or "").startswith(PLAIN)
    after = (cursor or "").partition("/")[2] or None
    if not in_plain:
        flagged = _find_pending(records, True, wanted, after, limit)
    room = limit - len(flagged)
    plain = _find_pending(records, False, wanted, after if in_plain else None, room) if room else ()
    page = (*flagged, *plain)
    if len(page) < limit:
        return page, None
    return page, (PLAIN if plain else FLAGGED) + page[-1].record_id


def page_of_decided(
    records: RecordStore, state: ReviewState, wanted: ReviewFilter, cursor: str | None, limit: int
) -> tuple[Sequence[Review], str | None]:
    """Reviews in one state, the last submitted first, and the cursor of the next page."""
    where = {"state": state} | {
        name: value
        for name, value in {"kind": wanted.kind, "language": wanted.language}.items()
        if value is not None
    }
    page = records.find(Review, where, after=cursor, limit=limit, descending=True)
    return page, page[-1].record_id if len(page) == limit else None


def count_states(records: RecordStore, wanted: ReviewFilter) -> dict[ReviewState, int]:
    """The number of reviews in each state."""
    counts = {}
    for state in ReviewState:
        where = {"state": state} | {
            name: value
            for name, value in {"kind": wanted.kind, "language": wanted.language}.items()
            if value is not None
        }
        counts[state] = records.count(Review, where)
    return counts


def _pending(records: RecordStore, flagged: bool, wanted: ReviewFilter) -> Iterator[Review]:
    after: str | None = None
    while page := _find_pending(records, flagged, wanted, after, CANDIDATES):
        yield from page
        after = page[-1].record_id


def _find_pending(
    records: RecordStore, flagged: bool, wanted: ReviewFilter, after: str | None, limit: int
) -> Sequence[Review]:
    waiting: dict[str, str | bool] = {"state": ReviewState.PENDING, "flagged": flagged}
    chosen: dict[str, str | bool] = {
        name: value
        for name, value in {"kind": wanted.kind, "language": wanted.language}.items()
        if value is not None
    }
    return records.find(Review, waiting | chosen, after=after, limit=limit)


def _one(found: Sequence[Review], task_id: str) -> Review:
    if not found:
        raise no_review(task_id)
    return found[0]


def no_review(task_id: str) -> RecordNotFoundError:
    """The error for a review that never existed, and for one that is another person's."""
    return RecordNotFoundError(
        f"There is nothing to review under {task_id!r}.", remedy="Look at the queue again."
    )
