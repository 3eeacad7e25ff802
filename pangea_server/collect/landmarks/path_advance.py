"""Brings a path's landmarks up to date: its answers are read, and what they come to is written.

It may be called at any time and by several servers at once. What is written depends on the answers alone, so that a
call that was lost is made up for by the next one, and one without anything new writes nothing.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from environments import Environment
from pangea_server.annotate.annotations.records import report_id
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.annotate.campaigns.lookups import pool_speaking
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.landmarks.protocol.derivation import Derived, derive
from pangea_server.annotate.landmarks.protocol.memory import Memory
from pangea_server.annotate.landmarks.protocol.work import Dispute, ItemToAsk
from pangea_server.annotate.landmarks.records import RegionRecord
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task, TaskState
from pangea_server.collect.landmarks.evidence import PathState, read_path
from pangea_server.collect.landmarks.pages import ShownItems, TaskChanges, WantedPage, forgotten, task_changes
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.core.records import Counter, Record, padded
from pangea_server.quality.flags.records import FlagReport
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction
from pangea_server.stores.tombstones import Tombstone

MOST_RESTARTS = 10
"""Of one path, when others change it at the same moment."""
CLOSED = {"state": TaskState.RETIRED, "lease_id": None, "lease_expires_at": None}


@dataclass(frozen=True, slots=True)
class Advanced:
    """What was written: records by what happened to them, and tasks."""

    created: int = 0
    replaced: int = 0
    deleted: int = 0
    new_tasks: int = 0
    changed_tasks: int = 0
    disputes: int = 0

    @property
    def is_new(self) -> bool:
        """Whether anything was written."""
        return any((self.created, self.replaced, self.deleted, self.new_tasks, self.changed_tasks))


class _PathMovedError(Exception):
    """Something of the path was changed between reading and writing."""


def advance(
    records: RecordStore, environment: Environment, path_id: int, memory: Memory | None = None
) -> Advanced:
    """Write what the answers about a path come to, and open the tasks that are to be asked next.

    Args:
        memory: of this path's earlier calls here.

    Raises:
        RecordNotFoundError: there is no such path.
        StoreConflictError: others kept changing it.
    """
    path = records.get(PathRecord, padded(path_id))
    for _ in range(MOST_RESTARTS):
        with suppress(_PathMovedError):
            return _advanced(records, environment, path, memory or Memory())
    raise StoreConflictError(
        f"The landmarks of path {path_id} are changed by others without a pause.",
        remedy="Run pangea landmarks advance once they are done.",
    )


def advance_campaign(records: RecordStore, environment: Environment, campaign_id: str) -> int:
    """Advance all paths of a campaign; returns how many of them changed."""
    paths = [path.path_id for path in every(records, PathRecord, {"campaign_id": campaign_id})]
    return sum(advance(records, environment, path_id).is_new for path_id in paths)


def _advanced(records: RecordStore, environment: Environment, path: PathRecord, memory: Memory) -> Advanced:
    edits = _edits(records, path)  # before the answers: whoever writes later has read them later
    state = read_path(records, path, environment, memory)
    derived = derive(state.evidence)
    memory.forget_others()
    differences = _differences(state, derived) if state.campaign else _Differences()
    regions = derived.regions if state.campaign else state.derived.values()
    shown = ShownItems(
        state.told, frozenset(each.record_id for each in regions if isinstance(each, RegionRecord))
    )
    tasks = task_changes(_questions(state, derived) if state.asks else (), state.tasks, shown)
    reviews = _reviews(records, state, derived.disputes)
    rewritten = list(_rewritten(state, tasks, derived))
    made = Advanced(
        created=len(differences.created),
        replaced=len(differences.replaced) + len(reviews),
        deleted=len(differences.deleted),
        new_tasks=len(tasks.missing),
        changed_tasks=len(rewritten) + len(tasks.retired),
        disputes=len(derived.disputes),
    )
    if made.is_new:
        plan = _Plan(state, edits, differences, tasks, rewritten, reviews, _seen_from(derived))
        records.transact(partial(_write, plan))
    return made


def _name(path: PathRecord) -> str:
    return f"landmarks-{padded(path.path_id)}"


def _edits(records: RecordStore, path: PathRecord) -> int:
    try:
        return records.get(Counter, _name(path)).value
    except RecordNotFoundError:
        return 0


# What changes


@dataclass(frozen=True, slots=True)
class _Differences:
    """Records to create, and pairs of records as they were seen and as they will be; to delete."""

    created: tuple[Record, ...] = ()
    replaced: tuple[tuple[Record, Record], ...] = ()
    deleted: tuple[Record, ...] = ()


def _differences(state: PathState, derived: Derived) -> _Differences:
    wanted = {(each.collection, each.record_id): each for each in derived.records}
    there = state.derived
    return _Differences(
        created=tuple(each for key, each in wanted.items() if key not in there),
        replaced=tuple(
            (there[key], each) for key, each in wanted.items() if key in there and there[key] != each
        ),
        deleted=tuple(each for key, each in there.items() if key not in wanted),
    )


def _questions(state: PathState, derived: Derived) -> list[ItemToAsk]:
    """The open questions, none for anybody who answered it already, whether that counts or not."""
    return [
        replace(question, not_for=question.not_for | state.answered.get(question.key, frozenset()))
        for question in derived.work
    ]


def _reviews(
    records: RecordStore, state: PathState, disputes: Iterable[Dispute]
) -> list[tuple[Review, Review]]:
    """The reviews of disputed answers, as they are and as they will be; and those that are disputed no more."""
    reasons: dict[str, str] = {}
    for dispute in disputes:
        for answer in dispute.answers:
            reasons.setdefault(answer.rpartition("-")[0], dispute.reason)
    changed = []
    for task_id, review in state.reviews.items():
        why = reasons.get(task_id, "")
        if review.disputed != why:
            flagged = bool(why) or _is_flagged(records, review)
            changed.append((review, review.model_copy(update={"disputed": why, "flagged": flagged})))
    return changed


def _is_flagged(records: RecordStore, review: Review) -> bool:
    try:
        return bool(records.get(FlagReport, report_id(review.kind, review.number)).raised)
    except RecordNotFoundError:
        return False


def _seen_from(derived: Derived) -> dict[str, str]:
    return {each.region_id: each.viewpoint_id for each in derived.regions}


def _rewritten(state: PathState, tasks: TaskChanges, derived: Derived) -> Iterable[tuple[Task, Task]]:
    """Open tasks as they are and as they will be, where that differs, and those that are over."""
    seen_from = _seen_from(derived)
    for task, page in tasks.rewritten:
        after = task.model_copy(update=_fields(state, page, seen_from))
        if after != task:
            yield task, after
    for task in state.tasks:
        if task.state not in (TaskState.OPEN, TaskState.LEASED) and (after := forgotten(task)) != task:
            yield task, after


def _fields(state: PathState, page: WantedPage, seen_from: Mapping[str, str]) -> dict[str, object]:
    """The fields of a task that its page decides."""
    assert state.campaign is not None, "only campaigns ask"
    definition, anybody = state.campaign.definition, declared(page.step).any_language
    return {
        "language": page.languages[0],
        "also_language": page.languages[1] if len(page.languages) > 1 and not anybody else None,
        "pool": None if anybody else pool_speaking(definition, *page.languages),
        "not_for": page.not_for,
        "args": page.args(state.path.path, state.evidence.rules.types, seen_from),
    }


def _new_task(state: PathState, page: WantedPage, number: int, seen_from: Mapping[str, str]) -> Task:
    assert state.campaign is not None, "only campaigns ask"
    blank = Task(
        kind=page.step.value,
        number=number,
        path_id=state.path.path_id,
        scan_id=state.path.scan_id,
        language=page.languages[0],
        state=TaskState.OPEN,
        campaign_id=state.campaign.campaign_id,
    )
    return blank.model_copy(update=_fields(state, page, seen_from))


# Writing


@dataclass(frozen=True, slots=True)
class _Plan:
    """Everything that one transaction writes."""

    state: PathState
    edits: int
    differences: _Differences
    tasks: TaskChanges
    rewritten: list[tuple[Task, Task]]
    reviews: list[tuple[Review, Review]]
    seen_from: Mapping[str, str]


def _write(plan: _Plan, transaction: Transaction) -> None:
    """Write the plan, or raise _PathMovedError where something is not as it was read."""
    counter = transaction.get(Counter, _name(plan.state.path))
    if (counter.value if counter else 0) != plan.edits:
        raise _PathMovedError
    changed: list[tuple[Record, Record]] = [*plan.differences.replaced, *plan.rewritten, *plan.reviews]
    for seen in (*(before for before, _ in changed), *plan.differences.deleted, *plan.tasks.retired):
        if transaction.get(type(seen), seen.record_id) != seen:
            raise _PathMovedError
    ended = _ended(transaction, plan.tasks.retired)
    buried = _buried(transaction, plan.differences.created)
    numbers = _TaskNumbers(transaction, [page.step for page in plan.tasks.missing])
    new = [
        _new_task(plan.state, page, numbers.next(page.step), plan.seen_from) for page in plan.tasks.missing
    ]
    mark = Counter(name=_name(plan.state.path), value=plan.edits + 1)
    (transaction.replace if counter else transaction.create)(mark)
    for tombstone in buried:
        transaction.delete(Tombstone, tombstone.record_id)
    for record in plan.differences.deleted:
        transaction.delete(type(record), record.record_id)
    for _, after in changed:
        transaction.replace(after)
    for task in plan.tasks.retired:
        transaction.replace(forgotten(task).model_copy(update=CLOSED))
    for lease in ended:
        transaction.replace(lease)
    for record in (*plan.differences.created, *new):
        transaction.create(record)
    numbers.write()


def _ended(transaction: Transaction, retired: Iterable[Task]) -> list[Lease]:
    """The leases of retired tasks."""
    held = [transaction.get(Lease, task.lease_id) for task in retired if task.lease_id]
    return [
        lease.model_copy(update={"state": LeaseState.RETURNED})
        for lease in held
        if lease and lease.state is LeaseState.ACTIVE
    ]


def _buried(transaction: Transaction, created: Iterable[Record]) -> list[Tombstone]:
    """The tombstones under the ids of new records: the same words were marked by another person, and that
    mark was removed. The removed answer keeps its own tombstone."""
    ids = [
        f"{record.collection}:{record.record_id}"
        for record in created
        if not isinstance(record, RegionRecord)  # whose id is that of one answer
    ]
    found = [transaction.get(Tombstone, name) for name in ids]
    return [each for each in found if each]


class _TaskNumbers:
    """New numbers of tasks, taken in the transaction that makes them."""

    def __init__(self, transaction: Transaction, steps: Iterable[Step]) -> None:
        self._transaction = transaction
        self._wanted = Tally(steps)
        names = {step: declared(step).counter for step in self._wanted}
        self._counters = {step: transaction.get(Counter, name) for step, name in names.items()}
        self._last = {step: each.value if each else 0 for step, each in self._counters.items()}

    def next(self, step: Step) -> int:
        self._last[step] += 1
        return self._last[step]

    def write(self) -> None:
        for step, counter in self._counters.items():
            write = self._transaction.replace if counter else self._transaction.create
            write(Counter(name=declared(step).counter, value=self._last[step]))
