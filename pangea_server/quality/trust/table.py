"""Standings as the data team and the person see them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pangea_server.people.access.records import Annotator
from pangea_server.quality.trust.batches import RefusedBatch
from pangea_server.quality.trust.histories import PersonStanding, person_standings
from pangea_server.quality.trust.records import Appeal
from pangea_server.quality.trust.standing import StandingState
from pangea_server.quality.trust.wire import BatchNotice, BatchView, StandingNotice, StandingView
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

StandingWord = Literal["working", "stopped", "appealed", "dismissed"]
TOLD: dict[StandingState, StandingWord] = {
    StandingState.DEMOTED: "stopped",
    StandingState.APPEALED: "appealed",
    StandingState.DISMISSED: "dismissed",
}


def notices(records: RecordStore, annotator_id: int) -> Iterator[StandingNotice]:
    """The standing as shown to the person, without check items."""
    for found in person_standings(records, annotator_id):
        told = TOLD.get(found.standing.state, "working")
        yield StandingNotice(campaign_id=found.campaign_id, kind=found.kind, state=told)


def rows(records: RecordStore) -> Iterator[StandingView]:
    """The standings of all people, by number."""
    for person in every(records, Annotator):
        for found in person_standings(records, person.annotator_id):
            yield view(records, found)


def view(records: RecordStore, found: PersonStanding) -> StandingView:
    """One row."""
    standing = found.standing
    appeals = sorted(_appeals(records, found), key=lambda appeal: appeal.asked_at)
    return StandingView(
        annotator_id=found.annotator_id,
        campaign_id=found.campaign_id,
        kind=found.kind,
        state=standing.state.value,
        check_items=standing.answered,
        overall=standing.overall,
        recent=standing.recent,
        reason=standing.reason,
        appeal=appeals[-1].words if appeals else "",
    )


def batch_notice(batch: RefusedBatch) -> BatchNotice:
    """A refused batch as shown to its person."""
    return BatchNotice(
        batch_id=batch.record_id,
        kind=batch.kind,
        task_ids=batch.task_ids,
        refused_at=batch.refused_at,
        state=batch.decision or ("refused" if batch.words is None else "appealed"),
    )


def batch_view(batch: RefusedBatch) -> BatchView:
    """A refused batch as staff see it."""
    return BatchView(
        **batch_notice(batch).model_dump(),
        annotator_id=batch.annotator_id,
        campaign_id=batch.campaign_id,
        number=batch.number,
        checks=batch.checks,
        passed=batch.passed,
        words=batch.words or "",
    )


def _appeals(records: RecordStore, found: PersonStanding) -> Iterator[Appeal]:
    for appeal in every(records, Appeal, {"annotator_id": found.annotator_id}):
        if (appeal.campaign_id, appeal.kind) == (found.campaign_id, found.kind):
            yield appeal
