"""What came of a campaign about instructions from files: the instructions, and the walks after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from pangea_server.annotate.annotations.lookups import found_guide
from pangea_server.annotate.annotations.population import Chosen, Left, Population
from pangea_server.annotate.annotations.records import Annotation, Feedback, GuideAnnotation, Outcome, Scores
from pangea_server.annotate.kinds.answers import found_annotation
from pangea_server.annotate.kinds.kinds import judging_kind
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


@dataclass(frozen=True, slots=True)
class FollowedWalk:
    """One person's walk after one instruction.

    Attributes:
        system: who or what wrote the instruction; None where not stated.
        person: the Follower's number.
        condition: the arm of the campaign; None where it has none.
    """

    number: int
    instruction_id: int
    system: str | None
    path_id: int
    scan_id: str
    language: str
    person: int
    condition: str | None
    outcome: Outcome | None
    path: Sequence[str]
    scores: Scores
    feedback: Feedback | None
    submitted_at: datetime


def followed_walks(
    records: RecordStore, campaign_id: str, population: Population = Population.DATA
) -> tuple[list[FollowedWalk], Left]:
    """The walks of a campaign, in order of their numbers; and how many are left out, by why."""
    kind = judging_kind()
    chosen = Chosen.read(records, population)
    words: dict[int, GuideAnnotation | None] = {}
    followed, left = [], Left()
    for task in every(records, Task, {"campaign_id": campaign_id, "kind": kind, "state": TaskState.DONE}):
        walk = found_annotation(records, kind, task.number)
        if walk is None or walk.path_scores is None or walk.instruction_id is None:
            continue
        number = walk.instruction_id
        if number not in words:
            words[number] = found_guide(records, number)
        if why := chosen.why_walk_left_out(walk, words[number]):
            left[why] += 1
        else:
            followed.append(_followed(walk, number, walk.path_scores))
    return followed, left


def followed_instructions(records: RecordStore, campaign_id: str) -> Iterator[GuideAnnotation]:
    """The instructions that a campaign's people follow, each once, in order of their numbers."""
    tasks = every(records, Task, {"campaign_id": campaign_id, "kind": judging_kind()})
    numbers = {
        task.instruction_id for task in tasks if task.instruction_id is not None and not task.check_item
    }
    for number in sorted(numbers):
        guide = found_guide(records, number)
        if guide is not None:
            yield guide


def _followed(walk: Annotation, instruction_id: int, scores: Scores) -> FollowedWalk:
    return FollowedWalk(
        number=walk.number,
        instruction_id=instruction_id,
        system=walk.system,
        path_id=walk.path_id,
        scan_id=walk.scan_id,
        language=walk.language,
        person=walk.annotator_id,
        condition=walk.condition,
        outcome=walk.outcome,
        path=walk.walked,
        scores=scores,
        feedback=walk.feedback,
        submitted_at=walk.submitted_at,
    )
