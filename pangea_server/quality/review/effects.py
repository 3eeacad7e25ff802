"""The effects of a decision on tasks: on the annotation's own task, and on tasks about a Guide's instruction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pangea_server.annotate.annotations.reviews import Decision, ReviewState, Verdict
from pangea_server.annotate.assignment.asking_again import CLOSED, Numbers, asked_again, closed, tasks_about
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task, TaskState
from pangea_server.stores.protocol import Transaction


@dataclass(frozen=True, slots=True)
class Effects:
    """Tasks in their new state, new tasks, and leases that end."""

    changed: tuple[Task, ...] = ()
    opened: tuple[Task, ...] = ()
    ended: tuple[Lease, ...] = ()

    @property
    def closed_ids(self) -> tuple[str, ...]:
        return tuple(task.record_id for task in self.changed if task.state is TaskState.WITHDRAWN)

    @property
    def opened_ids(self) -> tuple[str, ...]:
        return tuple(task.record_id for task in self.opened)

    def write(self, transaction: Transaction) -> None:
        """Write the effects; after all reads."""
        for record in (*self.changed, *self.ended):
            transaction.replace(record)
        for task in self.opened:
            transaction.create(task)


def effects(
    transaction: Transaction, task: Task, verdict: Verdict, undone: Decision | None, numbers: Numbers
) -> Effects:
    """The effects of ``verdict`` on the answer to ``task``; only reads.

    Args:
        undone: the previous decision, for ``Verdict.REOPEN``.
        numbers: for the tasks that replace a rejected one.
    """
    about = tasks_about(transaction, task)
    if verdict is Verdict.REJECT:
        return _rejected(transaction, task, about, numbers)
    if verdict is Verdict.SEND_BACK:
        return Effects(changed=_turned(about, TaskState.OPEN, TaskState.WAITING))
    if verdict is Verdict.CORRECT or (undone and undone.state is ReviewState.SENT_BACK):
        return Effects(changed=_turned(about, TaskState.WAITING, TaskState.OPEN))
    if undone and undone.state is ReviewState.REJECTED:
        return _taken_back(transaction, undone)
    return Effects()


def _rejected(transaction: Transaction, task: Task, about: Sequence[Task], numbers: Numbers) -> Effects:
    """Close the tasks about the instruction, and give out the task again."""
    held = [transaction.get(Lease, each.lease_id) for each in about if each.lease_id]
    return Effects(
        changed=closed(about),
        opened=asked_again(task, about, numbers),
        ended=tuple(
            lease.model_copy(update={"state": LeaseState.RETURNED})
            for lease in held
            if lease and lease.state is LeaseState.ACTIVE
        ),
    )


def _turned(tasks: Sequence[Task], was: TaskState, becomes: TaskState) -> tuple[Task, ...]:
    return tuple(each.model_copy(update={"state": becomes}) for each in tasks if each.state is was)


def _taken_back(transaction: Transaction, undone: Decision) -> Effects:
    """Reopen the closed tasks; close the tasks that replaced them, unless a person has begun one."""
    reopened = _tasks(transaction, undone.closed_tasks, lambda task: task.state is TaskState.WITHDRAWN)
    instead = _tasks(transaction, undone.opened_tasks, lambda task: True)
    untouched = all(task.state in (TaskState.OPEN, TaskState.WAITING) for task in instead)
    return Effects(
        changed=(
            *(task.model_copy(update={"state": TaskState.OPEN}) for task in reopened),
            *(task.model_copy(update=CLOSED) for task in instead if untouched),
        )
    )


def _tasks(transaction: Transaction, ids: Sequence[str], fits: Callable[[Task], bool]) -> list[Task]:
    found = [transaction.get(Task, task_id) for task_id in ids]
    return [task for task in found if task and fits(task)]
