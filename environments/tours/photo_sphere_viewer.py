"""Nodes of the virtual-tour plugin of Photo Sphere Viewer 5: written of a scan, and read.

Source: the plugin's documentation. Angles are radians, or texts such as ``"90deg"``, to the right of the picture's
middle, and up; ``panoData.pose_heading`` is in degrees.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from environments.errors import InvalidDataError
from environments.geometry import wrap_angle
from environments.mapping.gps import Fix
from environments.scan import Scan
from environments.tours.scene import Scene, SceneLink, Sphere, file_beside
from environments.tours.seen import Pictures, degrees, heading_of, neighbours_seen

_ANGLE = re.compile(r"\s*(-?\d+(?:\.\d*)?)\s*(deg|degs|rad|rads)\s*")


def photo_sphere_viewer(scan: Scan, pictures: Pictures) -> list[dict[str, Any]]:
    """Nodes with links at positions (``positionMode: 'manual'``)."""
    return [
        {
            "id": name,
            "name": name,
            "panorama": pictures[name],
            "panoData": {"poseHeading": degrees(heading_of(viewpoint)) % 360},
            "links": [
                {"nodeId": other, "position": {"yaw": round(yaw, 6), "pitch": round(pitch, 6)}}
                for other, (yaw, pitch) in neighbours_seen(scan, viewpoint).items()
            ],
        }
        for name, viewpoint in scan.viewpoints.items()
    ]


class _Position(msgspec.Struct, rename="camel"):
    yaw: float | str | None = None
    pitch: float | str = 0.0


class _Link(msgspec.Struct, rename="camel"):
    node_id: str
    position: _Position = msgspec.field(default_factory=_Position)


class _PanoData(msgspec.Struct, rename="camel"):
    pose_heading: float | None = None


class _Correction(msgspec.Struct, rename="camel"):
    pan: float | str = 0.0
    tilt: float | str = 0.0
    roll: float | str = 0.0


class _Node(msgspec.Struct, rename="camel"):
    id: str
    panorama: str
    links: list[_Link] = []
    gps: list[float] | None = None
    pano_data: _PanoData | None = None
    sphere_correction: _Correction | None = None


def read_photo_sphere_viewer(content: Any, folder: Path) -> list[Scene]:
    """The scenes of a list of nodes whose pictures are in a folder.

    Raises:
        msgspec.ValidationError: it has another form.
        InvalidDataError: a node cannot be used.
    """
    nodes = {each.id: each for each in msgspec.convert(content, list[_Node])}
    if len(nodes) < len(content):
        raise InvalidDataError("Two nodes have one id.", remedy="Let each have its own.")
    return [_scene(each, folder) for each in nodes.values()]


def _scene(node: _Node, folder: Path) -> Scene:
    turned = node.sphere_correction
    if turned and any(_radians(each, node.id) for each in (turned.pan, turned.tilt, turned.roll)):
        raise InvalidDataError(
            f"{node.id} turns its picture (sphereCorrection).",
            remedy="Turn the picture itself, and leave it out.",
        )
    north = node.pano_data.pose_heading if node.pano_data else None
    return Scene(
        node.id,
        Sphere(file_beside(folder, node.panorama, node.id)),
        [*_links(node)],
        None if north is None else float(wrap_angle(math.radians(north))),
        _fix(node),
    )


def _links(node: _Node) -> Iterator[SceneLink]:
    for each in node.links:
        yaw = each.position.yaw
        shown = None if yaw is None else _radians(yaw, node.id)
        yield SceneLink(each.node_id, shown, _radians(each.position.pitch, node.id))


def _radians(angle: float | str, node: str) -> float:
    if not isinstance(angle, str):
        return float(angle)
    if not (found := _ANGLE.fullmatch(angle)):
        raise InvalidDataError(f"{angle!r} of {node} is no angle.", remedy="Write it as 90deg or 1.5708rad.")
    number = float(found[1])
    return math.radians(number) if found[2].startswith("deg") else number


def _fix(node: _Node) -> Fix | None:
    if node.gps is None:
        return None
    if len(node.gps) < 2 or not abs(node.gps[0]) <= 180 or not abs(node.gps[1]) <= 90:
        raise InvalidDataError(f"gps of {node.id} is {node.gps}.", remedy="Write longitude and latitude.")
    return Fix(node.gps[1], node.gps[0], None)
