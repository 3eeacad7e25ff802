"""Reviews, as sent over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, FiniteFloat

from pangea_server.annotate.annotations.reviews import Decision, Review, ReviewFields, ReviewState, Verdict
from pangea_server.core.records import SENT_WHOLE, shared_fields
from pangea_server.core.wire import Wire
from pangea_server.quality.flags.protocol import Finding

ReasonText = Annotated[str, Field(max_length=2000)]
ReviewVersion = Annotated[int, Field(strict=True, ge=0, lt=2**31)]
KindName = Annotated[str, Field(max_length=40)]
LanguageName = Annotated[str, Field(max_length=100)]


class ReviewWanted(Wire):
    """A filter for the annotations that a reviewer wants to see; null matches any."""

    kind: KindName | None = None
    language: LanguageName | None = None


class DecisionRequest(Wire):
    """A reviewer's decision. ``version`` is of the review that they have seen: 0 before the first decision.

    ``reason`` is read by the annotator; ``reject`` and ``send_back`` need one. ``reopen`` undoes the last decision.
    """

    verdict: Literal[Verdict.ACCEPT, Verdict.REJECT, Verdict.SEND_BACK, Verdict.REOPEN]
    version: ReviewVersion
    reason: ReasonText = ""


class ReviewSummary(ReviewFields, Wire):
    """One row of the queue. ``task_id`` names the annotation: its kind, and its number with at least six digits.
    ``claimed_by`` is null where the claim has run out."""

    model_config = SENT_WHOLE
    own: bool  # the caller's own annotation, which they may not decide about

    @classmethod
    def of(cls, review: Review, person_id: int, at: datetime) -> ReviewSummary:
        """The row for this person at this time."""
        claimed = review.claimed_until is not None and review.claimed_until > at
        computed = {
            "claimed_by": review.claimed_by if claimed else None,
            "own": review.annotator_id == person_id,
        }
        return cls(**shared_fields(review, ReviewFields.model_fields) | computed)


class ReviewPage(Wire):
    items: tuple[ReviewSummary, ...]
    next_cursor: str | None


class ReviewCounts(Wire):
    """The number of annotations in each state; ``kinds`` are the kinds of task that this server knows."""

    kinds: tuple[str, ...]
    pending: int
    accepted: int
    rejected: int
    sent_back: int


class DecisionView(Wire):
    """One step of a review. ``actor`` is null for the command line."""

    version: int
    verdict: Verdict
    state: ReviewState
    reason: str
    actor: int | None
    at: datetime

    @classmethod
    def of(cls, decision: Decision) -> DecisionView:
        return cls(**{name: getattr(decision, name) for name in cls.model_fields})


class ReviewView(Wire):
    """Everything about one review; the annotation itself comes from ``read_annotation``."""

    model_config = SENT_WHOLE
    summary: ReviewSummary
    verdicts: tuple[Verdict, ...]  # that its kind allows
    flags: tuple[Finding, ...]  # the raised flags; never a reason by themselves
    history: tuple[DecisionView, ...]  # the oldest first


class Notice(Wire):
    """A reviewer's notice to an annotator. An answer that is ``sent_back`` can be corrected."""

    task_id: str
    kind: str
    number: int
    state: Literal[ReviewState.REJECTED, ReviewState.SENT_BACK]
    version: int
    reason: str
    decided_at: datetime | None


class SeenRequest(Wire):
    version: ReviewVersion


class CorrectionView(Wire):
    """An answer that was sent back, with what is needed to correct it: its transcript, and its voice if it has one."""

    notice: Notice
    language: str
    transcript: str
    voice_url: str | None
    voice_duration: FiniteFloat | None


class CorrectionRequest(Wire):
    """The corrected transcript. ``version`` is that of the notice."""

    version: ReviewVersion
    transcript: Annotated[str, Field(max_length=20_000)]
