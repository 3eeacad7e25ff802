"""The outbox keeps changes for a month; older ones are removed, and a reader that is further behind can notice it."""

from __future__ import annotations

from datetime import datetime, timedelta

from pangea_server.annotate.annotations.changes import Change, change_id
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import Counter
from pangea_server.stores.numbering import pass_over
from pangea_server.stores.protocol import RecordStore

KEPT_TIME = timedelta(days=30)
PRUNED = "changes pruned"  # the counter: up to this moment, in microseconds since 1970
DELETIONS_TOGETHER = 200  # deletions in one transaction


def prune(records: RecordStore, at: datetime) -> int:
    """Remove the changes that are more than a month older than ``at``. Returns how many there were.

    The mark is written before any change is removed: a reader that finds the mark unchanged after reading has missed
    nothing.
    """
    moment = int((at - KEPT_TIME).timestamp() * 1_000_000)
    pass_over(records, PRUNED, moment)
    count = 0
    while old := [
        each
        for each in records.find(Change, limit=DELETIONS_TOGETHER)
        if each.record_id < change_id(moment, "")
    ]:
        records.transact(
            lambda transaction, old=old: [transaction.delete(Change, each.record_id) for each in old]  # type: ignore[misc]
        )
        count += len(old)
    return count


def pruned_until(records: RecordStore) -> int:
    """Changes before this moment (microseconds since 1970) may be gone. Call this after reading the changes."""
    try:
        return records.get(Counter, PRUNED).value
    except RecordNotFoundError:
        return 0
