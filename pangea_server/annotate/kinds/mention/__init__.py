"""Mention: a person marks what names something in a Guide's words.

The protocol asks for its tasks (``annotate/landmarks/protocol``); the wire form is in ``wire.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.kinds.landmark_made import BY_MACHINE, Made
from pangea_server.annotate.kinds.landmark_task import LandmarkTask, landmark_declaration
from pangea_server.annotate.kinds.landmark_view import Showing
from pangea_server.annotate.kinds.mention.proposals import Proposing
from pangea_server.annotate.kinds.mention.spans import refuse_spans
from pangea_server.annotate.kinds.mention.wire import MentionAnswer, MentionArgs
from pangea_server.annotate.kinds.protocol import Submitted
from pangea_server.annotate.landmarks.protocol.asked import Asked, AskedPage, Step
from pangea_server.annotate.landmarks.records import transcript_digest
from pangea_server.annotate.links.media import Media
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.errors import SubmissionError
from pangea_server.core.records import Record, padded
from pangea_server.stores.protocol import RecordStore, Transaction


class MentionTask(LandmarkTask[MentionArgs, MentionAnswer]):
    kind = "mention"
    Args = MentionArgs
    Answer = MentionAnswer
    declares = landmark_declaration(Step.MENTION, minimum=0.80)

    def args(self, task: Task, records: RecordStore, media: Media) -> MentionArgs:
        page = super().args(task, records, media)
        proposing = Proposing.of(task, records, page.types)
        return page.model_copy(update={"items": tuple(map(proposing.filled, page.items))})

    def shown(self, item: Asked, showing: Showing) -> Mapping[str, Any]:
        assert item.instruction is not None, "the protocol asks about instructions"
        return {"sentence": showing.sentence(item.instruction, item.digest)}

    def follow_up(self, submitted: Submitted, transaction: Transaction) -> Sequence[Record]:
        """Nothing to replace; refuses spans that the words do not have, now that the words can be read."""
        page, answer = AskedPage.model_validate(submitted.task.args), self._answer(submitted)
        for item, marked in zip(page.items, answer.answers, strict=True):
            if marked is None:
                raise SubmissionError(
                    f"The words of instruction {item.instruction} were left out.",
                    remedy="Mark them as they are now, or give the task back.",
                )
            text = _text(submitted.task, transaction, item.instruction or 0)
            if text is None or transcript_digest(text) != marked.transcript_sha256:
                raise SubmissionError(
                    f"The words of instruction {item.instruction} were corrected or withdrawn meanwhile.",
                    remedy="Ask for a task again.",
                )
            refuse_spans(text, marked.mentions)
        return ()


def _text(task: Task, transaction: Transaction, instruction_id: int) -> str | None:
    """The words that the task is about; None where they are gone."""
    made = task.args.get(BY_MACHINE)
    if made is not None:
        return Made.model_validate(made).words[instruction_id].transcript
    words = transaction.get(GuideAnnotation, padded(instruction_id))
    return words.transcript if words else None
