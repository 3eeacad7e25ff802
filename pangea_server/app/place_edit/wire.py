"""A place that is edited, as its page reads and writes it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from environments.check import Severity
from environments.editing.edits import Edit, PathUse
from environments.editing.session import EditorState
from environments.geometry import Rotation, Vector, as_rotation
from environments.own_places.plan_pictures import PlanPicture
from environments.rooms import Room
from pangea_server.core.wire import Wire


class SpotView(Wire):
    """A viewpoint; ``orientation`` turns its picture's frame to the world. ``heading`` is null while nobody said it."""

    viewpoint_id: str
    position: Vector
    heading: float | None
    height: float | None
    orientation: Rotation
    use: PathUse


class PlanView(Wire):
    """A picture of a floor plan; ``lies`` is null while nobody laid it under a storey."""

    image: str
    lies: PlanPicture | None


class EdgeDoubtView(Wire):
    """An edge; ``doubt`` is 0 to 1, null where nothing says."""

    a: str
    b: str
    metres: float
    doubt: float | None
    kept: bool


class PlaceFindingView(Wire):
    severity: Literal["warning", "error"]
    kind: str
    viewpoint_ids: tuple[str, ...]
    what: str
    remedy: str


class EditedPlaceView(Wire):
    """The place as it is; ``edges`` and ``findings`` in the order in which they are to be looked at.

    ``waiting`` are the ids that pictures without a viewpoint would have. ``blurred`` counts the boxes that are blurred
    in a picture, by the id of its viewpoint or of the one that waits. ``undo`` and ``redo`` are numbers of edits.
    """

    version: int
    scan_id: str
    viewpoints: tuple[SpotView, ...]
    waiting: tuple[str, ...]
    blurred: dict[str, int]
    rooms: tuple[Room, ...]
    plans: tuple[PlanView, ...]
    edges: tuple[EdgeDoubtView, ...]
    findings: tuple[PlaceFindingView, ...]
    undo: int
    redo: int


class EditRequest(Wire):
    """``version``: of the place that the person saw."""

    version: int
    edit: Annotated[Edit, Field(discriminator="kind")]


class TurnBackRequest(Wire):
    version: int


def view_of(moment: EditorState) -> EditedPlaceView:
    place = moment.place
    return EditedPlaceView(
        version=moment.version,
        scan_id=place.scan_id,
        viewpoints=tuple(
            SpotView(
                viewpoint_id=spot.viewpoint_id,
                position=spot.position,
                heading=spot.heading,
                height=spot.height,
                orientation=as_rotation(spot.turn),
                use=place.use_of(spot.viewpoint_id),
            )
            for spot in place.spots.values()
        ),
        waiting=tuple(place.waiting),
        blurred={
            name: len(boxes) for name, image in place.images.items() if (boxes := place.blurred.get(image))
        },
        rooms=place.rooms,
        plans=tuple(PlanView(image=image, lies=place.plans.get(image)) for image in place.plan_images),
        edges=tuple(EdgeDoubtView(**edge._asdict()) for edge in moment.edges),
        findings=tuple(
            PlaceFindingView(
                severity="error" if finding.severity is Severity.ERROR else "warning",
                kind=finding.kind,
                viewpoint_ids=finding.viewpoint_ids,
                what=finding.what,
                remedy=finding.remedy,
            )
            for finding in moment.findings
        ),
        undo=moment.undo,
        redo=moment.redo,
    )
