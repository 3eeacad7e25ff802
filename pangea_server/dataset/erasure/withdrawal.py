"""Withdrawal: removing all data of a person."""

from __future__ import annotations

from collections.abc import Iterator

from pangea_server.annotate.alignments.spoken_words import LostWords, without_words_of
from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.landmarks.lookups import made_by
from pangea_server.annotate.landmarks.records import Mention
from pangea_server.annotate.landmarks.removal import (
    LostLandmarks,
    landmarks_without,
    landmarks_without_words,
)
from pangea_server.annotate.pictures.records import SeenPictures
from pangea_server.annotate.tasks.records import Lease, Recording
from pangea_server.collect.capture.removed import remove_blobs
from pangea_server.collect.platforms.records import Payee
from pangea_server.collect.questionnaires.records import FormAnswer
from pangea_server.collect.questions.records import Question
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import Record, now, padded
from pangea_server.dataset.collections import RECORDS
from pangea_server.dataset.erasure.removal import (
    LANDMARKS,
    landmarks_of_lost,
    remove_landmarks,
    remove_lease,
    remove_record,
    tombstone,
)
from pangea_server.dataset.monitoring.snapshots import purge
from pangea_server.people.access.records import MOST_KEYS, Annotator, Role
from pangea_server.people.accounts.enrolment import check_may_bring_in, take_keys
from pangea_server.people.audit.log import note
from pangea_server.quality.trust.batches import RefusedBatch
from pangea_server.quality.trust.records import Appeal, CheckResult, Qualification
from pangea_server.quality.votes.closed_tasks import close_without_answers
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Store, Transaction
from pangea_server.stores.salvage import KeepsAside
from pangea_server.stores.tombstones import Tombstone


def withdraw(store: Store, annotator_id: int, actor: Annotator | None) -> int:
    """Remove a person's voice, traces, words, drafts and alignments; returns how many attempts they were of.

    They are shut out first, so that no new data arrives. If interrupted, call it again to finish. Their number and the
    time of the withdrawal are kept, and their consent receipts as proof of what was agreed.

    Raises:
        AccessError: the ``actor`` (None for the command line, or the person) may not do this.
        RecordNotFoundError: nothing in the store names such a person.
    """
    records = store.records
    person = _person(store, annotator_id)
    if actor and actor.annotator_id != annotator_id:
        check_may_bring_in(records, actor, person.role)

    records.transact(lambda transaction: _shut_out(transaction, person, actor))
    removed = _remove_what_is_theirs(store, annotator_id)
    store.scrub()
    return removed


def _remove_what_is_theirs(store: Store, annotator_id: int) -> int:
    """All that a person who is shut out has left; returns of how many attempts it was."""
    records = store.records
    leases = list(every(records, Lease, {"annotator_id": annotator_id}))
    for lease in leases:
        again = not lease.lease_id.startswith(Lease.IMPORTED)  # nobody here was asked for it
        remove_lease(store, lease, "withdrawn", again=again)
    for record in list(_known_of(records, annotator_id)):
        remove_record(records, record, "withdrawn")
    remove_landmarks(records, made_by(records, annotator_id), "withdrawn")
    close_without_answers(records)
    rebuilt = list(_without_lease(store, annotator_id))
    for recording in rebuilt:
        remove_record(records, recording, "withdrawn")
        remove_blobs(store.blobs, recording.recording_id)
    purge(store)
    return len(leases) + len(rebuilt)


def _person(store: Store, annotator_id: int) -> Annotator:
    """Where the index was made anew without the people, recordings still name them."""
    try:
        return store.records.get(Annotator, padded(annotator_id))
    except RecordNotFoundError:
        if next(_without_lease(store, annotator_id), None) is None:
            raise
        person = Annotator(annotator_id=annotator_id, role=Role.ANNOTATOR, languages=())
        store.records.create(person)
        return person


def _without_lease(store: Store, annotator_id: int) -> Iterator[Recording]:
    """Recordings of a person that no lease leads to: made anew from segments (``pangea verify --rebuild``), or still
    in quarantine. Called when the leases are gone."""
    for recording in every(store.records, Recording):
        if recording.annotator_id == annotator_id:
            yield recording
    if isinstance(store.blobs, KeepsAside):
        aside = {
            owner.record_id: owner.document
            for owner in store.blobs.owners_aside()
            if owner.collection == Recording.collection
        }
        found = (Recording.model_validate_json(document) for document in aside.values())
        yield from (recording for recording in found if recording.annotator_id == annotator_id)


def _known_of(records: RecordStore, annotator_id: int) -> Iterator[Record]:
    """The records of how far they are trusted, what they asked and were asked, and which pictures they saw without a
    task."""
    yield from every(records, FormAnswer, {"annotator_id": annotator_id})
    yield from every(records, Appeal, {"annotator_id": annotator_id})
    yield from every(records, RefusedBatch, {"annotator_id": annotator_id})
    yield from every(records, CheckResult, {"annotator_id": annotator_id})
    yield from every(records, Qualification, {"annotator_id": annotator_id})
    yield from every(records, Question, {"annotator_id": annotator_id})
    yield from every(records, SeenPictures, {"annotator_id": annotator_id})


def sweep(store: Store) -> None:
    """Remove again the data that tombstones name: after a crash or a full disk during a removal, or after restoring a
    backup."""
    kinds = {kind.collection: kind for kind in RECORDS}
    marks = sorted(every(store.records, Tombstone), key=lambda mark: mark.removed_from != Mention.collection)
    for mark in marks:  # chains say which things mentions have named, and go after them
        if mark.removed_from == Recording.collection:
            remove_blobs(store.blobs, mark.removed_id)
        _remove_again(store.records, kinds[mark.removed_from], mark.removed_id)
        if mark.removed_from == Annotator.collection:
            _remove_what_is_theirs(store, int(mark.removed_id))
    purge(store)


def _remove_again(records: RecordStore, kind: type[Record], record_id: str) -> None:
    def remove(transaction: Transaction) -> None:
        known = transaction.get(kind, record_id)
        if isinstance(known, Annotator):
            if known.withdrawn_at is None:
                _shut_out(transaction, known, None)
        elif known:
            lost = _words_of(transaction, known)
            landmarks = _landmarks_of(transaction, known, lost)
            transaction.delete(kind, record_id)
            for record in (*lost.deleted, *lost.dropped, *landmarks.deleted):
                transaction.delete(type(record), record.record_id)
            for record in (*lost.replaced, *landmarks.replaced):
                transaction.replace(record)
            for record in lost.created:
                transaction.create(record)
            if isinstance(known, Annotation) and known.record_id == known.id_of(known.kind, known.number):
                transaction.create(Change(kind=known.kind, number=known.number))

    records.transact(remove)


def _words_of(transaction: Transaction, removed: Record) -> LostWords:
    """What a removed answer had become: the words of a Guide who only spoke."""
    if not isinstance(removed, Annotation) or not declared(removed.kind).transcribes:
        return LostWords()
    if removed.instruction_id is None:
        return LostWords()
    return without_words_of(transaction, removed.instruction_id, removed.annotator_id)


def _landmarks_of(transaction: Transaction, removed: Record, lost: LostWords) -> LostLandmarks:
    """What named or quoted a removed record, where a backup has brought it back without its own tombstone."""
    if isinstance(removed, LANDMARKS):
        return landmarks_without(transaction, [removed])
    if not isinstance(removed, Annotation):
        return LostLandmarks()
    if declared(removed.kind).gives_words:
        return landmarks_without_words(transaction, removed.number)
    return landmarks_of_lost(transaction, removed.instruction_id or 0, lost)


def _shut_out(transaction: Transaction, person: Annotator, actor: Annotator | None) -> None:
    mark = tombstone(person, "withdrawn")
    known = transaction.get(Tombstone, mark.record_id)
    payees = transaction.find(Payee, {"annotator_id": person.annotator_id}, limit=MOST_KEYS)
    take_keys(transaction, person.annotator_id)
    for payee in payees:
        transaction.delete(Payee, payee.record_id)
    gone = {"withdrawn_at": person.withdrawn_at or now(), "speech": (), "label": ""}
    gone |= {"identity": None, "member": None}
    transaction.replace(person.model_copy(update=gone))
    if known is None:
        transaction.create(mark)
    note(transaction, actor.annotator_id if actor else None, "withdrawn", person.annotator_id)
