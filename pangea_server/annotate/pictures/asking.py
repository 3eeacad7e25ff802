"""For routes that send pictures: whether whoever asks may see them, a note that they did, and their number in it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends

from pangea_server.annotate.links.media import MediaLinks
from pangea_server.annotate.links.signed import LinkKey
from pangea_server.annotate.pictures.holding import HeldTasks, PictureHolder
from pangea_server.annotate.pictures.log import PictureLog
from pangea_server.annotate.pictures.watermark import Watermarks
from pangea_server.http.services import Services, TheServices


def holder_of_link(services: TheServices, scan_id: str, viewpoint_id: str, k: LinkKey = "") -> PictureHolder:
    """Who asks for a picture behind a signed link."""
    return services.get(HeldTasks).check(services.get(MediaLinks), k, scan_id, viewpoint_id)


Holder = Annotated[PictureHolder, Depends(holder_of_link)]


def for_holder(
    services: Services, holder: PictureHolder, place: tuple[str, str], data: bytes, media_type: str, name: str
) -> bytes:
    """The picture as it is sent: noted as seen, and with the person's number in it where the settings ask for it.

    Args:
        place: the scan and the viewpoint that it shows.
        name: what else, besides the place, tells this picture from others.
    """
    services.get(PictureLog).note(holder, *place)
    return marked_for(services, holder.annotator_id, data, media_type, "/".join((*place, name)))


def marked_for(services: Services, annotator_id: int, data: bytes, media_type: str, name: str) -> bytes:
    """The picture with this person's number in it, where the settings ask for that; ``name`` tells it from others."""
    if not services.settings.watermark:
        return data
    return services.get(Watermarks).marked(data, media_type, name, annotator_id)
