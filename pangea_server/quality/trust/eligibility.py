"""Before a task is given: whether this person may have it, and whether a check item takes its place."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from pangea_server.annotate.annotations.lookups import found_guide
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.batch_rules import BatchRules
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.core.errors import StoreConflictError
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import Annotator
from pangea_server.quality.trust.histories import is_checked, results_of, rules_of, standing_in
from pangea_server.quality.trust.records import CheckResult, Qualification
from pangea_server.quality.trust.standing import ASKED_ONLY_CHECKS, Standing
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import RecordStore, Transaction, found
from pangea_server.stores.signing_keys import signing_key

CHECK_ITEM_KEY = "check items"


class TaskRefusal(StrEnum):
    """Why a person gets no tasks of a kind."""

    TRAINING = "training"  # they have not passed the training
    STANDING = "standing"  # they were demoted


def what_to_give(
    records: RecordStore, person: Annotator, task: Task, count: int, met: Collection[int]
) -> Task | TaskRefusal:
    """The task itself, a check item in its place, or why the person gets no tasks of this kind in its campaign.

    Where a campaign has no check item that the person could still be given, they get the task.

    Args:
        count: how many tasks of this kind the person took in this campaign.
        met: ids of the paths that the person has already met.
    """
    rules = rules_of(records, task.campaign_id)
    if rules is None or task.campaign_id is None or not is_checked(task.kind):
        return task
    trained = rules.training and declared(task.kind).trained is not None
    if trained and not is_qualified(records, person.annotator_id, task.kind):
        return TaskRefusal.TRAINING
    results = results_of(records, person.annotator_id)
    standing = standing_in(records, person.annotator_id, task.campaign_id, task.kind, rules, results)
    if not standing.may_work:
        return TaskRefusal.STANDING
    key = signing_key(records, CHECK_ITEM_KEY)
    due = is_due(key, person.annotator_id, task.kind, count, standing, rules)
    if not due and not _was_stopped_elsewhere(records, person.annotator_id, task, rules, results):
        return task
    items = _open_items(records, task, results, met)
    for item_id in in_order(key, person.annotator_id, items):
        item = records.get(CheckItem, item_id)
        guide = found_guide(records, item.instruction_ids[0]) if item.instruction_ids else None
        if item.instruction_ids and (guide is None or guide.annotator_id == person.annotator_id):
            continue
        return _task_of(records, person, item, guide, task)
    return task


def _was_stopped_elsewhere(
    records: RecordStore, annotator_id: int, task: Task, rules: TrustRules, results: Sequence[CheckResult]
) -> bool:
    """Whether the person was stopped in another kind about landmarks after their last check item of
    this one: whoever stops caring does so in all of them, and would go on until they are checked by chance."""
    if rules.batches is not None or task.campaign_id is None or not declared(task.kind).step:
        return False
    last: dict[str, datetime] = {}
    for each in results:
        if each.answered_at and each.campaign_id == task.campaign_id and declared(each.kind).step:
            last[each.kind] = max(each.answered_at, last.get(each.kind, each.answered_at))
    here = last.get(task.kind)
    return any(
        not standing_in(records, annotator_id, task.campaign_id, kind, rules, results).may_work
        for kind, checked_at in last.items()
        if here is None or checked_at > here
    )


def is_stopped(records: RecordStore, person: Annotator, campaign_id: str | None, kind: str) -> bool:
    """Whether the person was demoted in this kind of task and has not been reinstated."""
    rules = rules_of(records, campaign_id)
    if rules is None or campaign_id is None or not is_checked(kind):
        return False
    results = results_of(records, person.annotator_id)
    return not standing_in(records, person.annotator_id, campaign_id, kind, rules, results).may_work


def is_qualified(records: RecordStore, annotator_id: int, kind: str) -> bool:
    """Whether the person has passed the training walk of this kind."""
    attempt = found(records, Qualification, f"{padded(annotator_id)}-{kind}")
    return attempt is not None and attempt.passed_at is not None


def qualify(records: RecordStore, annotator_id: int, kind: str) -> None:
    """Record that a team member has seen the person pass a training walk; a repeated call changes nothing.

    Raises:
        RecordNotFoundError: there is no such person.
    """
    person = records.get(Annotator, padded(annotator_id))
    passed = Qualification(annotator_id=person.annotator_id, kind=kind, attempts=1, passed_at=now())
    with suppress(StoreConflictError):
        records.create(passed)


def _open_items(
    records: RecordStore, task: Task, results: Sequence[CheckResult], met: Collection[int]
) -> list[str]:
    """The ids of check items that may replace the task for this person: those that they gave back, or else new ones
    on paths that they have not met, unless their kind is given again on a path."""
    answered = {result.item_id for result in results if result.answered_at}
    given = {result.item_id for result in results} - answered
    items = {
        item_id: item.path_id
        for item_id, item in records.find_parts_of(CheckItem, _ItemPart, [task.kind], "kind")
        if (item.campaign_id, item.language) == (task.campaign_id, task.language) and item_id not in answered
    }
    again = [item_id for item_id in items if item_id in given]
    if declared(task.kind).again_on_path:
        return again or [*items]
    return again or [item_id for item_id, path_id in items.items() if path_id not in met]


class _ItemPart(Struct):
    """What decides whether a check item may replace a task: its words, which may be many, do not."""

    campaign_id: str
    language: str
    path_id: int


def _task_of(
    records: RecordStore, person: Annotator, item: CheckItem, guide: GuideAnnotation | None, ordinary: Task
) -> Task:
    """The task under which this person does the check item; created when they first get it."""
    kind = declared(item.kind)
    number = take_numbers(records, kind.counter, 1)[0]
    about = guide if kind.is_about_words else None
    new = ordinary.model_copy(
        update={
            "number": number,
            "path_id": item.path_id,
            "scan_id": item.scan_id,
            "state": TaskState.OPEN,
            "check_item": True,
            "instruction_id": about.instruction_id if about else None,
            "guide_annotator_id": about.annotator_id if about else None,
            "args": item.args,
            "condition": None,
            "lease_id": None,
            "lease_expires_at": None,
        }
    )
    result = CheckResult(
        annotator_id=person.annotator_id,
        campaign_id=item.campaign_id,
        kind=item.kind,
        item_id=item.record_id,
        task_id=new.record_id,
    )

    def make(transaction: Transaction) -> Task:
        earlier = transaction.get(CheckResult, result.record_id)
        known = transaction.get(Task, earlier.task_id) if earlier else None
        if known:
            return known
        (transaction.replace if earlier else transaction.create)(result)
        transaction.create(new)
        return new

    return records.transact(make)


def is_due(
    key: bytes, annotator_id: int, kind: str, count: int, standing: Standing, rules: TrustRules
) -> bool:
    """Whether the next item of a person is a check item.

    Args:
        key: a secret of the store.
        count: how many items of this kind the person has answered so far.
    """
    if standing.state in ASKED_ONLY_CHECKS:
        return True
    if rules.batches is not None:
        return count % rules.batches.size in batch_places(key, annotator_id, kind, count, rules.batches)
    return _fraction(key, f"{annotator_id}:{kind}:{count}") < rules.share


def batch_places(key: bytes, annotator_id: int, kind: str, count: int, rules: BatchRules) -> list[int]:
    """Where the check items are in the batch of this person's item ``count``: places from 0, in a random order."""
    batch = count // rules.size
    drawn = {
        place: _fraction(key, f"{annotator_id}:{kind}:batch {batch}:{place}") for place in range(rules.size)
    }
    return sorted(drawn, key=lambda place: (drawn[place], place))[: rules.checks]


def in_order(key: bytes, annotator_id: int, item_ids: Iterable[str]) -> list[str]:
    """These check items in a pseudo-random order that is fixed for this person."""
    return sorted(item_ids, key=lambda item_id: (_fraction(key, f"{annotator_id}:{item_id}"), item_id))


def _fraction(key: bytes, text: str) -> float:
    """A number in [0, 1) from the first 53 bits of an HMAC."""
    digest = hmac.digest(key, text.encode(), hashlib.sha256)
    return (int.from_bytes(digest[:8]) >> 11) / 2**53
