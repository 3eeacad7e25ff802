"""Retention: data collected under a consent text is removed after the time that the text states."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from pangea_server.annotate.landmarks.lookups import made_by
from pangea_server.annotate.landmarks.records import Link, Mention, RegionRecord
from pangea_server.annotate.pictures.records import SeenPictures
from pangea_server.annotate.tasks.records import Lease
from pangea_server.collect.platforms.records import Payee
from pangea_server.collect.questionnaires.records import FormAnswer
from pangea_server.collect.questions.records import Question
from pangea_server.core.records import now
from pangea_server.dataset.erasure.removal import remove_landmarks, remove_lease, remove_record
from pangea_server.dataset.monitoring.snapshots import purge
from pangea_server.people.audit.log import note
from pangea_server.people.consent.records import ConsentReceipt, ConsentText
from pangea_server.quality.votes.closed_tasks import close_without_answers
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Store


def past_their_date(records: RecordStore, at: datetime) -> Iterator[Lease]:
    """The attempts to remove: started longer ago than the consent text allows that their person had agreed to."""
    agreements = _Agreements(records)
    for lease in every(records, Lease):
        if agreements.is_over(lease.annotator_id, lease.created_at, at):
            yield lease


def others_past_their_date(
    records: RecordStore, at: datetime
) -> Iterator[FormAnswer | Question | SeenPictures]:
    """The answers to questionnaires, the questions, and the notes of pictures seen without a task, to remove by the
    same rule; those of a task go with its attempt."""
    agreements = _Agreements(records)
    for answer in every(records, FormAnswer):
        if agreements.is_over(answer.annotator_id, answer.answered_at, at):
            yield answer
    for question in every(records, Question):
        if agreements.is_over(question.annotator_id, question.asked_at, at):
            yield question
    for seen in every(records, SeenPictures):
        if seen.lease_id is None and agreements.is_over(seen.annotator_id, seen.began_at, at):
            yield seen


def landmarks_past_their_date(records: RecordStore, at: datetime) -> Iterator[Mention | Link | RegionRecord]:
    """The mentions, links and regions that people made, to remove by the same rule; millions that nobody here made are
    not looked at."""
    agreements = _Agreements(records)
    for annotator_id in agreements.people:
        for each in made_by(records, annotator_id):
            if agreements.is_over(annotator_id, each.created_at, at):
                yield each


def remove_past_their_date(store: Store, at: datetime | None = None) -> int:
    """Remove what is past its date, and return the number of attempts; their tasks count as done and are not given
    out again."""
    at = at or now()
    leases = list(past_their_date(store.records, at))
    for lease in leases:
        remove_lease(store, lease, "retention", again=False)
    close_without_answers(store.records)
    others = list(others_past_their_date(store.records, at))
    for each in others:
        remove_record(store.records, each, "retention")
    landmarks = remove_landmarks(store.records, landmarks_past_their_date(store.records, at), "retention")
    _forget_payees(store.records, {lease.annotator_id for lease in leases})
    more = len(others) + landmarks
    if leases or more:
        removed = f"{len(leases)} attempts" + (f", {more} other records" if more else "")
        store.records.transact(lambda transaction: note(transaction, None, "retention", None, removed))
        purge(store)
        store.scrub()
    return len(leases)


class _Agreements:
    """For how long each person agreed that their data is kept."""

    def __init__(self, records: RecordStore) -> None:
        self._days = {text.version: text.retention_days for text in every(records, ConsentText)}
        self._receipts: dict[int, list[ConsentReceipt]] = {}
        for receipt in every(records, ConsentReceipt):
            self._receipts.setdefault(receipt.annotator_id, []).append(receipt)

    @property
    def people(self) -> Collection[int]:
        """Who agreed to anything."""
        return self._receipts.keys()

    def is_over(self, annotator_id: int, made_at: datetime, at: datetime) -> bool:
        """Whether what this person made then may no longer be kept."""
        agreed = [each for each in self._receipts.get(annotator_id, ()) if each.agreed_at <= made_at]
        kept = self._days[max(agreed, key=lambda each: each.version).version] if agreed else None
        return kept is not None and made_at + timedelta(days=kept) < at


def _forget_payees(records: RecordStore, people: Collection[int]) -> None:
    """A platform's id of a person is kept to pay them, and goes with the last attempt that they could be paid for."""
    for number in people:
        if not records.count(Lease, {"annotator_id": number}):
            for payee in list(every(records, Payee, {"annotator_id": number})):
                remove_record(records, payee, "retention")
