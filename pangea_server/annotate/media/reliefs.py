"""How far away things are around a viewpoint, for drawing steps through space."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from environments.depth_pictures import Depth, depth_of
from environments.relief import relief_picture
from pangea_server.annotate.media.tiles import Holder
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.http.caching import cached_response
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter

router = GuardedRouter(prefix="/scans/{scan_id}/viewpoints/{viewpoint_id}", tags=["scans"])


@router.get("/relief", response_class=Response)
def read_relief(
    request: Request, services: TheServices, holder: Holder, scan_id: str, viewpoint_id: str
) -> Response:
    """How far away things are around a viewpoint, coarsely: a grey PNG, as the scan says."""
    scan = services.scan(scan_id)
    scan.graph.index(viewpoint_id)
    depth = depth_of(services.environment, scan_id)
    if depth is None or not depth.has_distances(viewpoint_id):
        raise RecordNotFoundError(
            f"Nobody knows how far things are from {viewpoint_id} in {scan_id}.",
            remedy="Ask for it only where the scan gives an address.",
        )
    return cached_response(request, relief_picture(depth, scan, viewpoint_id), "image/png", forever=False)


def relief_address(depth: Depth | None, scan_id: str, viewpoint_id: str, k: str) -> str | None:
    """Where a viewpoint's relief is, for the holder of the link key ``k``; None where nobody knows it."""
    if depth is None or not depth.has_distances(viewpoint_id):
        return None
    return f"/api/v1/scans/{scan_id}/viewpoints/{viewpoint_id}/relief?k={k}"
