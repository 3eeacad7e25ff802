"""Signs of work that come in crowds are kept in few transactions, and each of them is kept."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest

from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.collect.ledger import attendance
from pangea_server.collect.ledger.attendance import MOST_TOGETHER, TimeClock
from pangea_server.collect.ledger.records import Attendance
from pangea_server.core.records import now
from pangea_server.stores.local.store import LocalStore

CROWD = MOST_TOGETHER + 10


def test_signs_of_a_crowd_are_kept_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "GATHERED", 60.0)  # until the clock is closed
    with LocalStore.open(tmp_path / "data") as store:
        for number in range(CROWD):
            store.records.create(lease(number))
        transact = Mock(wraps=store.records.transact)
        monkeypatch.setattr(store.records, "transact", transact)
        clock = TimeClock(store.records)
        for number in (0, *range(CROWD)):
            clock.note_later(f"lease-{number}", "chunk")  # lease-0's second is too near to its first
        clock.note_later("lease-1", "draft")
        clock.note_later("no such lease", "chunk")
        clock.close()
        assert transact.call_count == 2  # a full one, and the rest
        kept = {
            each.lease_id: [sign.source for sign in each.signs]
            for each in store.records.find(Attendance, limit=2 * CROWD)
        }
        expected = {f"lease-{number}": ["chunk"] for number in range(CROWD)}
        assert kept == expected | {"lease-1": ["chunk", "draft"]}


def lease(number: int) -> Lease:
    return Lease(
        lease_id=f"lease-{number}",
        task_id="guide-000001",
        kind="guide",
        annotator_id=number + 1,
        state=LeaseState.ACTIVE,
        expires_at=now() + timedelta(hours=1),
    )
