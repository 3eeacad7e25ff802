"""Training walks, by kind of task."""

from __future__ import annotations

from pangea_server.annotate.kinds.kinds import TaskKinds
from pangea_server.annotate.links.media import Media, MediaLinks
from pangea_server.annotate.media.tiles import preview_data_url
from pangea_server.http.edge.bodies import KIB, body_at_most
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.quality.trust.training import training_walk, walk_it
from pangea_server.quality.trust.training_wire import TrainingAnswer, TrainingResult, TrainingView

router = GuardedRouter(prefix="/me/training", tags=["trust"])


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
