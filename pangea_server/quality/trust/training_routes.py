"""Training walks, by kind of task."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, FiniteFloat

from pangea_server.annotate.kinds.kinds import TaskKinds
from pangea_server.annotate.links.media import Media, MediaLinks
from pangea_server.annotate.media.tiles import preview_data_url
from pangea_server.core.wire import Wire
from pangea_server.http.edge.bodies import KIB, body_at_most
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.quality.trust.training import training_walk, walk_it

router = GuardedRouter(prefix="/me/training", tags=["trust"])


class TrainingView(Wire):
    """An instruction to follow whose path is known; ``passed``: this person may already do tasks of the kind.
    There is no voice where the instruction was written without one."""

    scan_id: str
    instruction_id: int
    start_viewpoint_id: str
    heading: FiniteFloat
    start_preview: str | None
    language: str
    transcript: str
    voice_url: str | None
    voice_duration: FiniteFloat | None
    passed: bool


class TrainingAnswer(Wire):
    """A walk, viewpoint by viewpoint, from the start."""

    instruction_id: Annotated[int, Field(ge=0, lt=2**31)]
    path: Annotated[tuple[Annotated[str, Field(max_length=200)], ...], Field(min_length=1, max_length=1000)]


class TrainingResult(Wire):
    """How close a walk came to the correct ``path``; ``ne`` is the distance of its end from the path's end, in
    metres."""

    passed: bool
    success: bool
    ne: FiniteFloat
    ndtw: FiniteFloat
    path: tuple[str, ...]


@router.get("/{kind}")
def read_training(services: TheServices, person: Person, kind: str) -> TrainingView:
    """An instruction whose path is known, to be followed before the first task of this kind."""
    services.get(TaskKinds).named(kind)
    walk = training_walk(services.store.records, person, kind)
    guide = walk.guide
    return TrainingView(
        scan_id=guide.scan_id,
        instruction_id=guide.instruction_id,
        start_viewpoint_id=guide.path[0],
        heading=guide.heading,
        start_preview=preview_data_url(services, guide.scan_id, guide.path[0]),
        language=guide.language,
        transcript=guide.transcript,
        voice_url=Media(services.get(MediaLinks), person).voice_url_of(guide),
        voice_duration=guide.duration,
        passed=walk.passed,
    )


@router.post("/{kind}")
@body_at_most(256 * KIB)
def finish_training(
    services: TheServices, person: Person, kind: str, answer: TrainingAnswer
) -> TrainingResult:
    """Submit a training walk, and get the correct path. Only whether it was done and passed is stored."""
    services.get(TaskKinds).named(kind)
    records = services.store.records
    scan_id = training_walk(records, person, kind).guide.scan_id
    graph = services.scan(scan_id).graph
    trained = walk_it(records, graph, person, kind, answer.instruction_id, answer.path)
    return TrainingResult(
        passed=trained.passed,
        success=trained.scores.success == 1,
        ne=trained.scores.navigation_error,
        ndtw=trained.scores.ndtw,
        path=trained.path,
    )
