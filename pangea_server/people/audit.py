"""The audit log: who did what to whom, by number. Entries are added and never changed."""

from __future__ import annotations

import secrets

from pangea_server.records import Action, AuditEntry, now
from pangea_server.stores.protocol import Transaction


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
