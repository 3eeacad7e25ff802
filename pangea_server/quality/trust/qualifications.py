"""Attempts at the training of a kind, and whether one was passed."""

from __future__ import annotations

from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.core.records import now
from pangea_server.quality.trust.records import Qualification
from pangea_server.stores.protocol import RecordStore, Transaction


def qualification_of(records: RecordStore, annotator_id: int, kind: str) -> Qualification:
    """What a person has tried so far; without an attempt where they tried nothing."""
    fresh = Qualification(annotator_id=annotator_id, kind=kind)
    try:
        return records.get(Qualification, fresh.record_id)
    except RecordNotFoundError:
        return fresh


def count_attempt(
    transaction: Transaction, annotator_id: int, kind: str, number: int, *, passed: bool
) -> None:
    """Count the attempt ``number``, from 0. Who has passed once has passed for good.

    Raises:
        StoreConflictError: another attempt was judged since.
    """
    fresh = Qualification(annotator_id=annotator_id, kind=kind)
    earlier = transaction.get(Qualification, fresh.record_id)
    before = earlier or fresh
    if before.attempts != number:
        raise StoreConflictError("Another attempt was judged just now.", remedy="Reload the page.")
    tried = {
        "attempts": before.attempts + 1,
        "passed_at": before.passed_at or (now() if passed else None),
    }
    (transaction.replace if earlier else transaction.create)(before.model_copy(update=tried))
