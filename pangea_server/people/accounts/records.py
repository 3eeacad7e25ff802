"""Links that let people in."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from pydantic import Field

from pangea_server.core.records import Record, now


class Invite(Record):
    """A link that lets one person in once. Only the SHA-256 of its token is kept."""

    collection: ClassVar[str] = "invites"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id",)
    token_hash: str
    annotator_id: int
    created_at: datetime = Field(default_factory=now)
    expires_at: datetime
    session_hash: str | None = None  # of the session for which it was exchanged

    @property
    def record_id(self) -> str:
        return self.token_hash
