"""The outbox of changes is kept for a month: what is older is removed, and readers that are older notice."""

from __future__ import annotations

from datetime import datetime, timedelta

from pangea_server.annotate.annotations.changes import Change, change_id
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import Counter
from pangea_server.stores.numbering import pass_over
from pangea_server.stores.protocol import RecordStore

KEPT = timedelta(days=30)
PRUNED = "changes pruned"  # the counter: up to this moment, in microseconds since 1970
TOGETHER = 200  # deletions in one transaction


def prune(records: RecordStore, at: datetime) -> int:
    """Remove what was told longer ago than a month before ``at``. Returns how much that was.

    That it may be gone is written before any of it is: whoever finds the mark as it was after reading has read all.
    """
    moment = int((at - KEPT).timestamp() * 1_000_000)
    pass_over(records, PRUNED, moment)
    count = 0
    while old := [
        each for each in records.find(Change, limit=TOGETHER) if each.record_id < change_id(moment, "")
    ]:
        records.transact(
            lambda transaction, old=old: [transaction.delete(Change, each.record_id) for each in old]  # type: ignore[misc]
        )
        count += len(old)
    return count


def pruned_until(records: RecordStore) -> int:
    """Changes before this moment (microseconds since 1970) may be gone. Ask after they were read."""
    try:
        return records.get(Counter, PRUNED).value
    except RecordNotFoundError:
        return 0
