"""What a page about landmarks is shown of words and regions that a machine made, for its check items.

They are stored with the task itself and nowhere else, so nothing of them is ever taken for what people said or drew.
"""

from __future__ import annotations

from functools import cached_property

from pydantic import BaseModel, ConfigDict

from pangea_server.annotate.kinds.landmark_view import RIGHT_TO_LEFT, why_unseen
from pangea_server.annotate.kinds.landmark_wire import GuideLook, Phrase, Sentence, ShownRegion
from pangea_server.annotate.landmarks.protocol.asked import MentionKey
from pangea_server.annotate.landmarks.records import Shape, transcript_digest
from pangea_server.annotate.landmarks.wire import ShapeView
from pangea_server.core.errors import RecordNotFoundError

BY_MACHINE = "made"
"""The key of ``Task.args`` under which all this is; no page is told."""


class MadeMention(BaseModel):
    """What is known of a mention besides its place: ``look`` is where the speaker looked as they began to say it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    head: tuple[int, int] | None = None
    types: tuple[str, ...] = ()
    look: GuideLook | None = None


class MadeRegion(BaseModel):
    """A region, under an id as people's regions have it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    viewpoint_id: str
    shape: Shape


class MadeWords(BaseModel):
    """An instruction that nobody said."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    language: str
    transcript: str


class Made(BaseModel):
    """Everything that the items of one page need: instructions by number, mentions and regions by id.

    As ``Showing``: without voices and times, since nobody spoke.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    words: dict[int, MadeWords]
    mentions: dict[str, MadeMention] = {}
    drawn: dict[str, MadeRegion] = {}

    def sentence(self, instruction_id: int, digest: str) -> Sentence:
        return self._sentences[instruction_id]

    def phrase(self, key: MentionKey, *, looks: bool = True) -> Phrase:
        sentence, known = self._sentences[key.instruction_id], self.mentions[key.mention_id]
        seen = (known.look,) if looks and known.look else ()
        return Phrase(
            mention_id=key.mention_id,
            sentence=sentence,
            start_char=key.start_char,
            end_char=key.end_char,
            text=sentence.transcript[key.start_char : key.end_char],
            head=known.head,
            types=known.types,
            looks=seen,
            unseen=None if seen else why_unseen(looks, timed=False),
        )

    def region(self, region_id: str) -> ShownRegion:
        """Raises RecordNotFoundError: there is none of this id."""
        if region_id not in self.drawn:
            raise RecordNotFoundError(f"There is no region {region_id}.", remedy="Ask for a task again.")
        told = self.drawn[region_id].model_dump(mode="json")
        shape: ShapeView = told["shape"]
        return ShownRegion(region_id=region_id, viewpoint_id=told["viewpoint_id"], shape=shape)

    def regions(self, region_ids: tuple[str, ...]) -> tuple[ShownRegion, ...]:
        return tuple(map(self.region, region_ids))

    @cached_property
    def _sentences(self) -> dict[int, Sentence]:
        return {number: _sentence(number, words) for number, words in self.words.items()}


def _sentence(number: int, words: MadeWords) -> Sentence:
    return Sentence(
        instruction_id=number,
        transcript=words.transcript,
        transcript_sha256=transcript_digest(words.transcript),
        language=words.language,
        direction="rtl" if words.language.partition("-")[0].lower() in RIGHT_TO_LEFT else "ltr",
        voice_url=None,
        voice_duration=None,
        untimed="not_aligned",
    )
