"""The demo house as pages see it, with links to its pictures."""

from __future__ import annotations

from dataclasses import dataclass

from environments import FACES
from pangea_server.annotate.media.wire import ScanView, ViewpointView
from pangea_server.quality.lesson.examples import house


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a browser finds a lesson's files, with the link key ``k``."""

    kind: str
    k: str

    def voice(self, language: str, part: str) -> str:
        return f"/api/v1/me/lesson/{self.kind}/voices/{language}/{part}?k={self.k}"

    def picture(self, viewpoint_id: str) -> str:
        return f"/api/v1/me/lesson/{self.kind}/pictures/{viewpoint_id}?k={self.k}"


def house_view(address: Addresses) -> ScanView:
    """The whole house, whatever places the server has."""
    scan = house()
    (face,) = FACES[scan.projection]
    viewpoints = tuple(
        ViewpointView(
            viewpoint_id=each.viewpoint_id,
            position=each.position,
            orientation=each.orientation,
            height=each.height,
            neighbors=tuple(scan.graph.neighbors(each.viewpoint_id)),
            images={face: address.picture(each.viewpoint_id)},
            tiles=None,
            relief=None,
        )
        for each in scan.viewpoints.values()
    )
    return ScanView(
        scan_id=scan.scan_id, projection=scan.projection, viewpoints=viewpoints, floor_plan=scan.floor_plan
    )
