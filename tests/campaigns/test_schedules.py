"""Whatever people do in whatever order, the queue keeps its rules: 2,000 schedules on its pure core, 100,000 by
``make fuzz``, and some through the local store. ``tests/firebase`` runs some through Firestore."""

from __future__ import annotations

import os
from pathlib import Path

from pangea_server.stores.local.store import LocalStore
from tests.campaigns.schedules import PureQueue, StoreQueue, run_schedule, setting

PURE = int(os.environ.get("PURE_SCHEDULES", "2000"))  # of six steps
STORED = int(os.environ.get("STORED_SCHEDULES", "40"))  # of thirty steps
SETTINGS = 500


def test_the_pure_rules_hold_in_every_schedule() -> None:
    given = 0
    for seed in range(PURE):
        where = setting(seed % SETTINGS)
        given += len(run_schedule(PureQueue(where), where, seed, steps=6).met)
    assert given > PURE  # people were given tasks


def test_the_rules_hold_through_the_local_store(tmp_path: Path) -> None:
    given = failed = 0
    for seed in range(STORED):
        with LocalStore.open(tmp_path / str(seed)) as store:
            where = setting(seed)
            observer = run_schedule(StoreQueue(store.records, where), where, seed, steps=30)
            given += len(observer.met)
            failed += len(observer.failed)
    assert given > STORED
    assert failed > STORED / 10  # words failed, and were asked for again
