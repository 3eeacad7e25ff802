"""Drafts of unfinished answers, so that work continues after a reload or on another computer."""

from __future__ import annotations

from pangea_server.annotate.tasks.records import DraftRecord, Lease
from pangea_server.collect.queue.wire import Draft
from pangea_server.core.errors import StoreConflictError
from pangea_server.stores.protocol import RecordStore, Transaction, found


def save_draft(records: RecordStore, lease: Lease, draft: Draft) -> None:
    """Store ``draft``; storing the same one again changes nothing.

    Raises:
        StoreConflictError: a later draft, or another one of this version, is already stored; it stays.
    """
    record = DraftRecord(lease_id=lease.lease_id, version=draft.version, content=draft.content)

    def write(transaction: Transaction) -> None:
        kept = transaction.get(DraftRecord, lease.lease_id)
        if kept is None:
            transaction.create(record)
        elif kept.version < draft.version:
            transaction.replace(record)
        elif (kept.version, kept.content) != (draft.version, draft.content):
            raise StoreConflictError(
                f"Version {kept.version} of this draft is stored; version {draft.version} does not replace it.",
                remedy="Read the lease for the stored draft, and save under a higher version.",
            )

    records.transact(write)


def read_draft(records: RecordStore, lease: Lease) -> Draft | None:
    """The latest draft of a lease, or None."""
    kept = found(records, DraftRecord, lease.lease_id)
    return Draft(version=kept.version, content=kept.content) if kept else None
