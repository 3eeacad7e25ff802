"""Which campaign a task belongs to, and what that campaign says."""

from __future__ import annotations

from pangea_server.annotate.campaigns.guide_rules import GuideRules
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition
from pangea_server.stores.protocol import RecordStore, found


def guide_rules_of(records: RecordStore, campaign_id: str | None) -> GuideRules:
    """What the campaign asks of its Guides; the defaults where there is no campaign."""
    definition = definition_of(records, campaign_id)
    return GuideRules() if definition is None else definition.guide


def definition_of(records: RecordStore, campaign_id: str | None) -> CampaignDefinition | None:
    """The campaign's file as it is now; None where there is no campaign."""
    campaign = found(records, Campaign, campaign_id) if campaign_id is not None else None
    return campaign.definition if campaign else None


def pool_speaking(definition: CampaignDefinition, *languages: str) -> str | None:
    """The first pool that has all of these languages."""
    speaking = (name for name, pool in definition.pools.items() if {*languages} <= {*(pool.languages or ())})
    return next(speaking, None)
