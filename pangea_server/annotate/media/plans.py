"""Pictures of floor plans that somebody laid under their own place."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import Response

from environments import Environment
from environments.errors import PangeaError
from environments.own_places.plan_pictures import EnvironmentWithPlans
from environments.pictures import image_size
from pangea_server.annotate.links.media import MediaLinks
from pangea_server.annotate.links.signed import LinkKey
from pangea_server.annotate.media.pixels import pixels
from pangea_server.annotate.media.wire import PlanPictureView
from pangea_server.annotate.pictures.access import HeldTasks
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter

log = logging.getLogger(__name__)
router = GuardedRouter(prefix="/scans/{scan_id}/plans", tags=["scans"])


@router.get("/{name}", response_class=Response)
def read_plan_picture(
    request: Request, services: TheServices, scan_id: str, name: str, k: LinkKey = ""
) -> Response:
    """A picture of a floor plan that lies in a scan: its pixels alone, as of panoramas."""
    services.get(HeldTasks).check_scan(services.get(MediaLinks), k, scan_id)
    environment = services.environment
    if not isinstance(environment, EnvironmentWithPlans):
        raise RecordNotFoundError(
            f"No floor plans lie in {scan_id}.", remedy="Ask for those that the scan names."
        )
    return pixels(
        request, lambda: environment.plan_picture(scan_id, name), f"The floor plan {name} of {scan_id}"
    )


def plan_views(environment: Environment, scan_id: str, k: str) -> Iterator[PlanPictureView]:
    """Those that lie in a scan and can be read, for the holder of the link key ``k``."""
    if not isinstance(environment, EnvironmentWithPlans):
        return
    for name, plan in environment.plan_pictures(scan_id).items():
        try:
            width, height = image_size(environment.plan_picture(scan_id, name))
        except PangeaError as error:
            log.warning("the floor plan %s of %s is not shown: %s", name, scan_id, error.message)
            continue
        yield PlanPictureView(
            address=f"/api/v1/scans/{scan_id}/plans/{quote(name)}?k={k}",
            width=width,
            height=height,
            z=plan.z,
            corner=plan.corner,
            heading=plan.heading,
            scale=plan.scale,
        )
