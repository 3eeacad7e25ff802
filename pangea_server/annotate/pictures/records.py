"""Which panoramas a person asked for."""

from __future__ import annotations

from datetime import date, datetime
from typing import ClassVar

from pangea_server.core.records import Record, padded

MOST_SEEN = 5000  # panoramas in one record, so that it stays a small document


class SeenPictures(Record):
    """The panoramas that a person asked for in one task, each with the first time.

    Pictures that belong to no task (a practice or training walk, a replay) are noted by person, scan and day (UTC):
    then ``lease_id`` and ``task_id`` are None. ``is_complete``: False when more than ``MOST_SEEN`` were asked for, and
    the later ones are missing.
    """

    collection: ClassVar[str] = "seen_pictures"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "scan_id")
    seen_id: str
    annotator_id: int
    scan_id: str
    lease_id: str | None = None
    task_id: str | None = None
    first_seen: dict[str, datetime]
    is_complete: bool = True

    @property
    def record_id(self) -> str:
        return self.seen_id

    @property
    def began_at(self) -> datetime:
        return min(self.first_seen.values())

    def with_seen(self, first_seen: dict[str, datetime]) -> SeenPictures:
        """The same with more panoramas; of two times, the earlier counts."""
        merged = dict(self.first_seen)
        for viewpoint_id, at in first_seen.items():
            if viewpoint_id in merged or len(merged) < MOST_SEEN:
                merged[viewpoint_id] = min(at, merged.get(viewpoint_id, at))
        complete = self.is_complete and merged.keys() >= first_seen.keys()
        return self.model_copy(update={"first_seen": merged, "is_complete": complete})


def without_task(annotator_id: int, scan_id: str, day: date) -> str:
    """The id of a record of pictures that belong to no task."""
    return f"{padded(annotator_id)}-{day.isoformat()}-{scan_id}"
