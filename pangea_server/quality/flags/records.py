"""What the quality flags found, and where transcripts are looked up by likeness."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from pydantic import Field

from pangea_server.annotate.annotations.records import report_id
from pangea_server.annotate.tasks.records import TaskKind
from pangea_server.core.records import Record, now
from pangea_server.quality.flags.protocol import Finding


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
    findings: tuple[Finding, ...]
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return report_id(self.kind, self.annotation_id)

    @property
    def raised(self) -> tuple[Finding, ...]:
        """What a reviewer should look at."""
        return tuple(finding for finding in self.findings if finding.raised)
