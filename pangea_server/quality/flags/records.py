"""Reports of the quality flags, and the index for finding similar transcripts."""

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
        rules: a digest of the rules and flags that made them.
        annotation_version: the version of the annotation that was checked.
        alignment_version: the version of its words' times; 0 if there were none yet.
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
        """The findings that a reviewer should check."""
        return tuple(finding for finding in self.findings if finding.raised)
