"""How far the landmarks of a campaign are: by kind, or by path and kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.stores.many import records_of
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


@dataclass(slots=True)
class LandmarkCounts:
    """Questions of one kind.

    Attributes:
        path_id: None for all paths together.
        open, held, done: that nobody has taken, that a person works on, that were answered.
        disputed: answers that wait for a reviewer, because several people's contradict each other, or a person wrote a
            comment.
    """

    campaign_id: str
    path_id: int | None
    kind: str
    open: int = 0
    held: int = 0
    done: int = 0
    disputed: int = 0


COUNTED = {TaskState.OPEN: "open", TaskState.LEASED: "held", TaskState.DONE: "done"}


def landmark_counts(records: RecordStore, campaign_id: str, *, by_path: bool = False) -> list[LandmarkCounts]:
    """A row for each kind in the protocol's order, path after path where these are wanted; none where nothing was
    asked."""
    tasks = [each for each in every(records, Task, {"campaign_id": campaign_id}) if _counts(each)]
    disputed = set(_disputed(records, [each.record_id for each in tasks if each.state is TaskState.DONE]))
    found: dict[tuple[int | None, str], LandmarkCounts] = {}
    for task in tasks:
        key = (task.path_id if by_path else None, task.kind)
        row = found.setdefault(key, LandmarkCounts(campaign_id, *key))
        items = task.args.get("items")
        count = len(items) if isinstance(items, list) else 0
        name = COUNTED[task.state]
        setattr(row, name, getattr(row, name) + count)
        row.disputed += task.record_id in disputed
    order = [step.value for step in Step]
    return sorted(found.values(), key=lambda row: (row.path_id or 0, order.index(row.kind)))


def _counts(task: Task) -> bool:
    return bool(declared(task.kind).step) and task.state in COUNTED and not task.check_item


def _disputed(records: RecordStore, task_ids: list[str]) -> Iterator[str]:
    for review in records_of(records, Review, task_ids, "task_id"):
        if review.disputed and review.state is ReviewState.PENDING:
            yield review.task_id
