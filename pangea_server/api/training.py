"""Training walks, by kind of task."""

from __future__ import annotations

from fastapi import APIRouter

from pangea_server.annotations import voice_of
from pangea_server.api.deps import Person, TheHouse
from pangea_server.api.tiles import preview_data_url
from pangea_server.people.media_links import Media
from pangea_server.schemas import TrainingAnswer, TrainingResult, TrainingView
from pangea_server.trust.training import training_walk, walk_it

router = APIRouter(prefix="/me/training", tags=["trust"])


@router.get("/{kind}")
def read_training(house: TheHouse, person: Person, kind: str) -> TrainingView:
    """Words whose path is known, to be followed before the first task of this kind."""
    house.task_type(kind)
    walk = training_walk(house.store.records, person, kind)
    guide = walk.guide
    return TrainingView(
        scan_id=guide.scan_id,
        instruction_id=guide.instruction_id,
        start_viewpoint_id=guide.path[0],
        heading=guide.heading,
        start_preview=preview_data_url(house, guide.scan_id, guide.path[0]),
        language=guide.language,
        instruction=guide.instruction,
        voice_url=Media(house.links, person).voice_url(guide.instruction_id),
        voice_duration=voice_of(guide)[1],
        passed=walk.passed,
    )


@router.post("/{kind}")
def finish_training(house: TheHouse, person: Person, kind: str, answer: TrainingAnswer) -> TrainingResult:
    """Hand in a training walk, and be told the path that was meant. Only that it was made, and went well, is kept."""
    house.task_type(kind)
    records = house.store.records
    scan_id = training_walk(records, person, kind).guide.scan_id
    graph = house.scan(scan_id).graph
    trained = walk_it(records, graph, person, kind, answer.instruction_id, answer.path)
    return TrainingResult(
        passed=trained.passed,
        arrived=trained.scores.success == 1,
        ne=trained.scores.navigation_error,
        ndtw=trained.scores.ndtw,
        path=trained.path,
    )
