"""People, how they come in, what they agreed to, and what was removed for their sake."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import Field

from pangea_server.records.base import Record, now, padded


class Role(StrEnum):
    """What each may do is said in ``people/policy.py``."""

    ANNOTATOR = "annotator"
    REVIEWER = "reviewer"
    MANAGER = "manager"
    OWNER = "owner"


class Annotator(Record):
    """A person, known by a number, and the pools (teams) they work in.

    ``identity`` is the SHA-256 of who a sign-in service says they are.
    """

    collection: ClassVar[str] = "annotators"
    indexed: ClassVar[tuple[str, ...]] = ("identity", "role")
    annotator_id: int
    role: Role
    languages: tuple[str, ...]
    pools: tuple[str, ...] = ()
    identity: str | None = None
    created_at: datetime = Field(default_factory=now)
    withdrawn_at: datetime | None = None
    imported: bool = False  # known from an imported file alone

    @property
    def record_id(self) -> str:
        return padded(self.annotator_id)


class Invite(Record):
    """A link that lets one person in once. Only the SHA-256 of its token is kept."""

    collection: ClassVar[str] = "invites"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id",)
    token_hash: str
    annotator_id: int
    created_at: datetime = Field(default_factory=now)
    expires_at: datetime
    session_hash: str | None = None  # of the session that it was exchanged for

    @property
    def record_id(self) -> str:
        return self.token_hash


class Session(Record):
    """A browser in which a person is signed in. Only the SHA-256 of its token is kept."""

    collection: ClassVar[str] = "sessions"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id",)
    token_hash: str
    annotator_id: int
    created_at: datetime = Field(default_factory=now)
    expires_at: datetime

    @property
    def record_id(self) -> str:
        return self.token_hash


class ConsentText(Record):
    """What people are asked to agree to, in Markdown by language (BCP 47). Another text is another version."""

    collection: ClassVar[str] = "consent_texts"
    version: int
    texts: dict[str, str]
    retention_days: int | None  # after which what was collected under this version is removed
    published_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return padded(self.version)


class ConsentReceipt(Record):
    """Who agreed to which version, in which language, when. It outlives a withdrawal, as proof of what was agreed."""

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


class Tombstone(Record):
    """This record of this collection was removed for good; nothing may bring it or its blobs back.

    A recording's blobs are those below ``recordings/{removed_id}/``.
    """

    collection: ClassVar[str] = "tombstones"
    removed_from: str
    removed_id: str
    reason: Literal["withdrawn", "retention"]
    removed_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return f"{self.removed_from}:{self.removed_id}"


Action = Literal[
    "enrolled",
    "invited",
    "revoked",
    "role changed",
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
    "appeal reinstated",
    "appeal upheld",
]


class AuditEntry(Record):
    """Who did what to whom, by number; entries are added and never changed. ``actor`` is None for the command line."""

    collection: ClassVar[str] = "audit"
    only_added: ClassVar[bool] = True
    entry_id: str
    actor: int | None
    action: Action
    subject: int | None
    detail: str = ""
    at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.entry_id
