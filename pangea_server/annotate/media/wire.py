"""A scan as the viewer needs it."""

from __future__ import annotations

from pydantic import Field

from environments.floor_plan import FloorPlan
from environments.geometry import Rotation, Vector
from environments.rooms import Room
from environments.scan import Projection
from pangea_server.core.wire import Wire


class TilesView(Wire):
    """A panorama, cut for the viewer. Faces are named as in a cubemap, and are in the panorama's own frame.

    ``preview`` is one JPEG of 6 x 1 faces in the order front, right, back, left, up, down. ``face_sizes`` are the
    lengths of a face's side in pixels at each level, coarsest first; each is a multiple of ``tile_size``.
    ``url_template`` has ``{level}``, ``{face}``, ``{row}`` (from the top) and ``{column}`` to fill in; the
    tiles are WebP.
    """

    tile_size: int
    face_sizes: tuple[int, ...]
    preview: str
    url_template: str


class ViewpointView(Wire):
    """One viewpoint; ``images`` maps each face to its address, ``tiles`` is null where they were not built.

    ``relief`` is the address of a grey PNG, equirectangular in the panorama's own frame, that says how far away things
    are: the level n is ``0.25 * 2 ** (8 * n / 255)`` metres; null where nobody knows.
    """

    viewpoint_id: str
    position: Vector
    orientation: Rotation
    height: float | None
    neighbors: tuple[str, ...]
    images: dict[str, str]
    tiles: TilesView | None
    relief: str | None


class PlanPictureView(Wire):
    """A picture of a floor plan under a scan: its address, its size in pixels, and where it lies, as ``PlanPicture`` in
    ``environments`` says it: ``z`` and ``corner`` in metres, ``heading`` in radians, ``scale`` in metres of a pixel."""

    address: str
    width: int
    height: int
    z: float
    corner: tuple[float, float]
    heading: float
    scale: float


class ScanView(Wire):
    scan_id: str
    projection: Projection
    viewpoints: tuple[ViewpointView, ...]
    floor_plan: FloorPlan | None
    rooms: tuple[Room, ...] = Field(default_factory=tuple)
    plans: tuple[PlanPictureView, ...] = Field(default_factory=tuple)
