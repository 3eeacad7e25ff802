"""Which campaign a task belongs to, and what that campaign says."""

from __future__ import annotations

from pangea_server.annotate.campaigns.guide_rules import GuideRules
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.stores.protocol import RecordStore

BEFORE_CAMPAIGNS = GuideRules(free=True)
"""For tasks that are older than campaigns in files: nobody was kept to a path then."""


def guide_rules_of(records: RecordStore, campaign_id: str | None) -> GuideRules:
    """What the campaign asks of its Guides; the rules of earlier times where there is no campaign."""
    if campaign_id is None:
        return BEFORE_CAMPAIGNS
    try:
        return records.get(Campaign, campaign_id).definition.guide
    except RecordNotFoundError:
        return BEFORE_CAMPAIGNS
