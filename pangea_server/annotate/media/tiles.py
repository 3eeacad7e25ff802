"""Panoramas as `pangea env build` cut them: previews and tiles."""

from __future__ import annotations

import base64
from typing import Annotated

from fastapi import Depends, Query, Request
from fastapi.responses import Response

from pangea_server.annotate.links.media import MediaLinks
from pangea_server.annotate.links.signed import LinkKey
from pangea_server.annotate.media.wire import TilesView
from pangea_server.annotate.pictures.access import HeldTasks, PictureHolder
from pangea_server.annotate.pictures.log import PictureLog
from pangea_server.http.caching import cached_response
from pangea_server.http.numbers import Number
from pangea_server.http.services import Services, TheServices
from pangea_server.people.access.routing import GuardedRouter

router = GuardedRouter(prefix="/scans/{scan_id}/viewpoints/{viewpoint_id}", tags=["scans"])
TilesVersion = Annotated[
    str, Query(description="The value in the address that the scan gives; it changes with the picture.")
]
VERSION_LENGTH = 12


def holder_of_link(services: TheServices, scan_id: str, viewpoint_id: str, k: LinkKey = "") -> PictureHolder:
    """Who asks for a picture behind a signed link."""
    return services.get(HeldTasks).check(services.get(MediaLinks), k, scan_id, viewpoint_id)


Holder = Annotated[PictureHolder, Depends(holder_of_link)]


@router.get("/preview", response_class=Response)
def read_preview(
    request: Request,
    services: TheServices,
    holder: Holder,
    scan_id: str,
    viewpoint_id: str,
    v: TilesVersion = "",
) -> Response:
    """All six faces of a panorama in one small JPEG."""
    services.scan(scan_id).graph.index(viewpoint_id)
    data = services.tiles.preview(scan_id, viewpoint_id)
    services.get(PictureLog).note(holder, scan_id, viewpoint_id)
    return cached_response(
        request, data, "image/jpeg", forever=v == _version(services, scan_id, viewpoint_id)
    )


@router.get("/tiles/{level}/{face}/{row}/{column}", response_class=Response)
def read_tile(
    request: Request,
    services: TheServices,
    holder: Holder,
    scan_id: str,
    viewpoint_id: str,
    level: Number,
    face: str,
    row: Number,
    column: Number,
    v: TilesVersion = "",
) -> Response:
    """One tile of a cube face, a WebP image."""
    services.scan(scan_id).graph.index(viewpoint_id)
    data = services.tiles.tile(scan_id, viewpoint_id, level, face, row, column)
    services.get(PictureLog).note(holder, scan_id, viewpoint_id)
    return cached_response(
        request, data, "image/webp", forever=v == _version(services, scan_id, viewpoint_id)
    )


def tiles_view(services: Services, scan_id: str, viewpoint_id: str, k: str) -> TilesView | None:
    """Where a viewpoint's tiles are, for the holder of the link key ``k``; None when they were not built."""
    tile_set = services.tiles.tile_set(scan_id, viewpoint_id)
    if tile_set is None:
        return None
    base = f"/api/v1/scans/{scan_id}/viewpoints/{viewpoint_id}"
    query = f"v={tile_set.fingerprint[:VERSION_LENGTH]}&k={k}"
    return TilesView(
        tile_size=tile_set.tile_size,
        face_sizes=tile_set.face_sizes,
        preview=f"{base}/preview?{query}",
        url_template=f"{base}/tiles/{{level}}/{{face}}/{{row}}/{{column}}?{query}",
    )


def preview_data_url(services: Services, scan_id: str, viewpoint_id: str) -> str | None:
    """A viewpoint's preview in a form that a page can embed directly; None when it was not built."""
    if services.tiles.tile_set(scan_id, viewpoint_id) is None:
        return None
    picture = base64.b64encode(services.tiles.preview(scan_id, viewpoint_id)).decode()
    return f"data:image/jpeg;base64,{picture}"


def _version(services: Services, scan_id: str, viewpoint_id: str) -> str | None:
    tile_set = services.tiles.tile_set(scan_id, viewpoint_id)
    return tile_set.fingerprint[:VERSION_LENGTH] if tile_set else None
