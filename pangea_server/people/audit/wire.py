"""The audit log, as sent over HTTP."""

from __future__ import annotations

from pangea_server.core.wire import Wire
from pangea_server.people.audit.records import AuditEntry


class AuditPage(Wire):
    """Matching entries, the newest first. A page may be shorter than its limit, even empty, while there are older ones:
    ``next_cursor`` is null at the end of the log only. ``actions`` lists every action that an entry may have."""

    items: tuple[AuditEntry, ...]
    next_cursor: str | None
    actions: tuple[str, ...]
