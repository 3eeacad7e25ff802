"""For who is drawing a region: the edges of the thing in it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, FiniteFloat

from environments.errors import InvalidDataError
from environments.regions import region_as_json
from pangea_server.annotate.assignment.arms import pictured
from pangea_server.annotate.assignment.leases import active_lease
from pangea_server.annotate.kinds.kinds import TaskKinds
from pangea_server.annotate.kinds.landmark_wire import DrawnShape
from pangea_server.annotate.kinds.protocol import KeepsToPlaces
from pangea_server.annotate.landmarks.wire import Angles, ShapeView
from pangea_server.annotate.tasks.records import Task
from pangea_server.collect.landmarks.snapping.snapper import Snapper
from pangea_server.core.wire import Wire
from pangea_server.http.edge.bodies import KIB, body_at_most
from pangea_server.http.services import Services, TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person

router = GuardedRouter(prefix="/leases/{lease_id}/snap", tags=["leases"])


class SnapRequest(Wire):
    """A region that a person has drawn.

    ``on``: headings and elevations of points on the thing, as of extreme clicks.
    """

    viewpoint_id: Annotated[str, Field(max_length=200)]
    shape: DrawnShape
    on: Annotated[tuple[Angles, ...], Field(max_length=20)] = ()


class SnapView(Wire):
    """The proposal: a view box, or a polygon for a polygon.

    ``score``: how sure the segmenter is, in [0, 1]; null where it cannot say.
    """

    shape: ShapeView
    score: FiniteFloat | None


@router.post("")
@body_at_most(64 * KIB)
def snap(services: TheServices, person: Person, lease_id: str, wanted: SnapRequest) -> SnapView:
    """Propose a better region than this one, by what is seen in it. Nothing is stored."""
    lease = active_lease(services.store.records, person, lease_id)
    task = services.store.records.get(Task, lease.task_id)
    seen = _picture(services, task, wanted.viewpoint_id)
    found, score = services.get(Snapper).snap(task.scan_id, seen, wanted.shape, wanted.on)
    return SnapView.model_validate({"shape": region_as_json(found), "score": score})


def _picture(services: Services, task: Task, viewpoint_id: str) -> str:
    """Whose picture this person sees at a viewpoint of their task."""
    records, scan = services.store.records, services.scan(task.scan_id)
    kind = services.get(TaskKinds).get(task.kind)
    places = kind.places(task, records) if isinstance(kind, KeepsToPlaces) else None
    if places is None or viewpoint_id not in places:
        raise InvalidDataError(
            f"{viewpoint_id!r} is not where this task leads.",
            remedy="Name a viewpoint of the task's reach.",
            field="viewpoint_id",
        )
    seen = pictured(records, task, scan.viewpoints)(viewpoint_id)
    if seen is None:
        raise InvalidDataError("This task shows no pictures.", remedy="Draw without snapping.")
    return seen
