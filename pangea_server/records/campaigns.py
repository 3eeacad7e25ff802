"""Where a campaign takes place."""

from __future__ import annotations

from typing import ClassVar

from pydantic import FiniteFloat

from pangea_server.records.base import Record, padded


class ScanRecord(Record):
    """A scan that this store has tasks in."""

    collection: ClassVar[str] = "scans"
    scan_id: str
    environment: str
    viewpoint_count: int

    @property
    def record_id(self) -> str:
        return self.scan_id


class PathRecord(Record):
    """A path to be described. ``heading`` (radians) is where the Guide looks at first."""

    collection: ClassVar[str] = "paths"
    indexed: ClassVar[tuple[str, ...]] = ("scan_id",)
    path_id: int
    scan_id: str
    path: tuple[str, ...]
    heading: FiniteFloat
    split: str = "train"

    @property
    def record_id(self) -> str:
        return padded(self.path_id)
