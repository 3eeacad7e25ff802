"""The health of the store, as sent over HTTP."""

from __future__ import annotations

from datetime import datetime

from pangea_server.core.wire import Wire


class StoreHealth(Wire):
    """When everything in the store was last read and compared, and how many faults were found; null: not yet, or by
    somebody else (a store in a cloud)."""

    verified_at: datetime | None
    faults: int | None
