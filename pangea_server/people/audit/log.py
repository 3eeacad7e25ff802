"""The audit log: who did what to whom, by number. Entries are added and never changed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from pangea_server.core.records import now
from pangea_server.people.audit.records import Action, AuditEntry
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction

OPERATOR = 0  # the command line, in a search
STAMP = "%Y%m%dT%H%M%S.%f"  # at the beginning of an entry's id
READ = 2000  # entries read for one page at most; the next page continues there


@dataclass(frozen=True, slots=True)
class Sought:
    """A filter for entries; None matches any. From ``since`` to before ``until``; times without a zone are UTC."""

    actor: int | None = None
    subject: int | None = None
    action: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    def is_over(self, entry: AuditEntry) -> bool:
        """Whether this entry and all before it are too old."""
        since = _in_utc(self.since)
        return since is not None and entry.at < since

    def fits(self, entry: AuditEntry) -> bool:
        since, until = _in_utc(self.since), _in_utc(self.until)
        return (
            (self.actor is None or (entry.actor or OPERATOR) == self.actor)
            and (self.subject is None or entry.subject == self.subject)
            and (self.action is None or entry.action == self.action)
            and (since is None or entry.at >= since)
            and (until is None or entry.at < until)
        )


def note(
    transaction: Transaction, actor: int | None, action: Action, subject: int | None, detail: str = ""
) -> None:
    """Add an entry in the transaction that performs the action. ``actor`` is None for the command line."""
    at = now()
    entry = AuditEntry(
        entry_id=f"{at:{STAMP}}-{secrets.token_hex(4)}",  # sorts by time
        actor=actor,
        action=action,
        subject=subject,
        detail=detail,
        at=at,
    )
    transaction.create(entry)


def entries(records: RecordStore, sought: Sought) -> Iterator[AuditEntry]:
    """The matching entries, the oldest first."""
    return filter(sought.fits, every(records, AuditEntry))


def every_newest(records: RecordStore, sought: Sought) -> Iterator[AuditEntry]:
    """The matching entries, the newest first."""
    found, following = newest(records, sought, None, READ)
    yield from found
    while following is not None:
        found, following = newest(records, sought, following, READ)
        yield from found


def newest(
    records: RecordStore, sought: Sought, cursor: str | None, limit: int
) -> tuple[list[AuditEntry], str | None]:
    """A page of the matching entries, the newest first, and where the next page begins; None at the end.

    Entries are indexed by time only. A search for rare ones gets shorter pages, so that no page takes long.
    """
    found: list[AuditEntry] = []
    following = cursor or _before(sought.until)
    for _ in range(READ // limit or 1):
        page = records.find(AuditEntry, after=following, limit=limit, descending=True)
        for entry in page:
            if sought.is_over(entry):
                return found, None
            if sought.fits(entry):
                found.append(entry)
            following = entry.entry_id
            if len(found) == limit:
                return found, following
        if len(page) < limit:
            return found, None
    return found, following


def start_of(day: date | None) -> datetime | None:
    """The beginning of a day (UTC)."""
    return None if day is None else datetime.combine(day, time(), UTC)


def end_of(day: date | None) -> datetime | None:
    """The end of a day (UTC), which is the beginning of the next."""
    return None if day is None or day == date.max else start_of(day + timedelta(days=1))


def _before(until: datetime | None) -> str | None:
    """An id greater than those of all entries before this time."""
    at = _in_utc(until)
    return None if at is None else f"{at:{STAMP}}"


def _in_utc(at: datetime | None) -> datetime | None:
    return at and at.replace(tzinfo=at.tzinfo or UTC)
