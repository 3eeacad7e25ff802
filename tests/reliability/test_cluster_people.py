"""What the proof of several servers counts as doubled is counted where it is planted."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from pangea_server.annotate.tasks.records import Lease, LeaseState
from pangea_server.core.records import now
from pangea_server.stores.local.store import LocalStore
from tests.reliability.cluster.people import Links, held_twice


def lease(number: int, task: int, state: LeaseState) -> Lease:
    return Lease(
        lease_id=f"{number:032x}",
        task_id=f"guide-{task:06d}",
        kind="guide",
        annotator_id=number,
        state=state,
        expires_at=now() + timedelta(hours=1),
    )


def test_a_task_that_two_hold_or_handed_in_is_counted(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path) as store:
        for number, (task, state) in enumerate(
            [
                (1, LeaseState.RETURNED),
                (1, LeaseState.EXPIRED),
                (1, LeaseState.ACTIVE),
                (2, LeaseState.SUBMITTED),
            ]
        ):
            store.records.create(lease(number, task, state))
        assert held_twice(store.records) == 0
        store.records.create(lease(10, 1, LeaseState.SUBMITTED))
        store.records.create(lease(11, 2, LeaseState.SUBMITTED))
        store.records.create(lease(12, 2, LeaseState.ACTIVE))
        assert held_twice(store.records) == 3


def test_links_that_let_in_two_browsers_or_none_are_counted() -> None:
    links = Links(("a", "b", "c", "d"), winners=[1, 2, 0, 4])
    assert (links.opened_twice, links.never_opened) == (2, 1)
