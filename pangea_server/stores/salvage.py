"""Reading past damage: a store whose database is damaged gives what can still be read, and names what cannot.

A store may offer this for its records and its blobs; it is asked for after a ``DatabaseDamagedError``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from pangea_server.core.records import Record
from pangea_server.stores.protocol import BlobInfo

R = TypeVar("R", bound=Record)


@dataclass(frozen=True, slots=True)
class Lost:
    """Something that was stored and cannot be read; ``name`` is its id, or empty where nothing says how many there
    were and what they were called."""

    name: str
    reason: str


@runtime_checkable
class SalvagesRecords(Protocol):
    """Records of which some cannot be read."""

    def salvage(self, kind: type[R]) -> Iterator[R | Lost]:
        """All records of a kind in order of id; in the place of each that cannot be read, its name."""


@runtime_checkable
class SalvagesBlobs(Protocol):
    """Blobs of which some cannot be read."""

    def salvage(self) -> Iterator[BlobInfo | Lost]:
        """All blobs in order of name; in the place of each whose row cannot be read, its name."""


class Aside(Protocol):
    """The record that something in quarantine belongs to, as it was when that was stored."""

    @property
    def collection(self) -> str: ...

    @property
    def record_id(self) -> str: ...

    @property
    def document(self) -> str: ...


@runtime_checkable
class KeepsAside(Protocol):
    """Blobs of which some are in quarantine: no row knows them."""

    def owners_aside(self) -> Iterator[Aside]:
        """Whose they are, as far as they say it; ``scrub`` removes those that a tombstone names."""
