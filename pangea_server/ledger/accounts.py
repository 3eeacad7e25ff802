"""Accounts: for each person what they did, how long it took, what it came to and what is due."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pangea_server.ledger.active_time import by_phase
from pangea_server.ledger.attendance import signs_of
from pangea_server.ledger.book import attempts
from pangea_server.ledger.pay import Attempt, hourly
from pangea_server.ledger.rules import PayRules
from pangea_server.records import Attendance, LedgerEntry
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader


@dataclass(frozen=True, slots=True)
class Account:
    """One person's account in one currency. Amounts in minor units, times in seconds.

    ``due`` is what was earned and not paid. ``hourly`` is what active time came to by the hour; None without any.
    ``phases`` may overlap where somebody had two tabs, ``active_seconds`` counts them once.
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


def accounts(
    records: RecordReader, rules: PayRules, rejected: frozenset[str] = frozenset()
) -> Iterator[Account]:
    """Everybody who worked, or has an entry in the book, by number."""
    done: dict[int, list[Attempt]] = defaultdict(list)
    for attempt in attempts(records, rules, rejected):
        done[attempt.annotator_id].append(attempt)
    booked: dict[tuple[int, str], list[LedgerEntry]] = defaultdict(list)
    for entry in every(records, LedgerEntry):
        booked[entry.annotator_id, entry.currency].append(entry)
    phases = _phases(every(records, Attendance), rules)
    for number, currency in sorted({*booked, *((number, rules.currency) for number in done)}):
        mine = done.get(number, []) if currency == rules.currency else []
        yield _account(number, currency, mine, phases.get(number, {}), booked.get((number, currency), []))


def _account(
    number: int,
    currency: str,
    done: Iterable[Attempt],
    phases: Mapping[str, float],
    entries: Iterable[LedgerEntry],
) -> Account:
    done, entries = list(done), list(entries)
    outcomes = Counter(attempt.outcome for attempt in done)
    return Account(
        annotator_id=number,
        currency=currency,
        accepted=outcomes["accepted"],
        rejected=outcomes["rejected"],
        partial=outcomes["partial"],
        active_seconds=sum(attempt.active_seconds for attempt in done),
        phases=phases if done else {},
        earned=sum(entry.amount for entry in entries if entry.kind != "paid"),
        paid=-sum(entry.amount for entry in entries if entry.kind == "paid"),
    )


def _phases(attendances: Iterable[Attendance], rules: PayRules) -> dict[int, Counter[str]]:
    """Active seconds by phase, of each person."""
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for attendance in attendances:
        found[attendance.annotator_id].update(by_phase(signs_of(attendance), rules.idle_seconds))
    return found
