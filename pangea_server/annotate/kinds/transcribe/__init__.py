"""Transcribe: a person writes down what they hear in a Guide's voice, so that a voice has several transcripts.

The page gets only the voice, and neither the Guide's own transcript nor the path.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, FiniteFloat, JsonValue

from pangea_server.annotate.annotations.reading import voice_of
from pangea_server.annotate.kinds.answer_task import AnswerTask, TranscriptAnswer
from pangea_server.annotate.kinds.declaration import Dashboard, Declaration, KindWords, Trust
from pangea_server.annotate.kinds.follower import guide_of
from pangea_server.annotate.kinds.transcribe.checks import WordsWritten
from pangea_server.annotate.links.media import Media
from pangea_server.annotate.tasks.records import Task
from pangea_server.stores.protocol import RecordStore


class TranscribeArgs(BaseModel):
    """The voice to write down: its address, and its length in seconds."""

    voice_url: str
    voice_duration: FiniteFloat


class TranscribeTask(AnswerTask[TranscribeArgs, TranscriptAnswer]):
    kind = "transcribe"
    has_walk = False
    Args = TranscribeArgs
    Answer = TranscriptAnswer
    declares = Declaration(
        words=KindWords(per_guide="transcripts_per_guide", taken_back=True, written=True),
        trust=Trust(check=WordsWritten()),
        dashboard=Dashboard(no_success="What was heard is compared between people: pangea agreement."),
    )

    def args(self, task: Task, records: RecordStore, media: Media) -> TranscribeArgs:
        guide = guide_of(task, records)
        return TranscribeArgs(
            voice_url=media.voice_url(guide.instruction_id), voice_duration=voice_of(guide)[1]
        )

    def about(self, task: Task) -> Mapping[str, JsonValue]:
        return {"instruction_id": task.instruction_id}
