"""Places: navigation graphs and panoramas."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import Response

from environments import FACES, Scan, Viewpoint
from environments.depth_pictures import Depth, depth_of
from pangea_server.annotate.links.media import MediaLinks, scan_scope
from pangea_server.annotate.media.pixels import pixels
from pangea_server.annotate.media.plans import plan_views
from pangea_server.annotate.media.reliefs import relief_address
from pangea_server.annotate.media.tiles import Holder, tiles_view
from pangea_server.annotate.media.wire import ScanView, ViewpointView
from pangea_server.annotate.pictures.log import PictureLog
from pangea_server.collect.scans.access import lease_for_scan, pictured_for, places_for_learning
from pangea_server.http.caching import json_response
from pangea_server.http.services import Services, TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person

router = GuardedRouter(prefix="/scans", tags=["scans"])


@router.get("/{scan_id}", response_model=ScanView)
def read_scan(
    request: Request,
    services: TheServices,
    person: Person,
    scan_id: str,
    lease: Annotated[
        str | None, Query(max_length=100, description="The task that the pictures are for.")
    ] = None,
) -> Response:
    """A scan's viewpoints, their neighbours, and links to the images; for people with a task there, and for staff.

    Links end with the task. Without ``lease`` they are for practice or training where the scan is for that, else for
    the person's newest task there. Where the person's task is given without pictures, or with those of other
    viewpoints, so are the links; those for practice are of the places that the walk comes by.
    """
    records = services.store.records
    places = places_for_learning(records, person, scan_id, services.scan)
    lease_id = lease_for_scan(records, person, scan_id, lease, places)
    scan = services.scan(scan_id)
    k = services.get(MediaLinks).sign(scan_scope(scan_id), person, lease_id)
    shown = pictured_for(records, person, scan)
    in_reach = scan.viewpoints.keys() if lease_id or places is None else places
    depth = depth_of(services.environment, scan_id)
    viewpoints = tuple(
        _view(services, scan, viewpoint, shown(name) if name in in_reach else None, depth, k)
        for name, viewpoint in scan.viewpoints.items()
    )
    view = ScanView(
        scan_id=scan.scan_id,
        projection=scan.projection,
        viewpoints=viewpoints,
        floor_plan=scan.floor_plan,
        rooms=scan.rooms,
        plans=tuple(plan_views(services.environment, scan_id, k)),
    )
    return json_response(request, view.model_dump_json().encode(), kept=True)


@router.get("/{scan_id}/viewpoints/{viewpoint_id}/images/{face}", response_class=Response)
def read_image(
    request: Request, services: TheServices, holder: Holder, scan_id: str, viewpoint_id: str, face: str
) -> Response:
    """One face of a panorama: its pixels as stored, without EXIF, XMP and the like, which say where and whose it is."""
    what = f"The image {face} of the viewpoint {viewpoint_id} in {scan_id}"
    answer = pixels(request, lambda: services.environment.image(scan_id, viewpoint_id, face), what)
    services.get(PictureLog).note(holder, scan_id, viewpoint_id)
    return answer


def _view(
    services: Services, scan: Scan, viewpoint: Viewpoint, shown: str | None, depth: Depth | None, k: str
) -> ViewpointView:
    """``shown``: the viewpoint whose pictures are used here; None: no pictures. Of other places' pictures no distance
    is told: a step between them leads through no space that they show."""
    base = f"/api/v1/scans/{scan.scan_id}/viewpoints/{shown}/images"
    faces = () if shown is None else FACES[scan.projection]
    return ViewpointView(
        viewpoint_id=viewpoint.viewpoint_id,
        position=viewpoint.position,
        orientation=(viewpoint if shown is None else scan.viewpoints[shown]).orientation,
        height=viewpoint.height,
        neighbors=tuple(scan.graph.neighbors(viewpoint.viewpoint_id)),
        images={face: f"{base}/{face}?k={k}" for face in faces},
        tiles=None if shown is None else tiles_view(services, scan.scan_id, shown, k),
        relief=relief_address(depth, scan.scan_id, shown, k) if shown == viewpoint.viewpoint_id else None,
    )
