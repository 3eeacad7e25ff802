"""Accounts: for each person the attempts, active time, earnings and the amount due."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pangea_server.collect.ledger.active_time import by_phase
from pangea_server.collect.ledger.attendance import signs_of
from pangea_server.collect.ledger.entries import attempts
from pangea_server.collect.ledger.pay import Attempt, hourly
from pangea_server.collect.ledger.records import Attendance, LedgerEntry
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader


@dataclass(frozen=True, slots=True)
class Account:
    """One person's account in one currency. Amounts in minor units, times in seconds.

    ``due`` is the amount earned and not yet paid. ``hourly`` is the pay per hour of active time; None without any.
    ``phases`` may overlap when a person had two tabs; ``active_seconds`` counts such time once.
    """

    annotator_id: int
    currency: str
    accepted: int
    rejected: int
    partial: int
    active_seconds: float
    phases: Mapping[str, float]
    earned: int
    paid: int

    @property
    def due(self) -> int:
        return self.earned - self.paid

    @property
    def hourly(self) -> int | None:
        return hourly(self.earned, self.active_seconds)


def accounts(records: RecordReader) -> Iterator[Account]:
    """Everyone who worked or has a ledger entry, by number."""
    done: dict[tuple[int, str], list[Attempt]] = defaultdict(list)
    phases: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    seen = {each.lease_id: signs_of(each) for each in every(records, Attendance)}
    for attempt, rules in attempts(records):
        mine = attempt.annotator_id, rules.currency
        done[mine].append(attempt)
        phases[mine].update(by_phase(seen.get(attempt.lease_id, ()), rules.idle_seconds))
    booked: dict[tuple[int, str], list[LedgerEntry]] = defaultdict(list)
    for entry in every(records, LedgerEntry):
        booked[entry.annotator_id, entry.currency].append(entry)
    for number, currency in sorted({*booked, *done}):
        mine = number, currency
        yield _account(number, currency, done[mine], phases[mine], booked[mine])


def _account(
    number: int,
    currency: str,
    done: Sequence[Attempt],
    phases: Mapping[str, float],
    entries: Sequence[LedgerEntry],
) -> Account:
    outcomes = Counter(attempt.outcome for attempt in done)
    return Account(
        annotator_id=number,
        currency=currency,
        accepted=outcomes["accepted"],
        rejected=outcomes["rejected"],
        partial=outcomes["partial"],
        active_seconds=sum(attempt.active_seconds for attempt in done),
        phases=phases,
        earned=sum(entry.amount for entry in entries if entry.kind != "paid"),
        paid=-sum(entry.amount for entry in entries if entry.kind == "paid"),
    )
