"""The balance of each person: a sum over the ledger entries."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from pangea_server.collect.ledger.pay import hourly
from pangea_server.collect.ledger.records import LedgerEntry
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader


@dataclass(slots=True)
class Balance:
    """One person's sums in one currency. Amounts in minor units, active time in seconds.

    ``due`` is the amount earned and not yet paid; ``hourly`` the pay per hour of active time, None without any;
    ``as_of`` the time of the last entry: later work is not in the ledger yet.
    """

    annotator_id: int
    currency: str
    as_of: datetime
    active_seconds: float = 0.0
    earned: int = 0
    paid: int = 0

    @property
    def due(self) -> int:
        return self.earned - self.paid

    @property
    def hourly(self) -> int | None:
        return hourly(self.earned, self.active_seconds)

    def add(self, entry: LedgerEntry) -> None:
        if entry.kind == "paid":
            self.paid -= entry.amount
        else:
            self.earned += entry.amount
        self.as_of = max(self.as_of, entry.at)


def balances(entries: Iterable[LedgerEntry]) -> list[Balance]:
    """By person and currency.

    Args:
        entries: in order of record id, so that those of one attempt follow each other: each states its whole time
        again.
    """
    found: dict[tuple[int, str], Balance] = {}
    attempt, counted = None, 0.0
    for entry in entries:
        mine = entry.annotator_id, entry.currency
        balance = found.setdefault(mine, Balance(*mine, as_of=entry.at))
        balance.add(entry)
        if entry.lease_id is None:
            continue
        if entry.lease_id != attempt:
            attempt, counted = entry.lease_id, 0.0
        seconds = entry.active_seconds or 0.0
        balance.active_seconds += seconds - counted
        counted = seconds
    return [found[mine] for mine in sorted(found)]


class Balances:
    """The balances of all people, for any number of threads. Entries are only added, so the ledger is read again only
    when it has grown."""

    def __init__(self, records: RecordReader) -> None:
        self._records = records
        self._entries = 0
        self._balances: Sequence[Balance] = ()
        self._turn = threading.Lock()

    def all(self) -> Sequence[Balance]:
        with self._turn:
            entries = self._records.count(LedgerEntry)
            if entries != self._entries:
                self._balances = balances(every(self._records, LedgerEntry))
                self._entries = entries
            return self._balances
