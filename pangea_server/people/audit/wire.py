"""Who did what, for those who answer for it."""

from __future__ import annotations

from datetime import datetime

from pangea_server.core.wire import Wire


class AuditRow(Wire):
    """One entry. ``actor`` did it, null for the command line; ``subject`` is to whom, null where it is about nobody."""

    entry_id: str
    at: datetime
    actor: int | None
    action: str
    subject: int | None
    detail: str


class AuditPage(Wire):
    """Entries that fit, the newest first. A page may be short of its limit, and even empty, while there are older ones:
    ``next_cursor`` is null at the end of the log only. ``actions`` is everything that an entry may say was done."""

    items: tuple[AuditRow, ...]
    next_cursor: str | None
    actions: tuple[str, ...]
