"""The ledger: what each attempt earned and what was paid; entries are added and never changed."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal

from environments.errors import InvalidDataError
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.campaigns.pay_rules import PayRules
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.collect.ledger.active_time import Span, shares, spans
from pangea_server.collect.ledger.attendance import signs_of
from pangea_server.collect.ledger.pay import Attempt, AttemptOutcome, earned, in_units
from pangea_server.collect.ledger.records import Attendance, LedgerEntry
from pangea_server.collect.platforms.records import Study, Visit
from pangea_server.core.errors import StoreConflictError
from pangea_server.core.records import now, padded
from pangea_server.core.visible_text import is_visible
from pangea_server.people.access.records import Annotator
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader, RecordStore


def book(records: RecordStore) -> int:
    """Add the missing ledger entries and return their number. Called again, it adds nothing.

    An attempt whose pay has changed since, because its answer was rejected or the campaign's rules changed, gets an
    entry for the difference.
    """
    made = 0
    for entry in [*_of_attempts(records), *_of_rewards(records)]:
        with suppress(StoreConflictError):  # another process adds entries at the same time
            records.create(entry)
            made += 1
    return made


def attempts(records: RecordReader) -> Iterator[tuple[Attempt, PayRules]]:
    """Every finished attempt, with its active time and its campaign's rules.

    When one person has two at the same time, the time goes to the earlier one.
    """
    seen = {each.lease_id: each for each in every(records, Attendance)}
    rejected = {review.lease_id for review in every(records, Review, {"state": ReviewState.REJECTED})}
    rules_of = _rules(records)
    leases: dict[int, list[Lease]] = {}
    for lease in every(records, Lease):
        leases.setdefault(lease.annotator_id, []).append(lease)
    for held in leases.values():
        held.sort(key=lambda lease: lease.created_at)
        active = shares({lease.lease_id: _spans(seen, lease, rules_of(lease)) for lease in held})
        for lease in held:
            outcome, seconds = _outcome(lease, rejected), active[lease.lease_id]
            if outcome and (outcome != "partial" or seconds):
                attempt = Attempt(lease.lease_id, lease.annotator_id, lease.kind, outcome, seconds)
                yield attempt, rules_of(lease)


def grant(
    records: RecordStore,
    annotator_id: int,
    kind: Literal["bonus", "correction", "paid"],
    amount: int,
    currency: str,
    reason: str,
    actor: Annotator | None = None,
    entry_id: str | None = None,
) -> LedgerEntry:
    """Enter a bonus, a correction (may be negative) or a payment (always negative), with its reason.

    Args:
        entry_id: of one that must not be entered twice.

    Raises:
        RecordNotFoundError: there is no such person.
        InvalidDataError: the amount is zero or has the wrong sign, or there is no reason.
    """
    records.get(Annotator, padded(annotator_id))
    if not is_visible(reason):
        raise InvalidDataError("A ledger entry needs a reason.", remedy="State what it is for.")
    wrong_sign = (kind == "bonus" and amount < 0) or (kind == "paid" and amount > 0)
    if amount == 0 or wrong_sign:
        raise InvalidDataError(
            f"{in_units(amount, currency)} {currency} is not a valid {kind}.",
            remedy="A bonus is more than zero, a payment less than zero.",
        )
    entry = LedgerEntry(
        entry_id=entry_id or f"{now():%Y%m%dT%H%M%S.%f}-{secrets.token_hex(4)}",
        annotator_id=annotator_id,
        kind=kind,
        amount=amount,
        currency=currency,
        reason=reason,
        actor=actor.annotator_id if actor else None,
    )
    records.create(entry)
    return entry


def entries_of(records: RecordReader, annotator_id: int) -> list[LedgerEntry]:
    """A person's entries, the oldest first."""
    return sorted(every(records, LedgerEntry, {"annotator_id": annotator_id}), key=lambda entry: entry.at)


def _of_attempts(records: RecordStore) -> Iterator[LedgerEntry]:
    booked: dict[str, list[LedgerEntry]] = {}
    for known in every(records, LedgerEntry):
        if known.lease_id:
            booked.setdefault(known.lease_id, []).append(known)
    for attempt, rules in attempts(records):
        if entry := _entry(attempt, booked.get(attempt.lease_id, []), rules):
            yield entry


def _entry(attempt: Attempt, before: Sequence[LedgerEntry], rules: PayRules) -> LedgerEntry | None:
    """The entry that an attempt needs; None when the ledger is correct."""
    change = earned(attempt, rules) - sum(entry.amount for entry in before)
    if before and not change:
        return None
    return LedgerEntry(
        entry_id=f"{attempt.lease_id}-{len(before):04d}",  # two processes at the same time do not enter it twice
        annotator_id=attempt.annotator_id,
        kind="correction" if before else attempt.outcome,
        amount=change,
        currency=rules.currency,
        reason=f"{attempt.kind} {attempt.outcome}",
        lease_id=attempt.lease_id,
        active_seconds=round(attempt.active_seconds, 1),
    )


def _of_rewards(records: RecordStore) -> Iterator[LedgerEntry]:
    """Entries for rewards that platforms pay themselves for a completion: these are already paid."""
    studies = {study.study_id: study for study in every(records, Study)}
    known = {entry.entry_id for entry in every(records, LedgerEntry)}
    for visit in every(records, Visit):
        study = studies[visit.study_id]
        entry_id = f"{visit.visit_id}-reward"
        if visit.code and study.reward and entry_id not in known:
            yield LedgerEntry(
                entry_id=entry_id,
                annotator_id=visit.annotator_id,
                kind="paid",
                amount=-study.reward,
                currency=study.currency,
                reason=f"reward of the study {study.study_id} on {study.platform}",
            )


def _rules(records: RecordReader) -> Callable[[Lease], PayRules]:
    """The pay rules of each lease's campaign; work older than campaigns has none."""
    pay = {campaign.campaign_id: campaign.definition.pay for campaign in every(records, Campaign)}
    rules = {task.record_id: pay.get(task.campaign_id or "", PayRules()) for task in every(records, Task)}
    return lambda lease: rules.get(lease.task_id, PayRules())


def _spans(seen: Mapping[str, Attendance], lease: Lease, rules: PayRules) -> list[Span]:
    attendance = seen.get(lease.lease_id)
    return spans(signs_of(attendance), rules.idle_seconds) if attendance else []


def _outcome(lease: Lease, rejected: Collection[str]) -> AttemptOutcome | None:
    """The outcome of a lease; None while a person still works on it."""
    if lease.state is LeaseState.SUBMITTED:
        return "rejected" if lease.lease_id in rejected else "accepted"
    at_it = lease.state is LeaseState.ACTIVE and lease.expires_at > now()
    return None if at_it else "partial"
