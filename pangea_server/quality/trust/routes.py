"""How far people are relied on, and appeals."""

from __future__ import annotations

from fastapi import APIRouter

from pangea_server.http.numbers import Number
from pangea_server.http.services import TheServices
from pangea_server.people.access.signed_in import Person
from pangea_server.quality.trust.appeals import decide, make_appeal
from pangea_server.quality.trust.histories import PersonStanding, find_standing
from pangea_server.quality.trust.table import notices, rows, view
from pangea_server.quality.trust.wire import AppealDecision, AppealRequest, StandingNotice, StandingView

router = APIRouter(tags=["trust"])


@router.get("/me/standings")
def read_my_standings(services: TheServices, person: Person) -> tuple[StandingNotice, ...]:
    """Whether this person is given tasks. It says nothing of check items, so that nobody can tell which they were."""
    return tuple(notices(services.store.records, person.annotator_id))


@router.put("/me/appeal")
def appeal(services: TheServices, person: Person, wanted: AppealRequest) -> StandingNotice:
    """Ask a manager to be let back in; asked again while nobody has decided, it stays as it was."""
    make_appeal(services.store.records, person, wanted.campaign_id, wanted.kind, wanted.words)
    return StandingNotice(campaign_id=wanted.campaign_id, kind=wanted.kind, state="appealed")


@router.get("/standings")
def list_standings(services: TheServices) -> tuple[StandingView, ...]:
    """Everybody's, by number."""
    return tuple(rows(services.store.records))


@router.put("/people/{annotator_id}/appeal")
def decide_appeal(
    services: TheServices, person: Person, annotator_id: Number, wanted: AppealDecision
) -> StandingView:
    """Let somebody back in, who is then on probation once more, or not. It is noted in the audit log."""
    records = services.store.records
    decide(records, annotator_id, wanted.campaign_id, wanted.kind, wanted.decision, person)
    standing = find_standing(records, annotator_id, wanted.campaign_id, wanted.kind)
    return view(records, PersonStanding(annotator_id, wanted.campaign_id, wanted.kind, standing))
