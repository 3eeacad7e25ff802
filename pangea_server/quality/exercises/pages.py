"""The exercises as they ship: pages about the demo house, what is right on them, and where each thing is seen."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, TypeAdapter

from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.kinds.landmark_check import GoldPage
from pangea_server.annotate.kinds.landmark_made import BY_MACHINE, Made, MadeRegion
from pangea_server.annotate.landmarks.protocol.asked import Asked
from pangea_server.annotate.landmarks.records import ENTITY_TYPES
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.quality.lesson.examples import lesson_language
from pangea_server.quality.lesson.scripts import SCAN

DATA = files("pangea_server.quality.exercises") / "data"


class Exercise(BaseModel):
    """A page of a kind in one language.

    Attributes:
        path: viewpoints of the demo house.
        gold: what is right for each item.
        things: of each item, for each of its phrases, the regions of what it means.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: str
    language: str
    path: tuple[str, ...]
    items: tuple[Asked, ...]
    made: Made
    gold: GoldPage
    things: tuple[tuple[tuple[MadeRegion, ...], ...], ...]

    @property
    def marks(self) -> int:
        """How many answers there are to be right: of an instruction, each sentence that names something."""
        return sum(sum(map(bool, gold.spans)) or 1 for gold in self.gold.items)

    @property
    def task(self) -> Task:
        """A task of the kind that shows it; it is never stored."""
        args = {
            "items": [item.stored() for item in self.items],
            "path": [*self.path],
            "types": [*ENTITY_TYPES],
            BY_MACHINE: self.made.model_dump(mode="json", exclude_defaults=True),
        }
        return Task(
            kind=self.kind,
            number=0,
            path_id=0,
            scan_id=SCAN,
            language=self.language,
            state=TaskState.OPEN,
            args=args,
        )


EXERCISES = TypeAdapter(tuple[Exercise, ...])


def exercise(kind: str, languages: tuple[str, ...], number: int) -> Exercise:
    """The exercise for a person's attempt ``number``, from 0, in the first of their languages that has some, else in
    English; after the last one they begin anew.

    Raises:
        RecordNotFoundError: the kind is trained in another way.
    """
    if declared(kind).trained != "exercise":
        raise RecordNotFoundError(
            f"There is no exercise for {kind}.", remedy="Its training, if it has one, is /me/training."
        )
    there = [each for each in _shipped(lesson_language(languages)) if each.kind == kind]
    return there[number % len(there)]


@cache
def _shipped(language: str) -> tuple[Exercise, ...]:
    return EXERCISES.validate_json((DATA / f"{language}.json").read_bytes())
