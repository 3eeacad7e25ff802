"""Removing an attempt for good: voice, poses, words, drafts, alignments; tombstones record the removal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Literal

from pangea_server.annotate.alignments.records import AlignmentRecord, AlignmentVersion
from pangea_server.annotate.alignments.spoken_words import LostWords, without_words_of
from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.records import report_id
from pangea_server.annotate.annotations.reviews import Decision, Review, ReviewState
from pangea_server.annotate.assignment.asking_again import (
    CLOSED,
    Numbers,
    asked_again,
    closed,
    numbers_for_again,
    tasks_about,
)
from pangea_server.annotate.assignment.seats import FREE, change_seat, partners_draft
from pangea_server.annotate.drafting.records import DraftTranscript
from pangea_server.annotate.kinds.kinds import declared, words_kind
from pangea_server.annotate.landmarks.records import Link, Mention, RegionRecord
from pangea_server.annotate.landmarks.removal import (
    LostLandmarks,
    landmarks_without,
    landmarks_without_texts,
    landmarks_without_words,
)
from pangea_server.annotate.pairing.machine import forgotten
from pangea_server.annotate.pictures.records import SeenPictures
from pangea_server.annotate.tasks.records import (
    DraftRecord,
    Lease,
    LeaseState,
    ProblemReport,
    Recording,
    Task,
    TaskState,
)
from pangea_server.collect.capture.removed import remove_blobs
from pangea_server.collect.ledger.records import Attendance
from pangea_server.collect.questions.questions import question_of
from pangea_server.collect.questions.records import Question
from pangea_server.core.records import Record, padded
from pangea_server.quality.flags.records import FlagReport
from pangea_server.stores.protocol import RecordStore, Store, Transaction
from pangea_server.stores.tombstones import Tombstone

RemovalReason = Literal["withdrawn", "retention"]
MOST_BELONGINGS = (
    1000  # recordings of a lease, reports of a task, versions of an alignment, followers of a guide
)


@dataclass
class _Belongings:
    """The records to remove with a lease, and the new state of its task."""

    gone: list[Record] = field(default_factory=list)
    changed: list[Record] = field(default_factory=list)
    made: list[Record] = field(default_factory=list)
    told: list[Change] = field(default_factory=list)
    dropped: list[Record] = field(default_factory=list)  # without a tombstone: their ids are used again


def remove_lease(store: Store, lease: Lease, reason: RemovalReason, *, again: bool) -> None:
    """Remove everything that came in under a lease, in one transaction, and then its blobs.

    A task that was not answered is free again. One that was answered is closed, because its number stands for what
    was removed; with ``again``, a new one takes its place. Followers of a removed instruction keep
    their own walk, which is not exported without it; unanswered tasks about it are closed, also those that people hold.
    What others transcribed of the Guide's voice belongs to the Guide, and is removed with it.
    """
    task = store.records.get(Task, lease.task_id)
    asked = again and lease.state is LeaseState.SUBMITTED and not task.check_item
    numbers = numbers_for_again(store.records, task) if asked else {}

    def write(transaction: Transaction) -> None:
        found = _belongings(transaction, lease, numbers)
        dead = [tombstone(record, reason) for record in found.gone]
        buried = [transaction.get(Tombstone, mark.record_id) for mark in dead]
        for record in (*found.gone, *found.dropped):
            transaction.delete(type(record), record.record_id)
        for record in found.changed:
            transaction.replace(record)
        for record in (
            *found.made,
            *found.told,
            *(mark for mark, known in zip(dead, buried, strict=True) if known is None),
        ):
            transaction.create(record)

    recordings = store.records.find(Recording, {"lease_id": lease.lease_id}, limit=MOST_BELONGINGS)
    store.records.transact(write)
    for recording in recordings:
        remove_blobs(store.blobs, recording.recording_id)


def remove_record(records: RecordStore, record: Record, reason: RemovalReason) -> None:
    """Remove a record that has no blobs, and leave a tombstone."""
    mark = tombstone(record, reason)

    def write(transaction: Transaction) -> None:
        buried = transaction.get(Tombstone, mark.record_id)
        transaction.delete(type(record), record.record_id)
        if buried is None:
            transaction.create(mark)

    records.transact(write)


LANDMARKS: tuple[type[Mention | Link | RegionRecord], ...] = (Mention, Link, RegionRecord)
"""What people make of landmarks; chains and things are nobody's."""
LANDMARKS_TOGETHER = 50
"""Landmarks in one transaction: each may take a few others with it."""


def remove_landmarks(
    records: RecordStore, landmarks: Iterable[Mention | Link | RegionRecord], reason: RemovalReason
) -> int:
    """Remove landmarks and what names them, and leave tombstones; returns how many there were."""
    following, count = iter(landmarks), 0
    while some := list(islice(following, LANDMARKS_TOGETHER)):
        records.transact(partial(_remove_landmarks, some, reason))
        count += len(some)
    return count


def _remove_landmarks(
    some: Sequence[Mention | Link | RegionRecord], reason: RemovalReason, transaction: Transaction
) -> None:
    lost = landmarks_without(transaction, some)
    dead = [tombstone(record, reason) for record in lost.deleted]
    buried = [transaction.get(Tombstone, mark.record_id) for mark in dead]
    for record in lost.deleted:
        transaction.delete(type(record), record.record_id)
    for record in lost.replaced:
        transaction.replace(record)
    for mark, known in zip(dead, buried, strict=True):
        if known is None:
            transaction.create(mark)


def tombstone(record: Record, reason: RemovalReason) -> Tombstone:
    """The tombstone of this record."""
    return Tombstone(removed_from=record.collection, removed_id=record.record_id, reason=reason)


def _belongings(transaction: Transaction, lease: Lease, numbers: Numbers) -> _Belongings:
    found = _Belongings()
    draft = transaction.get(DraftRecord, lease.lease_id)
    reports = transaction.find(ProblemReport, {"task_id": lease.task_id}, limit=MOST_BELONGINGS)
    attendance = transaction.get(Attendance, lease.lease_id)
    seen = transaction.get(SeenPictures, lease.lease_id)
    found.gone += [each for each in (draft, attendance, seen) if each]
    found.gone += transaction.find(Recording, {"lease_id": lease.lease_id}, limit=MOST_BELONGINGS)
    found.gone += transaction.find(DraftTranscript, {"lease_id": lease.lease_id}, limit=MOST_BELONGINGS)
    reported = [report for report in reports if report.lease_id == lease.lease_id]
    questions = [transaction.get(Question, question_of(report).record_id) for report in reported]
    found.gone += [*reported, *(question for question in questions if question)]
    found.gone.append(lease)
    task = transaction.get(Task, lease.task_id)
    if task is None or task.lease_id != lease.lease_id:
        return found
    found.changed += change_seat(transaction, task, lease.lease_id, forgotten)
    found.gone += partners_draft(transaction, task, lease.lease_id)
    if lease.state is not LeaseState.SUBMITTED:
        found.changed.append(task.model_copy(update=FREE))
        return found
    about = tasks_about(transaction, task)
    rejected = _remove_answer(transaction, found, task)  # and asked for again by that
    _take_words_back(transaction, found, task, lease.annotator_id)
    _remove_written(transaction, found, [each for each in about if declared(each.kind).removed_with_words])
    held = [transaction.get(Lease, each.lease_id) for each in about if each.lease_id]
    found.changed += [
        each.model_copy(update={"state": LeaseState.RETURNED})
        for each in held
        if each and each.state is LeaseState.ACTIVE
    ]
    words = not declared(task.kind).is_about_words or transaction.get(
        declared(words_kind()).record, padded(task.instruction_id or 0)
    )
    _close(found, task, about, numbers if words and not rejected else {})
    return found


def _remove_answer(transaction: Transaction, found: _Belongings, task: Task) -> bool:
    """Whether it had been rejected."""
    reviews = transaction.find(Review, {"task_id": task.record_id})
    answer = _answer(transaction, task)
    made = landmarks_without(transaction, (each for each in answer if isinstance(each, LANDMARKS)))
    found.gone += [*(each for each in answer if not isinstance(each, LANDMARKS)), *made.deleted]
    found.changed += made.replaced
    found.gone += [*reviews, *transaction.find(Decision, {"task_id": task.record_id}, limit=MOST_BELONGINGS)]
    found.told.append(Change(kind=task.kind, number=task.number))
    if declared(task.kind).gives_words:
        landmarks = landmarks_without_words(transaction, task.number)
        found.gone += landmarks.deleted
        found.changed += landmarks.replaced
    return any(review.state is ReviewState.REJECTED for review in reviews)


def _take_words_back(transaction: Transaction, found: _Belongings, task: Task, annotator_id: int) -> None:
    """The words that this person wrote down of a Guide's voice; the voice stays."""
    if not declared(task.kind).transcribes or task.instruction_id is None:
        return
    lost = without_words_of(transaction, task.instruction_id, annotator_id)
    landmarks = landmarks_of_lost(transaction, task.instruction_id, lost)
    found.gone += (*lost.deleted, *landmarks.deleted)
    found.changed += landmarks.replaced
    found.dropped += lost.dropped
    found.changed += lost.replaced
    found.made += lost.created


def landmarks_of_lost(transaction: Transaction, instruction_id: int, lost: LostWords) -> LostLandmarks:
    """What goes with the words that are taken off a Guide's voice (only reads): mentions that quote them."""
    return landmarks_without_texts(transaction, instruction_id, lost.texts) if lost.texts else LostLandmarks()


def _remove_written(transaction: Transaction, found: _Belongings, tasks: Sequence[Task]) -> None:
    """The transcripts of a voice that others have written, or begun to write."""
    for task in tasks:
        leases = transaction.find(Lease, {"task_id": task.record_id}, limit=MOST_BELONGINGS)
        drafts = [transaction.get(DraftRecord, lease.lease_id) for lease in leases]
        found.gone += [draft for draft in drafts if draft]
        if task.state is TaskState.DONE:
            _remove_answer(transaction, found, task)
            found.changed.append(task.model_copy(update=CLOSED))


def _answer(transaction: Transaction, task: Task) -> list[Record]:
    """An annotation and the records derived from it."""
    kind = declared(task.kind)
    answer = (
        transaction.get(FlagReport, report_id(task.kind, task.number)),
        transaction.get(kind.record, kind.record.id_of(task.kind, task.number)),
        transaction.get(AlignmentRecord, task.record_id),
        *transaction.find(AlignmentVersion, {"task_id": task.record_id}, limit=MOST_BELONGINGS),
        *kind.belongings(transaction, task.number),
    )
    return [record for record in answer if record]


def _close(found: _Belongings, task: Task, about: Sequence[Task], numbers: Numbers) -> None:
    found.changed.append(task.model_copy(update=CLOSED))
    found.changed += closed(about)
    if task.kind in numbers:
        found.made += asked_again(task, about, numbers)
