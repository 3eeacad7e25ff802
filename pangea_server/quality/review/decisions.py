"""The states of a review, the verdicts that lead from one to the next, and who may decide. Nothing here reads a
store."""

from __future__ import annotations

from datetime import datetime, timedelta

from environments.errors import InvalidDataError
from pangea_server.annotate.annotations.reviews import Review, ReviewState, Verdict
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.core.errors import AccessError, ReviewError
from pangea_server.core.visible_text import is_visible, unreadable
from pangea_server.people.access.policy import STAFF
from pangea_server.people.access.records import Annotator

CLAIM = timedelta(minutes=10)

LEADS_TO: dict[tuple[ReviewState, Verdict], ReviewState] = {
    (ReviewState.PENDING, Verdict.ACCEPT): ReviewState.ACCEPTED,
    (ReviewState.PENDING, Verdict.REJECT): ReviewState.REJECTED,
    (ReviewState.PENDING, Verdict.SEND_BACK): ReviewState.SENT_BACK,
    (ReviewState.ACCEPTED, Verdict.REOPEN): ReviewState.PENDING,
    (ReviewState.REJECTED, Verdict.REOPEN): ReviewState.PENDING,
    (ReviewState.SENT_BACK, Verdict.REOPEN): ReviewState.PENDING,
    (ReviewState.SENT_BACK, Verdict.CORRECT): ReviewState.PENDING,
}
NEEDS_REASON = frozenset({Verdict.REJECT, Verdict.SEND_BACK})


def decided(review: Review, verdict: Verdict, reason: str, at: datetime) -> Review:
    """The review after a verdict, in its next version.

    Raises:
        ReviewError: this verdict does not fit the review's state.
        InvalidDataError: a reason is missing or cannot be read as it is, or answers of this kind cannot be corrected.
    """
    state = LEADS_TO.get((review.state, verdict))
    if state is None:
        fitting = ", ".join(known for was, known in LEADS_TO if was is review.state)
        raise ReviewError(
            f"The {review.kind} annotation {review.number} is {review.state}: {verdict} does not fit.",
            remedy=f"Use {fitting}.",
        )
    if verdict in NEEDS_REASON and not is_visible(reason):
        raise InvalidDataError(
            f"There is no reason to {verdict} the {review.kind} annotation {review.number}.",
            remedy="Give one; its annotator reads it.",
        )
    if fault := unreadable(reason):
        raise InvalidDataError(
            f"The reason has {fault}.", remedy="Delete it; the annotator reads the reason."
        )
    if verdict is Verdict.SEND_BACK and not declared(review.kind).gives_words:
        raise InvalidDataError(
            f"A {review.kind} annotation cannot be corrected, so {review.number} cannot be sent back.",
            remedy="Reject it; then another person gets the task.",
        )
    return review.model_copy(
        update={
            "state": state,
            "version": review.version + 1,
            "reason": reason.strip(),
            "decided_at": at,
            "claimed_by": None,
            "claimed_at": None,
            "claimed_until": None,
        }
    )


def verdicts_of(kind: str) -> tuple[Verdict, ...]:
    """What may be decided about a pending answer of this kind."""
    fitting = (verdict for state, verdict in LEADS_TO if state is ReviewState.PENDING)
    return tuple(each for each in fitting if each is not Verdict.SEND_BACK or declared(kind).gives_words)


def check_may_review(reviewer: Annotator, review: Review) -> None:
    """Raise AccessError if the person is not a reviewer, or the annotation is their own."""
    if reviewer.role not in STAFF:
        raise AccessError(
            f"Person {reviewer.annotator_id} is not a reviewer.", remedy="Ask a manager for that role."
        )
    if reviewer.annotator_id == review.annotator_id:
        raise AccessError(
            f"The {review.kind} annotation {review.number} is your own.",
            remedy="Leave it to another reviewer.",
        )


def is_free(review: Review, reviewer_id: int, at: datetime) -> bool:
    """Whether no other reviewer has claimed it now; a claim of more than ``CLAIM`` is of a clock that was ahead."""
    if review.claimed_by in (None, reviewer_id) or review.claimed_until is None:
        return True
    return not at < review.claimed_until <= at + CLAIM


def is_held(review: Review, reviewer_id: int, at: datetime) -> bool:
    """Whether this reviewer's claim has not run out."""
    return review.claimed_by == reviewer_id and review.claimed_until is not None and at < review.claimed_until


def check_free(review: Review, reviewer_id: int, at: datetime) -> None:
    """Raise ReviewError if another reviewer has claimed it."""
    if not is_free(review, reviewer_id, at):
        raise ReviewError(
            f"Person {review.claimed_by} is reviewing the {review.kind} annotation {review.number}.",
            remedy="Take the next one.",
        )
