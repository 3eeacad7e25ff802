"""Retention: data collected under a consent text is removed after the time that the text states."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from typing import TypeVar

from pangea_server.annotate.tasks.records import Lease
from pangea_server.collect.platforms.records import Payee
from pangea_server.collect.questionnaires.records import FormAnswer
from pangea_server.core.records import now
from pangea_server.dataset.erasure.removal import remove_lease, remove_record
from pangea_server.dataset.monitoring.snapshots import purge
from pangea_server.people.audit.log import note
from pangea_server.people.consent.records import ConsentReceipt, ConsentText
from pangea_server.quality.votes.closing import close_without_answers
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Store

Kept = TypeVar("Kept", Lease, FormAnswer)


def past_their_date(records: RecordStore, at: datetime) -> Iterator[Lease]:
    """The attempts to remove: started longer ago than the consent text allows that their person had agreed to."""
    yield from _past(records, ((lease, lease.created_at) for lease in every(records, Lease)), at)


def answers_past_their_date(records: RecordStore, at: datetime) -> Iterator[FormAnswer]:
    """The answers to questionnaires that are older than the consent text allows."""
    yield from _past(records, ((each, each.answered_at) for each in every(records, FormAnswer)), at)


def _past(records: RecordStore, dated: Iterable[tuple[Kept, datetime]], at: datetime) -> Iterator[Kept]:
    days = {text.version: text.retention_days for text in every(records, ConsentText)}
    receipts: dict[int, list[ConsentReceipt]] = {}
    for receipt in every(records, ConsentReceipt):
        receipts.setdefault(receipt.annotator_id, []).append(receipt)
    for record, since in dated:
        agreed = [each for each in receipts.get(record.annotator_id, ()) if each.agreed_at <= since]
        kept = days[max(agreed, key=lambda each: each.version).version] if agreed else None
        if kept is not None and since + timedelta(days=kept) < at:
            yield record


def remove_past_their_date(store: Store, at: datetime | None = None) -> int:
    """Remove them, and answers to questionnaires, and return the number of attempts; their tasks count as done and are
    not given out again."""
    leases = list(past_their_date(store.records, at or now()))
    answers = list(answers_past_their_date(store.records, at or now()))
    for answer in answers:
        remove_record(store.records, answer, "retention")
    for lease in leases:
        remove_lease(store, lease, "retention", again=False)
    close_without_answers(store.records)
    _forget_payees(store.records, {lease.annotator_id for lease in leases})
    if leases or answers:
        removed = (
            f"{len(leases)} attempts, {len(answers)} questionnaires" if answers else f"{len(leases)} attempts"
        )
        store.records.transact(lambda transaction: note(transaction, None, "retention", None, removed))
        purge(store)
        store.scrub()
    return len(leases)


def _forget_payees(records: RecordStore, people: Collection[int]) -> None:
    """A platform's id of a person is kept to pay them, and goes with the last attempt that they could be paid for."""
    for number in people:
        if not records.count(Lease, {"annotator_id": number}):
            for payee in list(every(records, Payee, {"annotator_id": number})):
                remove_record(records, payee, "retention")
