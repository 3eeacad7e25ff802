"""Appeals of demoted people, and decisions about them."""

from __future__ import annotations

from typing import Literal

from pangea_server.core.errors import StoreConflictError
from pangea_server.core.records import now
from pangea_server.people.access.records import Annotator
from pangea_server.people.audit.log import note
from pangea_server.people.audit.records import Action
from pangea_server.quality.trust.histories import find_standing
from pangea_server.quality.trust.records import Appeal
from pangea_server.quality.trust.standing import StandingState
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction


def make_appeal(records: RecordStore, person: Annotator, campaign_id: str, kind: str, words: str) -> Appeal:
    """Make an appeal; a repeated call before the decision changes nothing.

    Raises:
        RecordNotFoundError: the person has no standing there.
        StoreConflictError: they were not demoted, or a manager has already decided.
    """
    standing = find_standing(records, person.annotator_id, campaign_id, kind)
    earlier = _appeals(records, person.annotator_id, campaign_id, kind)
    if standing.state is StandingState.APPEALED:
        return earlier[-1]
    if standing.state is not StandingState.DEMOTED:
        raise StoreConflictError("There is nothing to appeal against.", remedy="Ask for a task.")
    made = Appeal(
        annotator_id=person.annotator_id,
        campaign_id=campaign_id,
        kind=kind,
        number=len(earlier) + 1,
        words=words,
    )
    try:
        records.create(made)
    except StoreConflictError:  # the same call, made twice at the same time
        return _appeals(records, person.annotator_id, campaign_id, kind)[-1]
    return made


def decide(
    records: RecordStore,
    annotator_id: int,
    campaign_id: str,
    kind: str,
    decision: Literal["reinstated", "upheld"],
    actor: Annotator | None,
) -> Appeal:
    """Decide about a person's appeal; it is noted in the audit log.

    Raises:
        RecordNotFoundError: the person has no standing there.
        StoreConflictError: they have not appealed, or it was already decided.
    """
    standing = find_standing(records, annotator_id, campaign_id, kind)
    if standing.state is not StandingState.APPEALED:
        raise StoreConflictError(
            f"Person {annotator_id} is {standing.state} in the {kind} tasks of {campaign_id}; there is no appeal.",
            remedy="See who has appealed: pangea trust list.",
        )
    appeal_id = _appeals(records, annotator_id, campaign_id, kind)[-1].record_id
    decided_by = actor.annotator_id if actor else None

    def write(transaction: Transaction) -> Appeal | None:
        seen = transaction.get(Appeal, appeal_id)
        if seen is None or seen.decision:
            return None
        known = {"decision": decision, "decided_by": decided_by, "decided_at": now()}
        decided = seen.model_copy(update=known)
        transaction.replace(decided)
        action: Action = "appeal reinstated" if decision == "reinstated" else "appeal upheld"
        note(transaction, decided_by, action, annotator_id, f"{campaign_id} {kind}")
        return decided

    decided = records.transact(write)
    if decided is None:
        raise StoreConflictError(
            "Another manager has decided about this appeal.", remedy="See: pangea people log."
        )
    return decided


def _appeals(records: RecordStore, annotator_id: int, campaign_id: str, kind: str) -> list[Appeal]:
    found = every(records, Appeal, {"annotator_id": annotator_id})
    mine = [each for each in found if (each.campaign_id, each.kind) == (campaign_id, kind)]
    return sorted(mine, key=lambda appeal: appeal.asked_at)
