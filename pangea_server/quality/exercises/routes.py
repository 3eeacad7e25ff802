"""Exercises, by kind of task."""

from __future__ import annotations

from typing import Any

from pangea_server.annotate.kinds.kinds import TaskKinds
from pangea_server.annotate.kinds.landmark_task import LandmarkTask
from pangea_server.annotate.links.media import Media, MediaLinks, lesson_scope
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.http.edge.bodies import KIB, body_at_most
from pangea_server.http.services import Services, TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.quality.exercises.judgement import JudgedItem, judge_exercise, needed, next_attempt
from pangea_server.quality.exercises.wire import (
    ExerciseAnswer,
    ExerciseResult,
    ExerciseStart,
    ExerciseView,
    ItemTruth,
)
from pangea_server.quality.lesson.examples import first_heading
from pangea_server.quality.lesson.house_view import Addresses, house_view

router = GuardedRouter(prefix="/me/exercises", tags=["trust"])


@router.get("/{kind}")
def read_exercise(services: TheServices, person: Person, kind: str) -> ExerciseView:
    """A page whose answers are known, to be answered before the first task of this kind."""
    task_type, records, links = _kind(services, kind), services.store.records, services.get(MediaLinks)
    due = next_attempt(records, person, kind)
    page = due.exercise
    args = task_type.args(page.task, records, Media(links, person))
    return ExerciseView(
        number=due.number,
        language=page.language,
        scan=house_view(Addresses(kind, links.sign(lesson_scope(kind), person))),
        start=ExerciseStart(viewpoint_id=page.path[0], heading=first_heading(page.path)),
        args=args.model_dump(mode="json"),
        needed=needed(page.marks),
        total=page.marks,
        passed=due.passed,
    )


@router.post("/{kind}")
@body_at_most(256 * KIB)
def finish_exercise(
    services: TheServices, person: Person, kind: str, answer: ExerciseAnswer
) -> ExerciseResult:
    """Answer an exercise, and get the right answers. Only whether it was done and passed is stored."""
    task_type = _kind(services, kind)
    judged = judge_exercise(services.store.records, person, task_type, answer.number, answer.answer)
    return ExerciseResult(
        right=judged.right,
        total=judged.total,
        needed=needed(judged.total),
        enough=judged.enough,
        passed=judged.passed,
        items=tuple(map(_truth, judged.items)),
    )


def _kind(services: Services, kind: str) -> LandmarkTask[Any, Any]:
    found = services.get(TaskKinds).named(kind)
    if not isinstance(found, LandmarkTask):
        raise RecordNotFoundError(
            f"There is no exercise for {kind}.", remedy="Its training, if it has one, is /me/training."
        )
    return found


def _truth(item: JudgedItem) -> ItemTruth:
    gold = item.gold
    return ItemTruth.model_validate(
        {
            "marks": item.marks,
            "value": gold.value,
            "odd": gold.odd,
            "regions": [
                each.model_dump(mode="json") | {"phrase": phrase}
                for phrase, things in enumerate(item.things)
                for each in things
            ],
            "shown": [each.model_dump(mode="json") for each in item.shown],
            "drawn": item.drawn,
            "overlap": item.overlap,
            "spans": [span for sentence in gold.spans for span in sentence],
            "outer": [span for sentence in gold.outer for span in sentence],
        }
    )
