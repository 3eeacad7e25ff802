"""What people are asked to agree to, and who agreed to it."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from pydantic import Field

from pangea_server.core.records import Record, now, padded


class ConsentText(Record):
    """What people are asked to agree to, in Markdown by language (BCP 47). A changed text is a new version."""

    collection: ClassVar[str] = "consent_texts"
    version: int
    texts: dict[str, str]
    retention_days: int | None  # after which data collected under this version is removed
    published_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return padded(self.version)


class ConsentReceipt(Record):
    """Who agreed to which version, in which language, when. It is kept after a withdrawal as proof."""

    collection: ClassVar[str] = "consent_receipts"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id",)
    annotator_id: int
    version: int
    language: str
    sha256: str  # of the text that was shown
    agreed_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return f"{padded(self.annotator_id)}-{padded(self.version)}"
