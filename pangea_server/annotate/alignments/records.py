"""When each word was said: of a Guide, and of everybody else who spoke and wrote it down."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Literal

from pydantic import Field, FiniteFloat

from align import AlignmentReport, Stretch
from pangea_server.annotate.alignments.word_columns import GroundedWords
from pangea_server.core.records import SENT_WHOLE, Record, now, padded


class AlignmentRecord(Record):
    """The newest version of the timed words of one annotation; ``AlignmentVersion`` has a Guide's earlier versions.

    ``unwritten`` is what was said but not written; it is None where the engine cannot tell, and once a person has
    changed the transcript. ``made_by`` is the annotator_id of the person who corrected or restored the words on the
    replay page or imported them as a file, 0 for a file whose importer nobody named, and None for the aligner;
    ``restored`` is the version that this one is a copy of.
    """

    model_config = SENT_WHOLE
    collection: ClassVar[str] = "alignments"
    indexed: ClassVar[tuple[str, ...]] = ("engine", "state")
    task_id: str
    version: int = 1
    engine: str
    state: Literal["aligned", "failed", "outdated"]  # outdated: the transcript was corrected since
    reason: str = ""  # why it failed
    fault: str = ""  # the error's code
    timed_instruction: GroundedWords = Field(default=(), validate_default=True)
    edit_distance: FiniteFloat | None = None
    unwritten: tuple[Stretch, ...] | None = None
    report: AlignmentReport | None = None
    made_by: int | None = None
    restored: int | None = None
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.task_id


class AlignmentVersion(AlignmentRecord):
    """An earlier version of an alignment, before it was aligned again, or corrected or restored by a person."""

    collection: ClassVar[str] = "alignment_versions"
    indexed: ClassVar[tuple[str, ...]] = ("task_id",)

    @property
    def record_id(self) -> str:
        return f"{self.task_id}-{padded(self.version)}"
