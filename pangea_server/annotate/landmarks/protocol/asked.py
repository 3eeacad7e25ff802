"""What a task about landmarks asks, as it is stored with the task: ids and digests, and no words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from pangea_server.annotate.landmarks.records import Mention, Shape, mention_id, transcript_digest

DIGEST = 12
"""Hexadecimal digits of a transcript's digest in a key."""


class Step(StrEnum):
    """The steps of the protocol; each kind of task about landmarks declares its own."""

    MENTION = "mention"
    LINK = "coref_link"
    VERIFY = "coref_verify"
    NEED = "box_need"
    DRAW = "box_draw"
    QUALITY = "box_quality"
    COVERAGE = "box_coverage"
    SAME_THING = "same_thing"
    CARRY = "carry"
    MEANT = "region_meant"


WITHOUT_WORDS = frozenset({Step.SAME_THING, Step.CARRY})
"""Steps that compare what is seen, for which no language is needed."""
PER_PAGE = {
    Step.MENTION: 1,
    Step.LINK: 10,
    Step.VERIFY: 5,
    Step.NEED: 10,
    Step.DRAW: 5,
    Step.QUALITY: 10,
    Step.COVERAGE: 10,
    Step.SAME_THING: 10,
    Step.CARRY: 20,
    Step.MEANT: 5,
}
"""Items of a page; of the first six those of Flickr30k Entities (Table 3)."""


@dataclass(frozen=True, slots=True)
class MentionKey:
    """A mention of one version of an instruction: its id says nothing once the transcript is corrected.

    No model: chains are found by millions of look-ups of such keys, and a model's hash takes four times as long.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")
    instruction_id: int
    start_char: int
    end_char: int
    digest: str

    @classmethod
    def of(cls, mention: Mention) -> MentionKey:
        return cls(
            instruction_id=mention.instruction_id,
            start_char=mention.start_char,
            end_char=mention.end_char,
            digest=mention.transcript_sha256[:DIGEST],
        )

    @property
    def mention_id(self) -> str:
        return mention_id(self.instruction_id, self.start_char, self.end_char)

    @property
    def order(self) -> tuple[int, int, int, str]:
        """By instruction, then by place; a mention before those inside it."""
        return self.instruction_id, self.start_char, -self.end_char, self.digest

    def is_of(self, transcript: str) -> bool:
        """Whether these are characters of this transcript."""
        return transcript_digest(transcript).startswith(self.digest)


class Foretold(BaseModel):
    """A region as it should be seen from another viewpoint; ``shape`` None: only that it should be seen there."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    from_region: str
    viewpoint_id: str
    shape: Shape | None


class Asked(BaseModel):
    """One item.

    Attributes:
        instruction: whose mentions are to be marked.
        digest: of that instruction's transcript.
        mentions: what is asked about; two for a link, a whole chain to verify it, else the chain's longest first.
        regions: what is asked about, by id: one to judge, two to compare, all that were drawn, or what is carried.
        beside: regions that are shown beside these.
        foretold: where the region is carried to.
        meant: what the Guide meant, to compare what is drawn with; no page is told.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    instruction: int | None = None
    digest: str = ""
    mentions: tuple[MentionKey, ...] = ()
    regions: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    foretold: Foretold | None = None
    meant: tuple[Foretold, ...] = ()

    def stored(self) -> dict[str, Any]:
        """As plain values, without what is empty."""
        return self.model_dump(mode="json", exclude_defaults=True)


class AskedPage(BaseModel):
    """``args`` of a task: its items, the viewpoints of their path, and the types of things that may be named."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    items: Annotated[tuple[Asked, ...], Field(min_length=1)]
    path: tuple[str, ...]
    reach: tuple[str, ...] = ()
    types: tuple[str, ...]
