"""What the quality flags found, and where transcripts are looked up by likeness."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

from pangea_server.annotate.alignments.records import StretchRecord
from pangea_server.annotate.annotations.records import report_id
from pangea_server.annotate.tasks.records import TaskKind
from pangea_server.core.records import Record, now, padded


class FindingRecord(BaseModel):
    """One flag's; ``flags.protocol.Finding`` says what each field means."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    flag: str
    raised: bool | None
    why: str
    value: FiniteFloat | None
    unit: str
    threshold: FiniteFloat | None
    stretches: tuple[StretchRecord, ...]


class FlagReport(Record):
    """All findings about one annotation.

    Attributes:
        rules: names the rules and flags that they were made with.
        annotation_version: of the annotation as it was looked at.
        alignment_version: of its words' times; 0 where there were none yet.
    """

    collection: ClassVar[str] = "flag_reports"
    kind: TaskKind
    annotation_id: int
    rules: str
    annotation_version: int
    alignment_version: int
    findings: tuple[FindingRecord, ...]
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return report_id(self.kind, self.annotation_id)

    @property
    def raised(self) -> tuple[FindingRecord, ...]:
        """What a reviewer should look at."""
        return tuple(finding for finding in self.findings if finding.raised)


class TranscriptBands(Record):
    """A Guide's transcript as keys of which those of similar transcripts share some (``flags/near_copies.py``)."""

    collection: ClassVar[str] = "transcript_bands"
    indexed: ClassVar[tuple[str, ...]] = tuple(f"band_{index}" for index in range(16))
    instruction_id: int
    band_0: str
    band_1: str
    band_2: str
    band_3: str
    band_4: str
    band_5: str
    band_6: str
    band_7: str
    band_8: str
    band_9: str
    band_10: str
    band_11: str
    band_12: str
    band_13: str
    band_14: str
    band_15: str

    @property
    def record_id(self) -> str:
        return padded(self.instruction_id)
