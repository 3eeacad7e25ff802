"""The files that instructions show, for whoever was given a link."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.links.media import MediaLinks, attachment_scope
from pangea_server.annotate.links.signed import LinkKey
from pangea_server.annotate.media.voices import IN_PART
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.http.media import blob_response
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter

router = GuardedRouter(prefix="/campaigns/{campaign_id}/attachments", tags=["leases"])


@router.head("/{sha256}", include_in_schema=False)
@router.get("/{sha256}", response_class=Response, responses=IN_PART)
def read_attachment(
    request: Request, services: TheServices, campaign_id: str, sha256: str, k: LinkKey = ""
) -> Response:
    """A picture, film or captions file of a campaign's instructions, at the address that a lease gives."""
    services.get(MediaLinks).check(attachment_scope(campaign_id), k)
    campaign = services.store.records.get(Campaign, campaign_id)
    for attachment in campaign.attachments:
        if attachment.file.sha256 == sha256:
            return blob_response(
                request, services.store.blobs, attachment.file, attachment.media_type, from_here=True
            )
    raise RecordNotFoundError(
        f"The campaign {campaign_id} shows no such file any more.", remedy="Load the page once more."
    )
