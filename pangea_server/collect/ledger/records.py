"""Records of working time and of pay."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

from pangea_server.core.records import Record, now

WorkSource = Literal["task", "recording", "chunk", "draft", "page", "submit"]


class SignOfWork(BaseModel):
    """When the server saw a person working on a lease: seconds since the lease began, by the server's clock."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    time: FiniteFloat
    source: WorkSource
    phase: str = ""


class Attendance(Record):
    """The signs of work under one lease, in the order in which they were seen."""

    collection: ClassVar[str] = "attendance"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id",)
    lease_id: str
    annotator_id: int
    began_at: datetime
    signs: tuple[SignOfWork, ...]

    @property
    def record_id(self) -> str:
        return self.lease_id


class LedgerEntry(Record):
    """An amount that a person earned (positive) or was paid (negative), in minor units; added and never changed.

    ``lease_id`` is the attempt that it is for. Entries are kept after a withdrawal, as records of payments.
    """

    collection: ClassVar[str] = "ledger"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id",)
    entry_id: str
    annotator_id: int
    kind: Literal["accepted", "rejected", "partial", "bonus", "correction", "paid"]
    amount: int
    currency: str
    reason: str
    lease_id: str | None = None
    active_seconds: FiniteFloat | None = None
    actor: int | None = None  # None for the command line
    at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.entry_id
