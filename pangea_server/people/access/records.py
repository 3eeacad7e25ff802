"""People, their roles, and the browsers in which they are signed in."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from pangea_server.core.records import Record, now, padded

MOST_KEYS = 1000  # links and browsers of one person


class Role(StrEnum):
    """``people/access/policy.py`` says what each role may do."""

    ANNOTATOR = "annotator"
    REVIEWER = "reviewer"
    MANAGER = "manager"
    OWNER = "owner"


MOST_SPEECH_CHARACTERS = 100
MOST_LABEL_LENGTH = 160  # code points; a letter of many scripts has several


class Speech(BaseModel):
    """Dialect and region of a person's speech in a language (BCP 47), in their own words; they agreed that both are
    published with their voice."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    language: str
    dialect: Annotated[str, Field(max_length=MOST_SPEECH_CHARACTERS)] = ""
    region: Annotated[str, Field(max_length=MOST_SPEECH_CHARACTERS)] = ""
    agreed_at: datetime = Field(default_factory=now)


class Annotator(Record):
    """A person, known by a number, and the pools (teams) they work in.

    ``identity`` is the SHA-256 of their identity at a sign-in service or platform, ``member`` that of their id in a
    table of invitations. ``label`` is what the data team calls them, for
    itself alone: no file that leaves the store has it, and a withdrawal empties it.
    """

    collection: ClassVar[str] = "annotators"
    indexed: ClassVar[tuple[str, ...]] = ("identity", "member", "role")
    annotator_id: int
    role: Role
    languages: tuple[str, ...]
    pools: tuple[str, ...] = ()
    identity: str | None = None
    member: str | None = None
    created_at: datetime = Field(default_factory=now)
    withdrawn_at: datetime | None = None
    shut_out_at: datetime | None = None  # until they are invited again
    speech: tuple[Speech, ...] = ()
    label: Annotated[str, Field(max_length=MOST_LABEL_LENGTH)] = ""
    imported: bool = False  # known only from an imported file

    @property
    def record_id(self) -> str:
        return padded(self.annotator_id)


class TokenRecord(Record):
    """A person's token, of which only the SHA-256 is kept."""

    indexed: ClassVar[tuple[str, ...]] = ("annotator_id",)
    token_hash: str
    annotator_id: int
    created_at: datetime = Field(default_factory=now)
    expires_at: datetime

    @property
    def record_id(self) -> str:
        return self.token_hash


class Session(TokenRecord):
    """A browser in which a person is signed in."""

    collection: ClassVar[str] = "sessions"
