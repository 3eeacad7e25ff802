"""For annotators: how their own work goes."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

from fastapi import APIRouter

from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.collect.ledger.balances import Balance, balances
from pangea_server.collect.ledger.records import LedgerEntry
from pangea_server.dataset.monitoring.board import Board
from pangea_server.dataset.monitoring.own_views import (
    BalanceView,
    ComparisonView,
    LearningCurveView,
    OwnDecision,
    OwnReviews,
    OwnWork,
)
from pangea_server.dataset.monitoring.own_work import (
    CURVES,
    FEWEST_OTHERS,
    Comparison,
    Step,
    comparisons,
    done,
    learning_curve,
)
from pangea_server.http.services import TheServices
from pangea_server.people.access.signed_in import Person
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader

router = APIRouter(prefix="/me", tags=["people"])
SHOWN = 50  # decisions


@router.get("/work")
def read_my_work(services: TheServices, person: Person) -> OwnWork:
    """The signed-in person's figures beside an anonymous distribution of the others'."""
    table, records, mine = services.get(Board).table(), services.store.records, person.annotator_id
    kinds = done(table, mine)
    return OwnWork(
        guides=kinds["guide"],
        followers=kinds["follower"],
        others=Counter(each.kind for each in every(records, TaskAnnotation, {"annotator_id": mine})),
        fewest_others=FEWEST_OTHERS,
        comparisons=tuple(map(_comparison, comparisons(table, mine))),
        learning=tuple(_curve(name, learning_curve(table, mine, name)) for name in CURVES),
        reviews=_reviews(records, mine),
        balances=tuple(map(_balance, balances(every(records, LedgerEntry, {"annotator_id": mine})))),
    )


def _comparison(compared: Comparison) -> ComparisonView:
    return ComparisonView(**asdict(compared), withheld=None if compared.others else "too_few_others")


def _curve(name: str, steps: list[Step]) -> LearningCurveView:
    return LearningCurveView.model_validate({"measure": name, "steps": list(map(asdict, steps))})


def _reviews(records: RecordReader, person: int) -> OwnReviews:
    """Those that wait are not counted: check items are never reviewed, and could be told by it."""
    mine = {"annotator_id": person}
    decided = [review for review in every(records, Review, mine) if review.state is not ReviewState.PENDING]
    counts = Counter(review.state for review in decided)
    explained = [review for review in decided if review.reason]
    explained.sort(key=lambda review: review.decided_at or review.submitted_at, reverse=True)
    return OwnReviews(
        accepted=counts[ReviewState.ACCEPTED],
        rejected=counts[ReviewState.REJECTED],
        sent_back=counts[ReviewState.SENT_BACK],
        with_reason=tuple(map(_decision, explained[:SHOWN])),
    )


def _decision(review: Review) -> OwnDecision:
    return OwnDecision.model_validate({name: getattr(review, name) for name in OwnDecision.model_fields})


def _balance(balance: Balance) -> BalanceView:
    return BalanceView(**{name: getattr(balance, name) for name in BalanceView.model_fields})
