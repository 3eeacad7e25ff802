"""Guide: sees a path, speaks instructions while walking it, types what was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pangea_server.errors import SubmissionError
from pangea_server.people.media_links import Media
from pangea_server.records import Artefact, GuideAnnotation, PathRecord, Record, Task, TaskState, padded
from pangea_server.schemas import GuideArgs
from pangea_server.stores.protocol import RecordStore, Transaction
from pangea_server.tasks.protocol import Answer, Voice


class GuideTask:
    kind = "guide"
    has_voice = True

    def args(self, task: Task, records: RecordStore, media: Media) -> dict[str, Any]:
        path = records.get(PathRecord, padded(task.path_id))
        return {"guide": GuideArgs(path=path.path, heading=path.heading)}

    def check(self, answer: Answer) -> None:
        if not (answer.submission.transcript or "").strip():
            raise SubmissionError("The transcript is empty.", remedy="Type what you said, then submit again.")

    def annotation(self, answer: Answer, trace: Artefact, voice: Voice | None) -> Record:
        if voice is None or answer.submission.transcript is None:
            raise SubmissionError("A Guide's answer needs a voice and a transcript.", remedy="Send both.")
        return GuideAnnotation(
            instruction_id=answer.task.number,
            annotator_id=answer.person.annotator_id,
            path_id=answer.path.path_id,
            split=answer.path.split,
            scan_id=answer.path.scan_id,
            language=answer.task.language,
            path=answer.path.path,
            heading=answer.path.heading,
            walked=answer.walked,
            instruction=answer.submission.transcript,
            duration=voice.duration,
            sample_rate=voice.sample_rate,
            voice=voice.artefact,
            pose_trace=trace,
            phases=answer.submission.phases,
            typing=answer.submission.typing,
            scores=answer.scores,
        )

    def follow_up(self, answer: Answer, transaction: Transaction) -> Sequence[Record]:
        """The Follower tasks of this instruction open, for everybody but its Guide."""
        waiting = transaction.find(
            Task, {"kind": "follower", "instruction_id": answer.task.number, "state": TaskState.WAITING}
        )
        opened = {"state": TaskState.OPEN, "guide_annotator_id": answer.person.annotator_id}
        return [follower.model_copy(update=opened) for follower in waiting]
