"""Who did what to whom."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Literal

from pydantic import Field

from pangea_server.core.records import SENT_WHOLE, Record, now

Action = Literal[
    "enrolled",
    "invited",
    "revoked",
    "role changed",
    "labelled",
    "withdrawn",
    "retention",
    "refused",
    "consent text",
    "campaign",
    "accept",
    "reject",
    "send_back",
    "reopen",
    "correct",
    "mended",
    "imported",
    "appeal reinstated",
    "appeal upheld",
    "vote settled",
    "answered",
]


class AuditEntry(Record):
    """Who did what to whom, by number; entries are added and never changed. ``actor`` is None for the command line."""

    model_config = SENT_WHOLE
    collection: ClassVar[str] = "audit"
    only_added: ClassVar[bool] = True
    entry_id: str
    at: datetime = Field(default_factory=now)
    actor: int | None
    action: Action
    subject: int | None
    detail: str = ""

    @property
    def record_id(self) -> str:
        return self.entry_id
