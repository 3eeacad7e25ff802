"""The files that instructions show, for whoever was given a link."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from pangea_server.annotate.campaigns.records import Campaign, CampaignState
from pangea_server.annotate.links.media import MediaLinks, attachment_scope, is_held, not_valid
from pangea_server.annotate.links.signed import LinkKey
from pangea_server.annotate.media.voices import IN_PART
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.http.media import blob_response
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

router = GuardedRouter(prefix="/campaigns/{campaign_id}/attachments", tags=["leases"])


@router.head("/{sha256}", include_in_schema=False)
@router.get("/{sha256}", response_class=Response, responses=IN_PART)
def read_attachment(
    request: Request, services: TheServices, campaign_id: str, sha256: str, k: LinkKey = ""
) -> Response:
    """A picture, film or captions file of a campaign's instructions, at the address that a lease gives."""
    links, records = services.get(MediaLinks), services.store.records
    links.check(attachment_scope(campaign_id), k)
    campaign = records.get(Campaign, campaign_id)
    if campaign.state is CampaignState.CLOSED and not _works_in(records, links.given_to(k), campaign_id):
        raise not_valid()
    for attachment in campaign.attachments:
        if attachment.file.sha256 == sha256:
            return blob_response(
                request, services.store.blobs, attachment.file, attachment.media_type, from_here=True
            )
    raise RecordNotFoundError(
        f"The campaign {campaign_id} shows no such file any more.", remedy="Load the page once more."
    )


def _works_in(records: RecordStore, annotator_id: int, campaign_id: str) -> bool:
    """Whether this person still holds a task of a campaign that was closed meanwhile."""
    held = every(records, Lease, {"annotator_id": annotator_id, "state": LeaseState.ACTIVE})
    return any(is_held(each) and records.get(Task, each.task_id).campaign_id == campaign_id for each in held)
