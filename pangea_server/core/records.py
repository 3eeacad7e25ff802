"""The base of every record, and the two kinds that the store itself needs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict


def now() -> datetime:
    """The current time in UTC, timezone-aware."""
    return datetime.now(UTC)


def shared_fields(source: object, names: Iterable[str]) -> dict[str, Any]:
    """The values that ``source`` has under these names; names that it does not have are left out."""
    return {name: getattr(source, name) for name in names if hasattr(source, name)}


SENT_WHOLE = ConfigDict(json_schema_serialization_defaults_required=True)
"""The configuration of a model that sends a record or a dataclass unchanged: the schema says that fields with
defaults are always sent."""


STORED = {"stored": True}
"""The context in which a record is serialised for a store; elsewhere a field may be written in another form."""


class Record(BaseModel):
    """A small document. ``collection`` names its kind, ``indexed`` the fields that a store can search by.

    A store never replaces or removes a record of a kind that is ``only_added``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
    collection: ClassVar[str]
    indexed: ClassVar[tuple[str, ...]] = ()
    only_added: ClassVar[bool] = False

    @property
    def record_id(self) -> str:
        raise NotImplementedError


def own_id(person: int, chosen: str) -> str:
    """The record id for an id that a person's page chose: nobody else's page can find out whether it is taken."""
    return f"{padded(person)}-{chosen}"


def padded(number: int) -> str:
    """An integer id as a record id whose code-point order is the numeric order (RxR pads to six digits as well)."""
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
    """A secret that all servers of one store share, in base64."""

    collection: ClassVar[str] = "signing_keys"
    name: str
    secret: str

    @property
    def record_id(self) -> str:
        return self.name
