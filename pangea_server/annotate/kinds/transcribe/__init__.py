"""Transcribe: a person writes down what they hear in a Guide's voice, so that a voice has several transcripts.

The page gets only the voice, and neither the Guide's own transcript nor the path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel, FiniteFloat, JsonValue

from pangea_server.annotate.annotations.lookups import voice_of
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.answer_task import AnswerTask, TranscriptAnswer
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.check_scores import CheckVerdict
from pangea_server.annotate.kinds.checks import Collected, KnownItem
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.follower import guide_of
from pangea_server.annotate.kinds.guide.checks import understood, words_item
from pangea_server.annotate.kinds.wording import chrf
from pangea_server.annotate.links.media import Media
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.records import padded
from pangea_server.stores.protocol import RecordStore

LEAST_LIKENESS = 0.6
"""chrF. Our choice, not measured: two transcripts of one voice share nearly all character n-grams, and words about
another path share few."""


class WordsWritten:
    """Check items from voices that a person has already written down, and whose words are known to be good."""

    def items(self, kind: str, collected: Collected) -> Iterator[CheckItem]:
        written = {done.instruction_id for done in collected.of(kind) if not done.check_item}
        for guide, _ in understood(collected):
            if guide.number in written:
                item = words_item(kind, collected.campaign_id, [guide])
                yield item.model_copy(update={"item_id": f"{kind}-{padded(guide.number)}"})

    def verdict(self, answer: Annotation, known: KnownItem) -> CheckVerdict:
        """Whether the transcript is what the Guide wrote, apart from spelling."""
        if not known.references:
            return CheckVerdict(None, "the Guide's words are gone")
        likeness = max(chrf(answer.transcript, reference) for reference in known.references)
        return CheckVerdict(likeness >= LEAST_LIKENESS, f"chrF {likeness:.2f}, {LEAST_LIKENESS:.2f} needed")


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
        per_guide="transcripts_per_guide",
        transcribes=True,
        removed_with_words=True,
        check=WordsWritten(),
    )

    def args(self, task: Task, records: RecordStore, media: Media) -> TranscribeArgs:
        guide = guide_of(task, records)
        return TranscribeArgs(
            voice_url=media.voice_url(guide.instruction_id), voice_duration=voice_of(guide)[1]
        )

    def about(self, task: Task) -> Mapping[str, JsonValue]:
        return {"instruction_id": task.instruction_id}
