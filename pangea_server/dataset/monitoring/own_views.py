"""What an annotator is told over HTTP of their own work. Nothing in it names, or is about, a single other person."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import FiniteFloat

from pangea_server.annotate.annotations.reviews import ReviewState
from pangea_server.core.wire import Wire

MeasureName = Literal[
    "success", "ne", "ndtw", "follower_time", "understood", "transcription_ratio", "guide_time"
]
Withheld = Literal["too_few_others"]


class SpreadView(Wire):
    """Half of the ``people`` others are between ``low`` and ``high``, half below ``middle``."""

    people: int
    low: FiniteFloat
    middle: FiniteFloat
    high: FiniteFloat


class ComparisonView(Wire):
    """A figure over ``n`` annotations; ``others`` is null, and ``withheld`` says why, where they are too few.

    ``success``, ``ne`` (metres), ``ndtw`` and ``follower_time`` (seconds) are of the person's walks, ``understood`` is
    the success of those who followed their words, ``transcription_ratio`` seconds of typing for each of speaking.
    """

    measure: MeasureName
    value: FiniteFloat | None
    n: int
    others: SpreadView | None
    withheld: Withheld | None


class StepView(Wire):
    """The person's ``tasks``-th annotations, such as "3-4", and the mean of the others in theirs."""

    tasks: str
    value: FiniteFloat | None
    n: int
    others: FiniteFloat | None


class LearningCurveView(Wire):
    measure: MeasureName
    steps: tuple[StepView, ...]


class BalanceView(Wire):
    """What the book says. Amounts in minor units, active time in seconds by the server's clock, ``as_of`` the last
    entry; work since then is not in it yet."""

    currency: str
    active_seconds: FiniteFloat
    earned: int
    paid: int
    due: int
    hourly: int | None
    as_of: datetime


class OwnDecision(Wire):
    """What a reviewer decided about an annotation, and the reason they gave."""

    kind: str
    number: int
    state: Literal[ReviewState.ACCEPTED, ReviewState.REJECTED, ReviewState.SENT_BACK]
    reason: str
    submitted_at: datetime
    decided_at: datetime | None


class OwnReviews(Wire):
    """How many were decided on so far, and the newest decisions that came with a reason, the newest first."""

    accepted: int
    rejected: int
    sent_back: int
    with_reason: tuple[OwnDecision, ...]


class OwnWork(Wire):
    """A person's work beside that of the others, of whom at least ``fewest_others`` are behind every figure.

    ``others`` counts what they handed in for tasks of other kinds, which are compared with nobody's, by kind.
    """

    guides: int
    followers: int
    others: dict[str, int]
    fewest_others: int
    comparisons: tuple[ComparisonView, ...]
    learning: tuple[LearningCurveView, ...]
    reviews: OwnReviews
    balances: tuple[BalanceView, ...]
