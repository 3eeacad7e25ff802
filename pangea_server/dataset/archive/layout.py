"""The layout of an archive: a plain tar file whose bytes depend only on the stored data.

``pangea-archive.json``     the version of this layout
``records/{kind}.jsonl``    the records of each kind, one a line, in order of id
``blobs/{name}``            the blobs, in order of name
``damaged/{name}``          what is left of a blob that was damaged in the store, for people to look at; never restored
``manifest.jsonl``          length and SHA-256 of each member above, in their order; then the blobs and records that
                            were damaged in the store; last, how many records and blobs there are
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from pydantic import BaseModel, ConfigDict

from pangea_server.core.records import Record
from pangea_server.dataset.collections import RECORDS

VERSION = 1
HEAD = "pangea-archive.json"
MANIFEST = "manifest.jsonl"
RECORD_FILES: dict[str, type[Record]] = {
    f"records/{kind.collection}.jsonl": kind for kind in sorted(RECORDS, key=lambda kind: kind.collection)
}
BLOBS = "blobs/"
DAMAGED = "damaged/"
HEAD_TEXT = (json.dumps({"format": "pangea-archive", "version": VERSION}) + "\n").encode()


class ArchiveMember(BaseModel):
    """A line of the manifest: one member; ``records`` is how many lines a record file has."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str
    size: int
    sha256: str
    records: int | None = None

    def line(self) -> bytes:
        return self.model_dump_json(exclude_none=True).encode() + b"\n"


class Damage(BaseModel):
    """A line of the manifest: a blob or record that was damaged in the store, and what was found instead.

    ``size`` and ``sha256`` are those of the blob's sound bytes; of a record they are not known.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    damaged: str
    size: int = 0
    sha256: str = ""
    reason: str

    def line(self) -> bytes:
        return self.model_dump_json().encode() + b"\n"


@dataclass(slots=True)
class Totals:
    """The totals of an archive; ``size`` in bytes, of records and blobs."""

    records: int = 0
    blobs: int = 0
    size: int = 0

    def __str__(self) -> str:
        return f"{self.records} records and {self.blobs} blobs, {self.size / 1e6:.1f} MB"

    def add(self, member: ArchiveMember) -> None:
        if member.name.startswith(DAMAGED):
            return
        self.records += member.records or 0
        self.blobs += member.name.startswith(BLOBS)
        self.size += member.size

    def line(self) -> bytes:
        """The last line of the manifest."""
        return json.dumps({"total": asdict(self)}).encode() + b"\n"
