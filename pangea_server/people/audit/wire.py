"""Who did what, for those who answer for it."""

from __future__ import annotations

from pangea_server.core.wire import Wire
from pangea_server.people.audit.records import AuditEntry


class AuditPage(Wire):
    """Entries that fit, the newest first. A page may be short of its limit, and even empty, while there are older ones:
    ``next_cursor`` is null at the end of the log only. ``actions`` is everything that an entry may say was done."""

    items: tuple[AuditEntry, ...]
    next_cursor: str | None
    actions: tuple[str, ...]
