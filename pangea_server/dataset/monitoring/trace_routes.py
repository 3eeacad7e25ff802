"""Pose traces, for whoever was given a link: people who judge a replay."""

from __future__ import annotations

from pangea_server.annotate.kinds.kinds import Kind
from pangea_server.annotate.links.media import MediaLinks, check_voice_link, trace_scope
from pangea_server.annotate.links.signed import LinkKey
from pangea_server.dataset.monitoring.annotation_routes import pose_trace_view
from pangea_server.dataset.monitoring.annotation_wire import PoseTraceView
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter

router = GuardedRouter(prefix="/pose-traces", tags=["annotations"])


@router.get("/{kind}/{annotation_id}")
def read_linked_pose_trace(
    services: TheServices, kind: Kind, annotation_id: int, k: LinkKey = ""
) -> PoseTraceView:
    """What the camera did, at the address that a lease gives; it is valid as long as the lease."""
    check_voice_link(services.get(MediaLinks), services.store.records, trace_scope(kind, annotation_id), k)
    return pose_trace_view(services.store, kind, annotation_id)
