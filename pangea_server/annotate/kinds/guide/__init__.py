"""Guide: a person who sees a path, speaks instructions while walking it, and types what they said."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, FiniteFloat

from pangea_server.annotate.alignments.records import AlignmentRecord, AlignmentVersion
from pangea_server.annotate.annotations.records import GuideAnnotation, GuideVersion
from pangea_server.annotate.annotations.transcripts import TranscriptBands
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.declaration import Dashboard, Declaration, KindWords, Trust, Turns
from pangea_server.annotate.kinds.guide.checks import PathsDescribed
from pangea_server.annotate.kinds.protocol import Submitted, Voice
from pangea_server.annotate.kinds.wire import Submission
from pangea_server.annotate.links.media import Media
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.core.errors import SubmissionError
from pangea_server.core.records import Artefact, Record, padded, shared_fields
from pangea_server.core.visible_text import is_visible
from pangea_server.stores.protocol import RecordStore, Transaction

MOST_BELONGINGS = 1000  # versions of an alignment or of a transcript, tasks about one Guide's words

TAKEN_OVER = (Submission.model_fields.keys() & GuideAnnotation.model_fields.keys()) - {"voice"}
"""Fields that the record takes from the submission as they are; its voice is where the stream was stored."""


def belongings(transaction: Transaction, number: int) -> Sequence[Record]:
    """The records that were made from a Guide's words."""
    found: tuple[Record | None, ...] = (
        transaction.get(TranscriptBands, padded(number)),
        transaction.get(AlignmentRecord, padded(number)),
        *transaction.find(AlignmentVersion, {"instruction_id": number}, limit=MOST_BELONGINGS),
        *transaction.find(GuideVersion, {"instruction_id": number}, limit=MOST_BELONGINGS),
    )
    return [record for record in found if record]


class GuideArgs(BaseModel):
    """What a Guide is shown: the reference path. ``heading`` (radians) is the direction of the first view."""

    path: tuple[str, ...]
    heading: FiniteFloat


class GuideTask:
    kind = "guide"
    has_voice = True
    has_walk = True
    static: Path | None = None
    declares = Declaration(
        record=GuideAnnotation,
        counter="instructions",
        words=KindWords(given=True),
        turns=Turns(rotates=True),
        trust=Trust(check=PathsDescribed(), trained=True, least_passed=0.6),
        dashboard=Dashboard(speaks=True, no_success="A Guide's own walk shows the path, and is no trial."),
        flagged_as="described",
        correctable=True,
        aligned=True,
        learners_again=True,
        belongings=belongings,
    )

    def args(self, task: Task, records: RecordStore, media: Media) -> GuideArgs:
        path = records.get(PathRecord, padded(task.path_id))
        return GuideArgs(path=path.path, heading=path.heading)

    def check(self, submitted: Submitted) -> None:
        """A Guide's walk may be any; the rest is checked in ``check_sent``."""

    def check_sent(self, submitted: Submitted) -> None:
        if not is_visible(submitted.submission.transcript or ""):
            raise SubmissionError("The transcript is empty.", remedy="Type what you said, then submit again.")

    def annotation(self, submitted: Submitted, trace: Artefact | None, voice: Voice | None) -> Record:
        if voice is None or submitted.submission.transcript is None:
            raise SubmissionError("A Guide's answer needs a voice and a transcript.", remedy="Send both.")
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
            duration=voice.duration,
            sample_rate=voice.sample_rate,
            voice=voice.artefact,
            pose_trace=trace,
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
