"""The audit log: who did what to whom, by number. Entries are added and never changed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from pangea_server.records import Action, AuditEntry, now
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction

OPERATOR = 0  # whoever uses the command line, in a search


@dataclass(frozen=True, slots=True)
class Sought:
    """Which entries; None is any. A ``since`` without a zone is UTC."""

    actor: int | None = None
    subject: int | None = None
    action: str | None = None
    since: datetime | None = None

    def fits(self, entry: AuditEntry) -> bool:
        since = self.since and self.since.replace(tzinfo=self.since.tzinfo or UTC)
        return (
            (self.actor is None or (entry.actor or OPERATOR) == self.actor)
            and (self.subject is None or entry.subject == self.subject)
            and (self.action is None or entry.action == self.action)
            and (since is None or entry.at >= since)
        )


def note(
    transaction: Transaction, actor: int | None, action: Action, subject: int | None, detail: str = ""
) -> None:
    """Add an entry in the transaction that does what it tells. ``actor`` is None for the command line."""
    at = now()
    entry = AuditEntry(
        entry_id=f"{at:%Y%m%dT%H%M%S.%f}-{secrets.token_hex(4)}",  # sorts by time
        actor=actor,
        action=action,
        subject=subject,
        detail=detail,
        at=at,
    )
    transaction.create(entry)


def entries(records: RecordStore, sought: Sought) -> Iterator[AuditEntry]:
    """The entries that fit, the oldest first."""
    return filter(sought.fits, every(records, AuditEntry))
