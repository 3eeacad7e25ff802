"""Landmarks in Firestore: imported, exported and withdrawn as in the local store."""

from __future__ import annotations

from pathlib import Path

import pytest

from pangea_server.core.records import Record
from pangea_server.dataset.archive import StoreContents, fill
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.imports.landmarks.import_files import import_landmarks
from pangea_server.dataset.landmarks.stored import landmark_entries
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.firebase.store import FirebaseStore
from pangea_server.stores.protocol import Store
from tests.exports.filled import annotated, corridor
from tests.landmarks import examples
from tests.landmarks.entry_lines import EntryLines, line_of
from tests.landmarks.test_life import RECORDS, living

pytestmark = pytest.mark.emulator


def test_landmarks_do_the_same_in_both_stores(firebase_store: FirebaseStore, tmp_path: Path) -> None:
    local, places, file = annotated(tmp_path / "data"), corridor(tmp_path / "corridor"), tmp_path / "e.jsonl"
    local.records.create(Annotator(annotator_id=8, role=Role.ANNOTATOR, languages=("en-US",)))
    fill(firebase_store, StoreContents(local), "instructions")
    source = annotated(tmp_path / "source")
    examples.fill(source)
    entries = landmark_entries(Dataset(source, places), "Landmarks")
    file.write_bytes(b"".join(map(line_of, entries)))
    stores: tuple[Store, ...] = (local, firebase_store)
    for store in stores:
        for _ in range(2):
            import_landmarks(store, places, EntryLines(), [file], name="source")
        examples.fill(store, examples.region("r9", annotator_id=8))
    assert told(firebase_store) == told(local)
    sent = [list(map(line_of, landmark_entries(Dataset(each, places), "Landmarks"))) for each in stores]
    assert [len(each) for each in sent] == [2, 2]
    for store in stores:
        withdraw(store, 8, None)
    assert told(firebase_store) == told(local)
    assert not any(each["region_id"] == "r9" for each in told(local)["regions"])


def told(store: Store) -> dict[str, list[dict[str, object]]]:
    """Everything but when it was made."""
    found = living(store)
    return {kind.collection: [plain(each) for each in found[kind]] for kind in RECORDS}


def plain(record: Record) -> dict[str, object]:
    return record.model_dump(mode="json", exclude={"created_at"})
