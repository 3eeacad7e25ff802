"""How far people are relied on, and appeals."""

from __future__ import annotations

from fastapi import APIRouter

from pangea_server.api.deps import Person, TheHouse
from pangea_server.api.numbers import Number
from pangea_server.schemas import AppealDecision, AppealRequest, StandingNotice, StandingView
from pangea_server.trust.appeals import decide, make_appeal
from pangea_server.trust.histories import PersonStanding, find_standing
from pangea_server.trust.table import notices, rows, view

router = APIRouter(tags=["trust"])


@router.get("/me/standings")
def read_my_standings(house: TheHouse, person: Person) -> tuple[StandingNotice, ...]:
    """Whether this person is given tasks. It says nothing of check items, so that nobody can tell which they were."""
    return tuple(notices(house.store.records, person.annotator_id))


@router.put("/me/appeal")
def appeal(house: TheHouse, person: Person, wanted: AppealRequest) -> StandingNotice:
    """Ask a manager to be let back in; asked again while nobody has decided, it stays as it was."""
    make_appeal(house.store.records, person, wanted.campaign_id, wanted.kind, wanted.words)
    return StandingNotice(campaign_id=wanted.campaign_id, kind=wanted.kind, state="appealed")


@router.get("/standings")
def list_standings(house: TheHouse) -> tuple[StandingView, ...]:
    """Everybody's, by number."""
    return tuple(rows(house.store.records))


@router.put("/people/{annotator_id}/appeal")
def decide_appeal(
    house: TheHouse, person: Person, annotator_id: Number, wanted: AppealDecision
) -> StandingView:
    """Let somebody back in, who is then on probation once more, or not. It is noted in the audit log."""
    records = house.store.records
    decide(records, annotator_id, wanted.campaign_id, wanted.kind, wanted.decision, person)
    standing = find_standing(records, annotator_id, wanted.campaign_id, wanted.kind)
    return view(records, PersonStanding(annotator_id, wanted.campaign_id, wanted.kind, standing))
