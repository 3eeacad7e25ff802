"""How far people agree in their votes."""

from __future__ import annotations

from align.resampling import Measure
from pangea_server.quality.agreement.measures import agreement_of_answers
from pangea_server.quality.votes.casting import votes_about
from pangea_server.quality.votes.listing import items
from pangea_server.stores.protocol import RecordStore


def agreement_of_votes(records: RecordStore, campaign_id: str, kind: str) -> Measure:
    """Krippendorff's alpha of all votes in a campaign's tasks of a kind; answers differ by identity only.

    Which of two instructions was chosen counts by its place in the item, not by its number.
    """
    rated = []
    for item in items(records, campaign_id, None):
        if item.kind == kind:
            rated.append([item.ballot.place_of(vote.value) for vote in votes_about(records, item)])
    return agreement_of_answers(rated)
