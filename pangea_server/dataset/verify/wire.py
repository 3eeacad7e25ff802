"""The health of the store, as sent over HTTP."""

from __future__ import annotations

from datetime import datetime

from pangea_server.core.wire import Wire


class StoreHealth(Wire):
    """When everything in the store was last read and compared, and how many faults were found; null: not yet, or by
    somebody else (a store in a cloud).

    Attributes:
        backed_up_until: until when everything is in the series that `pangea backup --every` continues; null: not yet.
        backup_failing: whether its last snapshot failed, or something could not be read; null: there is none.
    """

    verified_at: datetime | None
    faults: int | None
    backed_up_until: datetime | None = None
    backup_failing: bool | None = None
