"""The record of what came in, so that the same file costs little when it is imported again."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from pangea_server.core.records import Record


class ImportedRows(Record):
    """Some hundred entries that came in together, and what the store had of them then.

    Attributes:
        digest: of the entries and of the traces and voices beside them; what was said cannot be read from it.
        seals: a digest of the seals of their records, and of the instructions that walks among them follow.
        scans: the ids of the scans that they walk.
        places: a digest of the graphs of these.
        notes: remarks for the user, with the number of entries that each is about.
    """

    collection: ClassVar[str] = "imported_rows"
    digest: str
    seals: str
    scans: tuple[str, ...]
    places: str
    notes: dict[str, int] = Field(default_factory=dict)

    @property
    def record_id(self) -> str:
        return self.digest
