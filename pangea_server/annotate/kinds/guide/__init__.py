"""Guide: a person who sees a path, speaks instructions while walking it, and types what they said."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, FiniteFloat

from pangea_server.annotate.alignments.heard import heard_in
from pangea_server.annotate.annotations.records import GuideAnnotation, GuideVersion
from pangea_server.annotate.annotations.transcripts import TranscriptBands
from pangea_server.annotate.campaigns.guide_rules import HintRules
from pangea_server.annotate.campaigns.lookups import guide_rules_of
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.drafting.records import DraftedTranscript
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.guide.checks import PathsDescribed
from pangea_server.annotate.kinds.protocol import Submitted, Voice
from pangea_server.annotate.kinds.wire import Submission
from pangea_server.annotate.links.media import Media
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.core.errors import SubmissionError
from pangea_server.core.records import Artefact, Record, padded, shared_fields
from pangea_server.core.visible_text import is_visible
from pangea_server.stores.protocol import RecordStore, Transaction

MOST_BELONGINGS = 1000  # versions of a transcript, tasks about one Guide's words

TAKEN_OVER = (Submission.model_fields.keys() & GuideAnnotation.model_fields.keys()) - {
    "voice",
    "transcript",
    "actions",
}
"""Fields that the record takes from the submission as they are; its voice and actions are where the streams were
stored, and its transcript is empty where the Guide only spoke."""


def belongings(transaction: Transaction, number: int) -> Sequence[Record]:
    """The records that were made from a Guide's words."""
    found: tuple[Record | None, ...] = (
        transaction.get(TranscriptBands, padded(number)),
        transaction.get(DraftedTranscript, padded(number)),
        *heard_in(transaction, number),
        *transaction.find(GuideVersion, {"instruction_id": number}, limit=MOST_BELONGINGS),
    )
    return [record for record in found if record]


class GuideArgs(BaseModel):
    """What a Guide is shown: the reference path. ``heading`` (radians) is the direction of the first view.

    ``free``: they may leave the path. ``typed``: they type what they said; otherwise they only speak. ``voice``:
    ``none`` where they walk and write, and no microphone is used. ``hints``: when the page hints. ``drafts``: they
    get what a recogniser heard as a draft.
    """

    path: tuple[str, ...]
    heading: FiniteFloat
    free: bool
    typed: bool
    voice: Literal["spoken", "none"]
    hints: HintRules
    drafts: bool


class GuideTask:
    kind = "guide"
    has_voice = True
    has_walk = True
    static: Path | None = None
    declares = Declaration(
        record=GuideAnnotation,
        gives_words=True,
        check=PathsDescribed(),
        trained="lesson",
        least_passed=0.6,
        learners_again=True,
        belongings=belongings,
    )

    def args(self, task: Task, records: RecordStore, media: Media) -> GuideArgs:
        path = records.get(PathRecord, padded(task.path_id))
        rules = guide_rules_of(records, task.campaign_id)
        return GuideArgs(
            path=path.path,
            heading=path.heading,
            free=rules.free,
            typed=rules.transcript == "typed",
            voice=rules.voice,
            hints=rules.hints,
            drafts=rules.drafts,
        )

    def places(self, task: Task, records: RecordStore) -> Sequence[str] | None:
        """The path, unless the campaign lets Guides leave it."""
        if guide_rules_of(records, task.campaign_id).free:
            return None
        return records.get(PathRecord, padded(task.path_id)).path

    def check(self, submitted: Submitted) -> None:
        if not submitted.guide_rules.free:
            refuse_other_walks(submitted.path.path, submitted.walked)

    def check_sent(self, submitted: Submitted) -> None:
        rules = submitted.guide_rules
        if rules.transcript == "typed" and not is_visible(submitted.submission.transcript or ""):
            remedy = "Type what you said" if rules.voice == "spoken" else "Write the instruction"
            raise SubmissionError("The transcript is empty.", remedy=f"{remedy}, then submit again.")

    def annotation(self, submitted: Submitted, trace: Artefact | None, voice: Voice | None) -> Record:
        said = submitted.submission.transcript or ""
        return GuideAnnotation(
            instruction_id=submitted.task.number,
            annotator_id=submitted.person.annotator_id,
            path_id=submitted.path.path_id,
            split=submitted.path.split,
            scan_id=submitted.path.scan_id,
            language=submitted.task.language,
            path=submitted.path.path,
            heading=submitted.path.heading,
            walked=submitted.walked,
            duration=voice.duration if voice else None,
            sample_rate=voice.sample_rate if voice else None,
            voice=voice.artefact if voice else None,
            pose_trace=trace,
            transcript=said if is_visible(said) else "",
            **shared_fields(submitted.submission, TAKEN_OVER),
            scores=submitted.scores,
        )

    def follow_up(self, submitted: Submitted, transaction: Transaction) -> Sequence[Record]:
        """The tasks about this instruction, which now open for everybody except its Guide."""
        number = submitted.task.number
        about = transaction.find(
            Task, {"instruction_id": number, "state": TaskState.WAITING}, limit=MOST_BELONGINGS
        )
        opened = {"state": TaskState.OPEN, "guide_annotator_id": submitted.person.annotator_id}
        return [task.model_copy(update=opened) for task in about]


def refuse_other_walks(path: Sequence[str], walked: Sequence[str]) -> None:
    """Refuse a walk that left the path, never moved, or did not reach the goal.

    Args:
        walked: the viewpoints in order, which begin at the path's start.

    Raises:
        SubmissionError: where and how the walk differs.
    """
    places = frozenset({0})
    for step, (here, there) in enumerate(pairwise(walked), start=1):
        places = _next_places(path, places, there)
        if not places:
            raise SubmissionError(
                f"Step {step} of the walk, from {here} to {there}, leaves the path.",
                remedy="Walk along the path again and say the way; your recording is kept until then. "
                "If the path cannot be walked, report a problem.",
            )
    if len(path) - 1 in places:
        return
    where = "never left its start" if len(walked) == 1 else f"ends at {walked[-1]}"
    raise SubmissionError(
        f"The walk {where}, but the path's goal is {path[-1]}.",
        remedy="Go on to the end of the path and say the way; your recording is kept until then. "
        "If the path cannot be walked, report a problem.",
    )


def _next_places(path: Sequence[str], places: frozenset[int], there: str) -> frozenset[int]:
    beside = {place + step for place in places for step in (-1, 1)}
    return frozenset(place for place in beside if 0 <= place < len(path) and path[place] == there)
