"""Signs of work that come in crowds are kept in few transactions, and each of them is kept."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest

from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.collect.ledger import attendance
from pangea_server.collect.ledger.active_time import Sign
from pangea_server.collect.ledger.attendance import MOST_TOGETHER, AtWork, TimeClock, keep_signs, signs_of
from pangea_server.collect.ledger.records import Attendance
from pangea_server.core.errors import StoreError
from pangea_server.core.records import now
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import RecordStore

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


@pytest.fixture
def records(tmp_path: Path) -> Iterator[RecordStore]:
    with LocalStore.open(tmp_path / "data") as store:
        store.records.create(lease(0))
        yield store.records


def signs(records: RecordStore) -> list[tuple[float, str, str]]:
    kept = records.get(Attendance, "lease-0")
    return [(sign.time, sign.source, sign.phase) for sign in kept.signs]


def test_a_second_sign_of_one_kind_and_phase_counts_after_twenty_seconds(
    records: RecordStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = [1000.0]
    monkeypatch.setattr(attendance, "monotonic", lambda: at[-1])
    clock = TimeClock(records)
    for moment, source, phase in (
        (1000.0, "page", "record"),
        (1019.9, "page", "record"),
        (1019.9, "page", "transcribe"),
        (1019.9, "draft", ""),
        (1020.0, "page", "record"),
    ):
        at.append(moment)
        clock.note("lease-0", source, phase)  # type: ignore[arg-type]
    clock.close()
    assert [(source, phase) for _, source, phase in signs(records)] == [
        ("page", "record"),
        ("page", "transcribe"),
        ("draft", ""),
        ("page", "record"),
    ]


def test_leases_that_were_seen_long_ago_are_forgotten_where_there_are_many(
    records: RecordStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = [1000.0]
    monkeypatch.setattr(attendance, "monotonic", lambda: at[-1])
    monkeypatch.setattr(attendance, "KEPT_LEASES", 2)
    clock = TimeClock(records)
    for moment, lease_id in ((1000.0, "a"), (1010.0, "b"), (1020.0, "c")):
        at.append(moment)
        clock.note_later(lease_id, "chunk")
    clock.close()
    assert [key[0] for key in clock._seen] == ["b", "c"]


def test_a_sign_has_its_seconds_since_the_task_was_taken(records: RecordStore) -> None:
    began = records.get(Lease, "lease-0").created_at
    seen = [
        AtWork("lease-0", "page", "record", began + timedelta(seconds=61.26)),
        AtWork("lease-0", "task", "", began - timedelta(seconds=5)),
    ]
    keep_signs(records, seen)
    assert signs(records) == [(61.3, "page", "record"), (0.0, "task", "")]
    kept = records.get(Attendance, "lease-0")
    assert (kept.annotator_id, kept.began_at) == (1, began)
    origin = began.timestamp()
    assert signs_of(kept) == [Sign(origin), Sign(origin + 61.3, "record"), Sign(origin)]


def test_of_one_lease_so_many_signs_are_kept(records: RecordStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "MOST_SIGNS", 2)
    for _ in range(3):
        keep_signs(records, [AtWork("lease-0", "draft")])
    assert len(signs(records)) == 2


def test_a_sign_that_cannot_be_stored_fails_no_answer(
    records: RecordStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(records, "transact", Mock(side_effect=StoreError("It is away.")))
    clock = TimeClock(records)
    clock.note("lease-0", "submit")
    clock.close()
    assert caplog.messages == ["1 signs of work could not be stored: store"]
