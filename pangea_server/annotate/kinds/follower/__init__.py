"""Follower: a person who hears or reads a Guide's instruction and walks where it leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, FiniteFloat

from pangea_server.annotate.annotations.records import Annotation, FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.assignment.arms import arm_of
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.check_scores import CheckVerdict, follower_verdict
from pangea_server.annotate.kinds.checks import Collected, KnownItem, Success
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.guide.checks import understood, words_item
from pangea_server.annotate.kinds.protocol import Submitted, Voice
from pangea_server.annotate.links.media import Media
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.errors import RecordNotFoundError, SubmissionError
from pangea_server.core.records import Artefact, Record, padded
from pangea_server.core.visible_text import is_visible
from pangea_server.stores.protocol import RecordStore, Transaction


class WordsFollowed:
    """A Follower is checked on words that were understood."""

    def items(self, kind: str, collected: Collected) -> Iterator[CheckItem]:
        for guide, walks in understood(collected):
            arrived = (walk.measures for walk in walks if walk.measures["success"] == 1)
            good = tuple(scores["ndtw"] or 0.0 for scores in arrived) or (1.0,)
            yield words_item(kind, collected.campaign_id, [guide], good)

    def verdict(self, answer: Annotation, known: KnownItem) -> CheckVerdict:
        if answer.path_scores is None:
            return CheckVerdict(None, "the walk has no scores")
        return follower_verdict(answer.path_scores.success, answer.path_scores.ndtw, known.item.good_ndtw)


class FollowerArgs(BaseModel):
    """What a Follower is shown. Nothing here reveals where the path leads, or who or what wrote the instruction.

    Radians and seconds. ``transcript`` and ``voice_url`` are null where the instruction has none, or where the arm of
    the campaign takes it away. ``pictures`` is ``none`` where no panorama is shown, so that the page can say that
    nothing is broken; swapped ones are not told apart.
    """

    start_viewpoint_id: str
    heading: FiniteFloat
    transcript: str | None
    voice_url: str | None
    voice_duration: FiniteFloat | None
    pictures: Literal["shown", "none"]


class FollowerTask:
    kind = "follower"
    has_voice = False
    has_walk = True
    static: Path | None = None
    declares = Declaration(
        record=FollowerAnnotation,
        follows_words=True,
        per_guide="followers_per_guide",
        check=WordsFollowed(),
        trained="walk",
        least_passed=0.8,
        success=Success("success", least=1),
    )

    def args(self, task: Task, records: RecordStore, media: Media) -> FollowerArgs:
        """Where to start and what was said; the path is left out, so that it cannot leak."""
        guide, arm = guide_of(task, records), arm_of(records, task)
        is_heard = guide.voice is not None and arm.instruction != "text"
        is_read = is_visible(guide.transcript) and arm.instruction != "voice"
        return FollowerArgs(
            start_viewpoint_id=guide.path[0],
            heading=guide.heading,
            transcript=guide.transcript if is_read else None,
            voice_url=media.voice_url_of(guide) if is_heard else None,
            voice_duration=guide.duration if is_heard else None,
            pictures="none" if arm.pictures == "none" else "shown",
        )

    def check_sent(self, submitted: Submitted) -> None:
        if submitted.submission.outcome is None:
            raise SubmissionError("The outcome is missing.", remedy="Send outcome: done or gave_up.")

    def check(self, submitted: Submitted) -> None:
        if submitted.submission.outcome == "done" and len(submitted.walked) == 1:
            raise SubmissionError(
                f"The walk never left its start, {submitted.walked[0]}.",
                remedy="Walk where the instruction leads, or give up.",
            )

    def annotation(self, submitted: Submitted, trace: Artefact | None, voice: Voice | None) -> Record:
        task, outcome, scores = submitted.task, submitted.submission.outcome, submitted.scores
        if outcome is None or scores is None or task.instruction_id is None:
            raise SubmissionError(
                "A Follower's answer needs a walk and an outcome.",
                remedy="Send both; the outcome is done or gave_up.",
            )
        return FollowerAnnotation(
            demonstration_id=task.number,
            instruction_id=task.instruction_id,
            annotator_id=submitted.person.annotator_id,
            path_id=submitted.path.path_id,
            scan_id=submitted.path.scan_id,
            language=task.language,
            path=submitted.walked,
            outcome=outcome,
            feedback=submitted.submission.feedback,
            pose_trace=trace,
            phases=submitted.submission.phases,
            scores=scores,
            system=system if isinstance(system := task.args.get("system"), str) else None,
            condition=task.condition,
            place_hidden=submitted.arm.hides_place,
        )

    def follow_up(self, submitted: Submitted, transaction: Transaction) -> Sequence[Record]:
        return ()


def guide_of(task: Task, records: RecordStore) -> GuideAnnotation:
    """The guide annotation that a task about a Guide's words is about.

    Raises:
        RecordNotFoundError: the task is about none.
    """
    if task.instruction_id is None:
        raise RecordNotFoundError(
            f"The task {task.record_id} is about no instruction.", remedy="Ask for a new task."
        )
    return records.get(GuideAnnotation, padded(task.instruction_id))
