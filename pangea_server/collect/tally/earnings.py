"""What a person has earned, as far as it is known: from the ledger, and for the task that they have just handed in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from pangea_server.annotate.campaigns.pay_rules import PayRules
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.collect.ledger.active_time import seconds_of, spans
from pangea_server.collect.ledger.attendance import signs_of
from pangea_server.collect.ledger.balances import balances
from pangea_server.collect.ledger.pay import Attempt, earned
from pangea_server.collect.ledger.records import Attendance, LedgerEntry
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


@dataclass(frozen=True, slots=True)
class Earned:
    """Pay in one currency, in its minor units.

    Attributes:
        task: what the task pays if it is accepted; None where its campaign pays nothing for it.
        recorded: what the ledger holds for this person; None where it holds nothing yet.
        as_of: the time of the ledger's last entry; later work is not in ``recorded``.
    """

    currency: str
    task: int | None = None
    recorded: int | None = None
    as_of: datetime | None = None


def earnings(records: RecordStore, annotator_id: int, lease: Lease | None) -> Iterator[Earned]:
    """One for each currency.

    Args:
        lease: of the task that they have just handed in.
    """
    pay = _pay_of(records, lease) if lease else None
    told = {pay[0]} if pay else set()
    mine = {
        each.currency: each for each in balances(every(records, LedgerEntry, {"annotator_id": annotator_id}))
    }
    for currency in sorted({*mine, *told}):
        balance = mine.get(currency)
        task = pay[1] if pay and pay[0] == currency else None
        yield Earned(currency, task, balance.earned if balance else None, balance.as_of if balance else None)


def _pay_of(records: RecordStore, lease: Lease) -> tuple[str, int] | None:
    """The currency and what the attempt earns once it is accepted; None where nothing is paid for it."""
    if lease.state is not LeaseState.SUBMITTED:
        return None
    rules = _rules_of(records, lease)
    if not rules.per_hour and not rules.per_annotation.get(lease.kind):
        return None
    attempt = Attempt(
        lease.lease_id, lease.annotator_id, lease.kind, "accepted", _active_seconds(records, lease, rules)
    )
    return rules.currency, earned(attempt, rules)


def _rules_of(records: RecordStore, lease: Lease) -> PayRules:
    """Those of the task's campaign; work older than campaigns has none."""
    campaign_id = records.get(Task, lease.task_id).campaign_id
    try:
        return records.get(Campaign, campaign_id).definition.pay if campaign_id else PayRules()
    except RecordNotFoundError:
        return PayRules()


def _active_seconds(records: RecordStore, lease: Lease, rules: PayRules) -> float:
    try:
        attendance = records.get(Attendance, lease.lease_id)
    except RecordNotFoundError:
        return 0.0
    return seconds_of(spans(signs_of(attendance), rules.idle_seconds))
