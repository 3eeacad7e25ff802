"""How far people are trusted, and appeals."""

from __future__ import annotations

from pangea_server.http.numbers import Number
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.quality.trust.appeals import decide, make_appeal
from pangea_server.quality.trust.histories import PersonStanding, find_standing
from pangea_server.quality.trust.table import notices, rows, view
from pangea_server.quality.trust.wire import AppealDecision, AppealRequest, StandingNotice, StandingView

router = GuardedRouter(tags=["trust"])


@router.get("/me/standings")
def read_my_standings(services: TheServices, person: Person) -> tuple[StandingNotice, ...]:
    """Whether this person gets tasks. It does not mention check items, so that people cannot recognise them."""
    return tuple(notices(services.store.records, person.annotator_id))


@router.put("/me/appeal")
def appeal(services: TheServices, person: Person, wanted: AppealRequest) -> StandingNotice:
    """Make an appeal to a manager; a repeated call before the decision changes nothing."""
    make_appeal(services.store.records, person, wanted.campaign_id, wanted.kind, wanted.words)
    return StandingNotice(campaign_id=wanted.campaign_id, kind=wanted.kind, state="appealed")


@router.get("/standings")
def list_standings(services: TheServices) -> tuple[StandingView, ...]:
    """The standings of all people, by number."""
    return tuple(rows(services.store.records))


@router.put("/people/{annotator_id}/appeal")
def decide_appeal(
    services: TheServices, person: Person, annotator_id: Number, wanted: AppealDecision
) -> StandingView:
    """Decide about an appeal: a reinstated person is on probation again. The decision is written to the audit log."""
    records = services.store.records
    decide(records, annotator_id, wanted.campaign_id, wanted.kind, wanted.decision, person)
    standing = find_standing(records, annotator_id, wanted.campaign_id, wanted.kind)
    return view(records, PersonStanding(annotator_id, wanted.campaign_id, wanted.kind, standing))
