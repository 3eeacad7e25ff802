"""What every record is made of, and the two kinds that serve the store itself."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import ClassVar

from pydantic import BaseModel, ConfigDict


def now() -> datetime:
    """The current time, aware, in UTC."""
    return datetime.now(UTC)


SENT_WHOLE = ConfigDict(json_schema_serialization_defaults_required=True)
"""Of a model that sends a record or a dataclass as it is: the schema says that fields with defaults are always sent."""


class Record(BaseModel):
    """A small document. ``collection`` names its kind, ``indexed`` the fields that a store can search by.

    Of a kind that is ``only_added`` no store replaces or removes a record.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
    collection: ClassVar[str]
    indexed: ClassVar[tuple[str, ...]] = ()
    only_added: ClassVar[bool] = False

    @property
    def record_id(self) -> str:
        raise NotImplementedError


def padded(number: int) -> str:
    """Integer ids as record ids whose code-point order is their numeric order (RxR pads to six digits as well)."""
    return f"{number:06d}"


class Counter(Record):
    """The last number given out under a name."""

    collection: ClassVar[str] = "counters"
    name: str
    value: int

    @property
    def record_id(self) -> str:
        return self.name


class Artefact(BaseModel):
    """A stored blob that belongs to an annotation."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    blob: str
    size: int
    sha256: str


class SigningKey(Record):
    """A secret of all servers of one store, in base64."""

    collection: ClassVar[str] = "signing_keys"
    name: str
    secret: str

    @property
    def record_id(self) -> str:
        return self.name
