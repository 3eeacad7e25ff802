"""Signs of work that come in crowds are kept in few transactions, and each of them is kept."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from pangea_server.ledger.attendance import MOST_TOGETHER, TimeClock
from pangea_server.records import Attendance, Lease, LeaseState, now
from pangea_server.stores.local import LocalStore

CROWD = MOST_TOGETHER + 10


def test_signs_that_come_while_others_are_kept_are_kept_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LocalStore.open(tmp_path / "data") as store:
        for number in range(CROWD):
            store.records.create(lease(number))
        transact, begun, go_on, calls = store.records.transact, Event(), Event(), []

        def transact_later(work: Any) -> Any:
            calls.append(work)
            begun.set()
            assert go_on.wait(60)
            return transact(work)

        monkeypatch.setattr(store.records, "transact", transact_later)
        clock = TimeClock(store.records)
        clock.note_later("lease-0", "chunk")
        assert begun.wait(60)
        for number in range(CROWD):
            clock.note_later(f"lease-{number}", "chunk")  # lease-0's is too near to its first
        clock.note_later("lease-1", "draft")
        clock.note_later("no such lease", "chunk")
        go_on.set()
        clock.close()
        assert len(calls) == 3  # the first, a full one, the rest
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
