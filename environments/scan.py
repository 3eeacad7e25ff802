"""A place: viewpoints with panoramas, joined into a navigation graph."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from environments.geometry import Rotation, Vector
from environments.path_rules import ANYWHERE, PathRules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from environments.floor_plan import FloorPlan
    from environments.graph import NavigationGraph
    from environments.rooms import Room

IDENTITY: Rotation = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class Projection(StrEnum):
    """The projection of a panorama's sphere onto its image or images."""

    EQUIRECTANGULAR = "equirectangular"
    CUBEMAP = "cubemap"


CUBE_FACES = ("front", "right", "back", "left", "up", "down")
FACES: dict[Projection, tuple[str, ...]] = {
    Projection.EQUIRECTANGULAR: ("equirectangular",),
    Projection.CUBEMAP: CUBE_FACES,
}


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """The position of one panorama.

    Attributes:
        viewpoint_id: unique within its scan.
        position: camera centre in metres, world frame (z up).
        orientation: row-major 3x3 rotation from the panorama's frame (x right, y forward, z up) to the world.
            An equirectangular image's centre column, and a cube's front face, look along the panorama's +y.
        height: of the camera above the floor in metres; None if the source does not say.
    """

    viewpoint_id: str
    position: Vector
    orientation: Rotation = IDENTITY
    height: float | None = None


@dataclass(frozen=True, slots=True)
class Scan:
    """One building or place.

    Attributes:
        scan_id: unique within its environment.
        viewpoints: by viewpoint id; exactly the nodes of ``graph``.
        graph: the pairs of viewpoints between which a person may step.
        projection: of every panorama of this scan.
        visible: the visible viewpoints of each viewpoint; None if the source does not say.
        floor_plan: walls and rooms from above; None if the source has none.
        rooms: those that are known by their viewpoints; a viewpoint lies in one of them at most.
        path_rules: where its paths may lead.
    """

    scan_id: str
    viewpoints: Mapping[str, Viewpoint]
    graph: NavigationGraph
    projection: Projection
    visible: Mapping[str, frozenset[str]] | None = None
    floor_plan: FloorPlan | None = None
    rooms: tuple[Room, ...] = ()
    path_rules: PathRules = ANYWHERE


@dataclass(frozen=True, slots=True)
class EncodedImage:
    """The bytes of an image file as stored, and their media type (``image/jpeg``, ``image/png``, ``image/webp``)."""

    data: bytes
    media_type: str
