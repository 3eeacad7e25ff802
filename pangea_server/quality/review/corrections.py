"""Corrections: the annotator reads why an answer was sent back and corrects the transcript; it returns to the queue."""

from __future__ import annotations

from typing import TypeVar

from pangea_server.annotate.alignments.aligner import outdated, supersede
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import GuideAnnotation, GuideVersion
from pangea_server.annotate.annotations.reviews import Review, ReviewState, Verdict
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.errors import RecordNotFoundError, ReviewError, SubmissionError
from pangea_server.core.records import Record, now, padded
from pangea_server.core.visible_text import is_visible
from pangea_server.people.access.records import Annotator
from pangea_server.quality.review.decide import RequestedDecision, record_decision, was_taken
from pangea_server.quality.review.effects import effects
from pangea_server.quality.review.queue import no_review, review_in, review_of
from pangea_server.stores.protocol import RecordStore, Transaction

R = TypeVar("R", bound=Record)
NOTICES_SHOWN = 50  # notices of one person


def notices(records: RecordStore, person: Annotator) -> list[Review]:
    """The answers sent back to this person, and rejections that they have not seen yet; the newest last."""
    sent_back, rejected = (
        records.find(Review, {"annotator_id": person.annotator_id, "state": state}, limit=NOTICES_SHOWN)
        for state in (ReviewState.SENT_BACK, ReviewState.REJECTED)
    )
    unseen = [review for review in rejected if review.seen_version < review.version]
    return sorted([*sent_back, *unseen], key=lambda review: review.decided_at or review.submitted_at)


def own_review(records: RecordStore, person: Annotator, task_id: str) -> Review:
    """The review of this person's answer; the error for another person's answer is as if it never existed.

    Raises:
        RecordNotFoundError: there is none, or it is another person's.
    """
    return _own(review_of(records, task_id), person)


def mark_seen(records: RecordStore, person: Annotator, task_id: str, version: int) -> Review:
    """Note that the person has read the decision ``version``; a repeated call changes nothing."""

    def write(transaction: Transaction) -> Review:
        review = _own(review_in(transaction, task_id), person)
        seen = min(max(review.seen_version, version), review.version)
        after = review.model_copy(update={"seen_version": seen})
        transaction.replace(after)
        return after

    return records.transact(write)


def correct(
    records: RecordStore, person: Annotator, task_id: str, decision_id: str, version: int, transcript: str
) -> Review:
    """Replace the transcript that was sent back by the corrected one; the old one is kept as a version.

    A repeated call changes nothing. The waiting Follower tasks open, and the answer will be aligned again.

    Raises:
        RecordNotFoundError: this person has no such review.
        ReviewError: it is not, or no longer, sent back.
        SubmissionError: the transcript is empty or unchanged.
        StoreConflictError: another decision has this id.
    """
    asked = RequestedDecision(decision_id, Verdict.CORRECT, version)
    if was_taken(records, person, task_id, asked):
        return review_of(records, task_id)

    def write(transaction: Transaction) -> Review:
        review = _own(review_in(transaction, task_id), person)
        if review.version != version:
            raise ReviewError(
                f"The {review.kind} annotation {review.number} is already {review.state}.",
                remedy="Reload the page.",
            )
        task = _there(transaction.get(Task, task_id), task_id)
        guide = _there(transaction.get(GuideAnnotation, padded(review.number)), task_id)
        alignment = transaction.get(AlignmentRecord, review.task_id)
        follow = effects(transaction, task, Verdict.CORRECT, None, {})
        corrected = _corrected(guide, transcript)
        after = record_decision(transaction, review, person, asked)
        transaction.create(GuideVersion(**dict(guide)))
        transaction.replace(corrected)
        if alignment:
            supersede(transaction, alignment, outdated(alignment))
        follow.write(transaction)
        return after

    return records.transact(write)


def _corrected(guide: GuideAnnotation, transcript: str) -> GuideAnnotation:
    text = transcript.strip()
    if not is_visible(text):
        raise SubmissionError("The transcript is empty.", remedy="Type what you said, then send it again.")
    if text == guide.transcript.strip():
        raise SubmissionError(
            "The transcript is unchanged.", remedy="Correct what the reason names, then send it."
        )
    changed = {"transcript": text, "version": guide.version + 1, "corrected_at": now(), "transcript_by": None}
    return guide.model_copy(update=changed)


def _own(review: Review, person: Annotator) -> Review:
    if review.annotator_id != person.annotator_id:
        raise no_review(review.task_id)
    return review


def _there(record: R | None, task_id: str) -> R:
    if record is None:
        raise RecordNotFoundError(
            f"The answer to {task_id!r} was removed.", remedy="Look at the queue again."
        )
    return record
