"""Marks that a record was removed for good."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Literal

from pydantic import Field

from pangea_server.core.records import Record, now


class Tombstone(Record):
    """Marks that this record was removed for good; neither it nor its blobs may ever be restored.

    The blobs of a recording are those below ``recordings/{removed_id}/``.
    """

    collection: ClassVar[str] = "tombstones"
    removed_from: str
    removed_id: str
    reason: Literal["withdrawn", "retention"]
    removed_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return f"{self.removed_from}:{self.removed_id}"
