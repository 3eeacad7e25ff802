"""Tasks whose answers do not count are asked for again, under new numbers; their own numbers stay what they were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pangea_server.numbering import counter_of, take_numbers
from pangea_server.records import Task, TaskState
from pangea_server.stores.protocol import RecordStore

GONE = frozenset({TaskState.WITHDRAWN, TaskState.RETIRED})
CLOSED = {"state": TaskState.WITHDRAWN, "lease_id": None, "lease_expires_at": None}
Numbers = Mapping[str, Sequence[int]]
"""New task numbers by kind."""


def numbers_for_again(records: RecordStore, task: Task) -> Numbers:
    """Numbers for a task that takes the place of this one, and for its Follower tasks when it is a Guide's.

    None for words that failed: they were asked for again when they did (``sending_back.py``).
    """
    if task.state is TaskState.RETIRED:
        return {}
    followers = records.count(Task, {"instruction_id": task.number}) if task.kind == "guide" else 0
    numbers = {task.kind: take_numbers(records, counter_of(task.kind), 1)}
    return (
        numbers | {"follower": take_numbers(records, "demonstrations", followers)} if followers else numbers
    )


def asked_again(task: Task, followers: Sequence[Task], numbers: Numbers) -> tuple[Task, ...]:
    """The task anew, open for somebody; a Guide's with as many Follower tasks, which wait for its words.

    Nothing where there are no numbers for it.
    """
    if task.kind not in numbers:
        return ()
    fresh = {"state": TaskState.OPEN, "lease_id": None, "lease_expires_at": None}
    new = task.model_copy(update=fresh | {"number": numbers[task.kind][0]})
    if task.kind != "guide":
        return (new,)
    waiting = fresh | {"state": TaskState.WAITING, "instruction_id": new.number, "guide_annotator_id": None}
    return (
        new,
        *(
            follower.model_copy(update=waiting | {"number": number})
            for follower, number in zip(_needed(followers), numbers.get("follower", ()), strict=False)
        ),
    )


def closed(tasks: Sequence[Task]) -> tuple[Task, ...]:
    """Those of them that were not answered yet, as nobody's any more."""
    return tuple(
        task.model_copy(update=CLOSED) for task in tasks if task.state not in GONE | {TaskState.DONE}
    )


def _needed(tasks: Sequence[Task]) -> list[Task]:
    """Without check items: their Guide is no known one any more."""
    return [task for task in tasks if task.state not in GONE and not task.check_item]
