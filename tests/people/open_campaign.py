"""A campaign as the store keeps it, without paths."""

from __future__ import annotations

from typing import Any

from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState
from pangea_server.stores.protocol import Store


def open_campaign(
    store: Store, name: str = "walks", state: CampaignState = CampaignState.RUNNING, **definition: Any
) -> Campaign:
    told = {"id": name, "languages": ["en-US", "hi-IN"], "pools": {}} | definition
    campaign = Campaign(
        campaign_id=name, state=state, version=1, definition=CampaignDefinition.model_validate(told)
    )
    store.records.create(campaign)
    return campaign
