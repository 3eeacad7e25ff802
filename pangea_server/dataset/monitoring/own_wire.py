"""An annotator's own work, as sent over HTTP. Nothing in it names, or is about, a single other person."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pangea_server.annotate.annotations.reviews import ReviewState
from pangea_server.core.wire import Wire
from pangea_server.dataset.monitoring.own_work import CurveStep, MeasureName, OwnComparison
from pangea_server.dataset.monitoring.wire import PayRow


class LearningCurveView(Wire):
    kind: str
    measure: MeasureName
    steps: tuple[CurveStep, ...]


class OwnDecision(Wire):
    """What a reviewer decided about an annotation, and the reason they gave."""

    kind: str
    number: int
    state: Literal[ReviewState.ACCEPTED, ReviewState.REJECTED, ReviewState.SENT_BACK]
    reason: str
    submitted_at: datetime
    decided_at: datetime | None


class OwnReviews(Wire):
    """The number of decisions so far, and the latest decisions with a reason, the newest first."""

    accepted: int
    rejected: int
    sent_back: int
    with_reason: tuple[OwnDecision, ...]


class OwnWork(Wire):
    """A person's work beside that of the others, of whom at least ``fewest_others`` are behind every figure.

    ``done`` counts the submitted answers, by kind.
    """

    done: dict[str, int]
    fewest_others: int
    comparisons: tuple[OwnComparison, ...]
    learning: tuple[LearningCurveView, ...]
    reviews: OwnReviews
    balances: tuple[PayRow, ...]
