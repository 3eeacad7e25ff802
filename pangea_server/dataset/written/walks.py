"""What came of a campaign about instructions from files: the instructions, and the walks after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from pangea_server.annotate.annotations.lookups import found_guide
from pangea_server.annotate.annotations.records import Annotation, Feedback, GuideAnnotation, Outcome, Scores
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.kinds.answers import found_annotation
from pangea_server.annotate.kinds.checks import is_data
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
    records: RecordStore, campaign_id: str, *, all_of_it: bool = False
) -> Iterator[FollowedWalk]:
    """The walks of a campaign, in order of their numbers.

    Rejected walks are left out.

    Args:
        all_of_it: with learning periods and check items.
    """
    kind = judging_kind()
    rejected = {review.task_id for review in every(records, Review, {"state": ReviewState.REJECTED.value})}
    for task in every(records, Task, {"campaign_id": campaign_id, "kind": kind, "state": TaskState.DONE}):
        walk = found_annotation(records, kind, task.number)
        if walk is None or walk.task_id in rejected or not (all_of_it or is_data(walk)):
            continue
        if walk.path_scores is not None and walk.instruction_id is not None:
            yield _followed(walk, walk.instruction_id, walk.path_scores)


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
