"""An annotator's own work."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Literal

from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.campaigns.agreed_times import AgreedTime
from pangea_server.collect.ledger.balances import balances
from pangea_server.collect.ledger.records import LedgerEntry
from pangea_server.collect.tally.agreed import times_for
from pangea_server.core.records import now
from pangea_server.core.wire import Wire
from pangea_server.dataset.monitoring.board import Board
from pangea_server.dataset.monitoring.own_work import (
    FEWEST_OTHERS,
    CurveStep,
    MeasureName,
    OwnComparison,
    comparisons,
    done,
    learning_curves,
)
from pangea_server.dataset.monitoring.wire import PayRow
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader

router = GuardedRouter(prefix="/me", tags=["people"])
DECISIONS_SHOWN = 50  # decisions


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

    ``done`` counts the submitted answers, by kind. ``agreed_times``: when tasks for two that may be theirs are given
    out, by kind, without those that are over.
    """

    done: dict[str, int]
    fewest_others: int
    comparisons: tuple[OwnComparison, ...]
    learning: tuple[LearningCurveView, ...]
    reviews: OwnReviews
    balances: tuple[PayRow, ...]
    agreed_times: dict[str, tuple[AgreedTime, ...]]


@router.get("/work")
def read_my_work(services: TheServices, person: Person) -> OwnWork:
    """The signed-in person's figures beside an anonymous distribution of the others'."""
    table, records, mine = services.get(Board).table(), services.store.records, person.annotator_id
    return OwnWork(
        done=done(table, mine),
        fewest_others=FEWEST_OTHERS,
        comparisons=tuple(comparisons(table, mine)),
        learning=tuple(
            LearningCurveView(kind=kind, measure=name, steps=tuple(steps))
            for kind, name, steps in learning_curves(table, mine)
        ),
        reviews=_reviews(records, mine),
        balances=tuple(map(PayRow.of, balances(every(records, LedgerEntry, {"annotator_id": mine})))),
        agreed_times=times_for(services.store.records, person, now()),
    )


def _reviews(records: RecordReader, person: int) -> OwnReviews:
    """Pending reviews are not counted: check items are never reviewed, so the count would reveal them."""
    mine = {"annotator_id": person}
    decided = [review for review in every(records, Review, mine) if review.state is not ReviewState.PENDING]
    counts = Counter(review.state for review in decided)
    explained = [review for review in decided if review.reason]
    explained.sort(key=lambda review: review.decided_at or review.submitted_at, reverse=True)
    return OwnReviews(
        accepted=counts[ReviewState.ACCEPTED],
        rejected=counts[ReviewState.REJECTED],
        sent_back=counts[ReviewState.SENT_BACK],
        with_reason=tuple(map(_decision, explained[:DECISIONS_SHOWN])),
    )


def _decision(review: Review) -> OwnDecision:
    return OwnDecision.model_validate({name: getattr(review, name) for name in OwnDecision.model_fields})
