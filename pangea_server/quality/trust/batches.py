"""Batches of tasks with check items among them: one that fails is refused whole.

A refused batch is a decision about each of its answers, as a reviewer takes it: they leave exports, their tasks are
given to others, and the person reads why. An appeal that is granted reopens all of them.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import ClassVar, Literal

from pydantic import Field

from pangea_server.annotate.annotations.reviews import Review, ReviewState, Verdict
from pangea_server.annotate.assignment.histories import COUNTED
from pangea_server.annotate.campaigns.batch_rules import BatchRules
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task, TaskKind
from pangea_server.core.errors import RecordNotFoundError, ReviewError, StoreConflictError
from pangea_server.core.records import Record, now, padded
from pangea_server.people.access.records import Annotator
from pangea_server.people.audit.log import note
from pangea_server.people.consent.texts import in_language
from pangea_server.quality.review.decide import RequestedDecision, decide
from pangea_server.quality.review.queue import review_of
from pangea_server.quality.trust.histories import results_of, rules_of
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction, found

NAMESPACE = uuid.UUID("5f0c8f5e-6a53-4b8e-9d0e-0a4b8a4f7c11")
REASONS = {
    "en": "Several answers in this group of tasks did not meet our requirements, so none of the group is used. If you "
    "think that this is a mistake, ask us to look at it again.",
    "hi": "कार्यों के इस समूह के कई जवाब हमारी ज़रूरतों के अनुसार नहीं थे, इसलिए पूरे समूह का उपयोग नहीं होगा। "
    "यदि आपको लगता है कि यह ग़लती है, तो हमसे फिर से देखने को कहें।",
    "te": "ఈ పనుల సమూహంలో చాలా జవాబులు మా అవసరాలకు సరిపోలేదు, కాబట్టి సమూహం మొత్తం ఉపయోగించబడదు. "
    "ఇది పొరపాటు అనుకుంటే, మళ్ళీ చూడమని మమ్మల్ని అడగండి.",
    "ur": "کاموں کے اس مجموعے کے کئی جوابات ہماری ضروریات پر پورے نہیں اترے، اس لیے پورا مجموعہ استعمال نہیں ہوگا۔ "
    "اگر آپ کے خیال میں یہ غلطی ہے تو ہم سے دوبارہ دیکھنے کی درخواست کریں۔",
}


class RefusedBatch(Record):
    """A batch of a person that was refused.

    Attributes:
        number: of the batch, from 0, among the person's batches of this kind in this campaign; where there are no
            batches, how many check items of the kind the person had when they were given no more tasks.
        task_ids: the tasks whose answers were refused, without check items.
        words: of the appeal; None before there is one.
    """

    collection: ClassVar[str] = "refused_batches"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id",)
    annotator_id: int
    campaign_id: str
    kind: TaskKind
    number: int
    task_ids: tuple[str, ...]
    checks: int
    passed: int
    refused_at: datetime = Field(default_factory=now)
    words: str | None = None
    decision: Literal["reinstated", "upheld"] | None = None
    decided_by: int | None = None
    decided_at: datetime | None = None

    @property
    def record_id(self) -> str:
        return batch_id(self.annotator_id, self.campaign_id, self.kind, self.number)


def batch_id(annotator_id: int, campaign_id: str, kind: str, number: int) -> str:
    """The id of a person's batch."""
    return f"{padded(annotator_id)}-{campaign_id}-{kind}-{number}"


def is_refused(verdicts: Sequence[bool | None], rules: BatchRules) -> bool:
    """Whether so many check items failed that ``rules.needed`` cannot have been passed; what could not be judged, and
    check items that there were none of, are in the person's favour."""
    return sum(verdict is False for verdict in verdicts) > rules.checks - rules.needed


def judge_batch(records: RecordStore, task_id: str) -> RefusedBatch | None:
    """Look at the batch of an answered task; refuse it if it is complete and its check items failed.

    Calling it again finishes what was interrupted, and changes nothing otherwise.
    """
    task = records.get(Task, task_id)
    rules = rules_of(records, task.campaign_id)
    if rules is None or rules.batches is None or task.lease_id is None or task.campaign_id is None:
        return None
    lease = records.get(Lease, task.lease_id)
    found = _batch_around(records, lease, task.campaign_id, rules.batches.size)
    if found is None:
        return None
    number, tasks = found
    verdicts = {result.task_id: result.passed for result in results_of(records, lease.annotator_id)}
    checked = [verdicts.get(each.record_id) for each in tasks if each.check_item]
    if not is_refused(checked, rules.batches):
        return None
    batch = RefusedBatch(
        annotator_id=lease.annotator_id,
        campaign_id=task.campaign_id,
        kind=task.kind,
        number=number,
        task_ids=tuple(each.record_id for each in tasks if not each.check_item),
        checks=len(checked),
        passed=sum(verdict is True for verdict in checked),
    )
    return refuse(records, batch)


def refuse(records: RecordStore, batch: RefusedBatch) -> RefusedBatch:
    """Reject each answer of a batch; returns it as it was stored first, if it was. Calling it again finishes what was
    interrupted."""
    with suppress(StoreConflictError):
        records.create(batch)
    kept = records.get(RefusedBatch, batch.record_id)
    if kept.decision is None:
        person = records.get(Annotator, padded(batch.annotator_id))
        reason = REASONS[in_language(REASONS, next(iter(person.languages), "en"))]
        _decide_all(records, kept, Verdict.REJECT, ReviewState.PENDING, reason)
    return kept


def refused_batches(records: RecordStore) -> list[RefusedBatch]:
    """All refused batches, the oldest first."""
    return sorted(every(records, RefusedBatch), key=lambda batch: batch.refused_at)


def own_refused_batches(records: RecordStore, annotator_id: int) -> list[RefusedBatch]:
    """The refused batches of a person, the oldest first."""
    found = every(records, RefusedBatch, {"annotator_id": annotator_id})
    return sorted(found, key=lambda batch: batch.refused_at)


def appeal_batch(records: RecordStore, person: Annotator, record_id: str, words: str) -> RefusedBatch:
    """Ask staff to look at a refused batch again; a repeated call before the decision changes nothing.

    Raises:
        RecordNotFoundError: it is not this person's.
        StoreConflictError: it was decided.
    """

    def write(transaction: Transaction) -> RefusedBatch:
        batch = transaction.get(RefusedBatch, record_id)
        if batch is None or batch.annotator_id != person.annotator_id:
            raise RecordNotFoundError(
                f"There is no refused batch {record_id}.", remedy="Look at the list of batches again."
            )
        if batch.decision is not None:
            raise StoreConflictError(
                "It was decided about this batch.", remedy="Look at the list of batches again."
            )
        if batch.words is not None:
            return batch
        asked = batch.model_copy(update={"words": words})
        transaction.replace(asked)
        return asked

    return records.transact(write)


def decide_batch(
    records: RecordStore, record_id: str, decision: Literal["reinstated", "upheld"], actor: Annotator | None
) -> RefusedBatch:
    """Decide about an appeal: a reinstated batch is reviewed as if it had not been refused.

    ``None`` as the actor is the command line.

    Raises:
        RecordNotFoundError: there is no such batch.
        StoreConflictError: nobody has appealed, or it was decided otherwise.
    """
    by = actor.annotator_id if actor else None

    def write(transaction: Transaction) -> RefusedBatch:
        batch = transaction.get(RefusedBatch, record_id)
        if batch is None:
            raise RecordNotFoundError(
                f"There is no refused batch {record_id}.", remedy="Look at the list of batches again."
            )
        if batch.decision == decision:
            return batch
        if batch.words is None or batch.decision is not None:
            raise StoreConflictError(
                f"There is no open appeal about the batch {record_id}.", remedy="See: pangea trust batches."
            )
        known = {"decision": decision, "decided_by": by, "decided_at": now()}
        decided = batch.model_copy(update=known)
        transaction.replace(decided)
        action: Literal["appeal reinstated", "appeal upheld"] = (
            "appeal reinstated" if decision == "reinstated" else "appeal upheld"
        )
        note(transaction, by, action, batch.annotator_id, f"batch {record_id}")
        return decided

    decided = records.transact(write)
    if decision == "reinstated":
        _decide_all(records, decided, Verdict.REOPEN, ReviewState.REJECTED, "")
    return decided


def _decide_all(
    records: RecordStore, batch: RefusedBatch, verdict: Verdict, was: ReviewState, reason: str
) -> None:
    """Take the decision about each answer in this state; one that a reviewer has claimed or decided since stays."""
    for task_id in batch.task_ids:
        with suppress(RecordNotFoundError, ReviewError):
            review: Review = review_of(records, task_id)
            is_newer = batch.decided_at and review.decided_at and review.decided_at > batch.decided_at
            if review.state is was and not is_newer:
                decision_id = str(
                    uuid.uuid5(NAMESPACE, f"{batch.record_id} {task_id} {verdict.value} {review.version}")
                )
                decide(
                    records, None, task_id, RequestedDecision(decision_id, verdict, review.version, reason)
                )


def _batch_around(
    records: RecordStore, lease: Lease, campaign_id: str, size: int
) -> tuple[int, Sequence[Task]] | None:
    """The number and the tasks of the batch that the lease is in; None while it is not complete."""
    counted = [
        each
        for each in every(records, Lease, {"annotator_id": lease.annotator_id})
        if each.kind == lease.kind and each.state in COUNTED
    ]
    counted.sort(key=lambda each: (each.created_at, each.lease_id))
    mine = [
        (each, task) for each in counted if (task := _task(records, each)) and task.campaign_id == campaign_id
    ]
    place = next((place for place, (each, _) in enumerate(mine) if each.lease_id == lease.lease_id), None)
    if place is None:
        return None
    number = place // size
    batch = mine[number * size : (number + 1) * size]
    if len(batch) < size or any(each.state is not LeaseState.SUBMITTED for each, _ in batch):
        return None
    return number, [task for _, task in batch]


def _task(records: RecordStore, lease: Lease) -> Task | None:
    return found(records, Task, lease.task_id)
