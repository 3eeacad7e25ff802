"""Parameters that name a campaign, with the ids that the shell completes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pangea_server.stores.opening.command_line import ids_of

if TYPE_CHECKING:
    from pangea_server.stores.protocol import RecordStore

complete_campaign = ids_of("campaigns")
CampaignArgument = Annotated[
    str,
    typer.Argument(
        metavar="CAMPAIGN", help="The campaign's id, as in its file.", autocompletion=complete_campaign
    ),
]
CampaignOption = Annotated[
    str | None, typer.Option("--campaign", help="Only this campaign's.", autocompletion=complete_campaign)
]


def check_campaign(records: RecordStore, campaign_id: str | None) -> None:
    """Raise RecordNotFoundError for a campaign that is not there, of which a list would only be empty."""
    from pangea_server.annotate.campaigns.records import Campaign

    if campaign_id is not None:
        records.get(Campaign, campaign_id)
