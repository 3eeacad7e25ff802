"""Tasks whose answers do not count are given out again under new numbers; the old tasks keep their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pangea_server.annotate.assignment.seats import FREE
from pangea_server.annotate.kinds.kinds import declared, kinds_about_words
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import RecordReader, RecordStore, Transaction

MOST_TASKS = 1000  # tasks about one Guide
GONE = frozenset({TaskState.WITHDRAWN, TaskState.RETIRED})
CLOSED = {"state": TaskState.WITHDRAWN, "lease_id": None, "lease_expires_at": None}
Numbers = Mapping[str, Sequence[int]]
"""New task numbers by kind."""


def tasks_about(records: RecordReader | Transaction, task: Task) -> Sequence[Task]:
    """The tasks that are about the words of this one; none where its kind gives no words."""
    if not declared(task.kind).gives_words:
        return ()
    return records.find(Task, {"instruction_id": task.number}, limit=MOST_TASKS)


def numbers_for_again(records: RecordStore, task: Task) -> Numbers:
    """Numbers for a task that replaces this one, and for the tasks that are about its words.

    Empty for words that failed and for a learner's task: these were asked for again before (``sending_back.py``). Empty
    for a step of the landmarks' protocol as well, which asks again by itself.
    """
    if task.state is TaskState.RETIRED or task.learning or declared(task.kind).step:
        return {}
    about = tasks_about(records, task)
    wanted = Counter({task.kind: 1}) + Counter(each.kind for each in about)
    return {kind: take_numbers(records, declared(kind).counter, count) for kind, count in wanted.items()}


def asked_again(task: Task, about: Sequence[Task], numbers: Numbers) -> tuple[Task, ...]:
    """A new, open copy of the task, and copies of the tasks ``about`` it that still count; these wait for its words.

    Empty where there are no numbers for it.
    """
    if task.kind not in numbers:
        return ()
    new = task.model_copy(update=FREE | {"number": numbers[task.kind][0]})
    waiting = FREE | {"state": TaskState.WAITING, "instruction_id": new.number, "guide_annotator_id": None}
    return (
        new,
        *(
            each.model_copy(update=waiting | {"number": number})
            for kind in kinds_about_words()
            for each, number in zip(_needed(about, kind), numbers.get(kind, ()), strict=False)
        ),
    )


def closed(tasks: Sequence[Task]) -> tuple[Task, ...]:
    """Those of the tasks that are not answered yet, withdrawn and held by nobody."""
    return tuple(
        task.model_copy(update=CLOSED) for task in tasks if task.state not in GONE | {TaskState.DONE}
    )


def _needed(tasks: Sequence[Task], kind: str) -> list[Task]:
    """The tasks of this kind that still count, without check items: their Guide is no longer a known one."""
    return [task for task in tasks if task.kind == kind and task.state not in GONE and not task.check_item]
