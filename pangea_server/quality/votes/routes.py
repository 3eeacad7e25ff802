"""Votes for staff: what was decided, what is disputed, and their own decision."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request

from pangea_server.http.csv_tables import ALSO_CSV, csv_response, wants_csv
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.quality.votes.counts import outcome_about, votes_about
from pangea_server.quality.votes.decision import VoteState
from pangea_server.quality.votes.items import counts, items, view, views
from pangea_server.quality.votes.settlements import settle
from pangea_server.quality.votes.wire import VoteCount, VotedItemView, VoteSettlement

router = GuardedRouter(prefix="/votes", tags=["votes"])
counts_router = GuardedRouter(prefix="/vote-counts", tags=["votes"])
CampaignId = Annotated[str | None, Query(max_length=60)]
Limit = Annotated[int, Query(ge=1, le=500)]
ItemId = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")]
MOST_LINES = 1_000_000


@router.get("", responses=ALSO_CSV)
def list_votes(
    services: TheServices,
    request: Request,
    campaign: CampaignId = None,
    state: VoteState | None = None,
    limit: Limit = 100,
) -> tuple[VotedItemView, ...]:
    """The items that people voted on, such as the disputed ones; CSV has all of them."""
    records = services.store.records
    csv = wants_csv(request)
    found = views(records, items(records, campaign, state), state, MOST_LINES if csv else limit)
    if csv:
        return csv_response(VotedItemView, found, "votes")  # type: ignore[return-value]  # sent as it is
    return tuple(found)


@counts_router.get("")
def count_votes(services: TheServices, campaign: CampaignId = None) -> tuple[VoteCount, ...]:
    """How many items were decided, and how many are disputed."""
    return tuple(counts(services.store.records, campaign))


@router.put("/{item_id}")
def settle_vote(
    services: TheServices, person: Person, item_id: ItemId, wanted: VoteSettlement
) -> VotedItemView:
    """Decide a disputed item; the same decision again changes nothing. It is written to the audit log."""
    records = services.store.records
    item = settle(records, person, item_id, wanted.value)
    votes = votes_about(records, item)
    return view(records, item, votes, outcome_about(item, votes))
