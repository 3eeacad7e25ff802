"""How far people are trusted, and appeals."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from pangea_server.http.numbers import Number
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.quality.trust.appeals import decide, make_appeal
from pangea_server.quality.trust.batches import (
    appeal_batch,
    decide_batch,
    own_refused_batches,
    refused_batches,
)
from pangea_server.quality.trust.histories import PersonStanding, find_standing
from pangea_server.quality.trust.table import batch_notice, batch_view, notices, rows, view
from pangea_server.quality.trust.wire import (
    AppealDecision,
    AppealRequest,
    BatchAppeal,
    BatchDecision,
    BatchNotice,
    BatchView,
    StandingNotice,
    StandingView,
)

router = GuardedRouter(tags=["trust"])
BatchId = Annotated[str, Path(max_length=200)]


@router.get("/me/standings")
def read_my_standings(services: TheServices, person: Person) -> tuple[StandingNotice, ...]:
    """Whether this person gets tasks. It does not mention check items, so that people cannot recognise them."""
    return tuple(notices(services.store.records, person.annotator_id))


@router.put("/me/appeal")
def appeal(services: TheServices, person: Person, wanted: AppealRequest) -> StandingNotice:
    """Make an appeal to a manager; a repeated call before the decision changes nothing."""
    make_appeal(services.store.records, person, wanted.campaign_id, wanted.kind, wanted.words)
    return StandingNotice(campaign_id=wanted.campaign_id, kind=wanted.kind, state="appealed")


@router.get("/me/batches")
def read_my_batches(services: TheServices, person: Person) -> tuple[BatchNotice, ...]:
    """The batches of this person that were refused whole, and what came of their appeals."""
    return tuple(map(batch_notice, own_refused_batches(services.store.records, person.annotator_id)))


@router.put("/me/batches/{batch_id}/appeal")
def appeal_refused_batch(
    services: TheServices, person: Person, batch_id: BatchId, wanted: BatchAppeal
) -> BatchNotice:
    """Ask staff to look at a refused batch again; a repeated call before the decision changes nothing."""
    return batch_notice(appeal_batch(services.store.records, person, batch_id, wanted.words))


@router.get("/batches")
def list_batches(services: TheServices) -> tuple[BatchView, ...]:
    """All refused batches, the oldest first."""
    return tuple(map(batch_view, refused_batches(services.store.records)))


@router.put("/batches/{batch_id}")
def decide_refused_batch(
    services: TheServices, person: Person, batch_id: BatchId, wanted: BatchDecision
) -> BatchView:
    """Decide about an appeal: a reinstated batch is reviewed as if it had not been refused."""
    return batch_view(decide_batch(services.store.records, batch_id, wanted.decision, person))


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
