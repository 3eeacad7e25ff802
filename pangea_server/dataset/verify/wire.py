"""The health of the store, as sent over HTTP."""

from __future__ import annotations

from datetime import datetime

from pangea_server.core.wire import Wire


class StoreHealth(Wire):
    """When everything in the store was last read and compared, and how many faults were found; null: not yet, or by
    somebody else (a store in a cloud).

    Attributes:
        copied_at: until when everything is in the copy that `pangea ship` makes; null: there is none, or not yet.
        copy_failing: whether its last try failed, or something could not be read; null: nobody ships.
    """

    verified_at: datetime | None
    faults: int | None
    copied_at: datetime | None = None
    copy_failing: bool | None = None
