"""The table of what happens to each record (``annotate/landmarks/README.md``) is what happens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pangea_server.annotate.landmarks.records import Chain, Entity, Link, Mention, RegionRecord
from pangea_server.annotate.landmarks.removal import landmarks_without_words
from pangea_server.core.records import Record, now
from pangea_server.dataset.archive import Archive, Remaining, StoreContents, fill, write_archive
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.erasure.retention import remove_past_their_date
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.imports.landmarks.import_files import import_landmarks
from pangea_server.dataset.imports.landmarks.known import KINDS
from pangea_server.dataset.landmarks.stored import landmark_entries
from pangea_server.dataset.release.release import make_release
from pangea_server.dataset.verify.references import REFERENCES
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.audit.records import AuditEntry
from pangea_server.people.consent.records import ConsentReceipt
from pangea_server.people.consent.texts import publish
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store, Transaction
from pangea_server.stores.tombstones import Tombstone
from tests.exports.filled import annotated, corridor
from tests.landmarks import examples
from tests.landmarks.entry_lines import EntryLines

ROOT = Path(__file__).parents[2]
README = (ROOT / "pangea_server/annotate/landmarks/README.md").read_text()
Life = dict[type[Record], list[Record]]
RECORDS: tuple[type[Record], ...] = (Mention, Link, Chain, Entity, RegionRecord)
MAKER = 8


def table() -> dict[str, dict[str, str]]:
    """The cells, by column and record."""
    (text,) = re.findall(r"<!-- life: begin -->\n(.*?)<!-- life: end -->", README, re.DOTALL)
    rows = [[cell.strip() for cell in line.strip("|\n ").split("|")] for line in text.splitlines()]
    head, _, *body = rows
    return {name: {row[0]: row[number] for row in body} for number, name in enumerate(head) if number}


TABLE = table()


def landmarks() -> list[Record]:
    """Those of the corridor, of which one mention in two is another person's."""
    return [
        each.model_copy(update={"annotator_id": 10})
        if isinstance(each, Mention) and each.text == "दीपक"
        else each
        for each in examples.corridor_landmarks()
    ]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = annotated(tmp_path / "data")
    for person in (MAKER, 9, 10):
        store.records.create(Annotator(annotator_id=person, role=Role.ANNOTATOR, languages=("en-US",)))
    examples.fill(store, *landmarks())
    yield store
    store.close()


def living(store: Store) -> Life:
    return {kind: list(every(store.records, kind)) for kind in RECORDS}


def became(before: Life, after: Life) -> dict[str, str]:
    """By collection: some go, some shrink, or all stay."""
    told = {}
    for kind in RECORDS:
        fewer = len(after[kind]) < len(before[kind])
        told[kind.collection] = "go" if fewer else "stay" if after[kind] == before[kind] else "shrink"
    return told


def take_words_back(store: Store) -> None:
    def write(transaction: Transaction) -> None:
        lost = landmarks_without_words(transaction, 1)
        for record in lost.deleted:
            transaction.delete(type(record), record.record_id)
        for record in lost.replaced:
            transaction.replace(record)

    store.records.transact(write)


def keep_for_thirty_days(store: Store) -> None:
    text = publish(store.records, {"en": "For thirty days."}, retention_days=30)
    before = now() - timedelta(days=1)
    told = {"version": text.version, "language": "en", "sha256": "0" * 64}
    store.records.create(ConsentReceipt(annotator_id=MAKER, agreed_at=before, **told))
    remove_past_their_date(store, now() + timedelta(days=31))


ENDS: dict[str, Callable[[Store], object]] = {
    "its words are withdrawn": take_words_back,
    "its maker withdraws": lambda store: withdraw(store, MAKER, None),
    "retention": keep_for_thirty_days,
}


@pytest.mark.parametrize("column", ENDS)
def test_what_is_taken_back_goes(column: str, store: Store) -> None:
    before = living(store)
    ENDS[column](store)
    assert became(before, living(store)) == TABLE[column]


def test_backups_and_migrations_hold_all_of_it(store: Store, tmp_path: Path) -> None:
    before = living(store)
    write_archive(store, tmp_path / "backup.tar")
    with (
        LocalStore.open(tmp_path / "restored") as restored,
        LocalStore.open(tmp_path / "migrated") as migrated,
    ):
        with Archive.open(tmp_path / "backup.tar") as archive:
            fill(restored, Remaining(archive), archive.sha256)
        fill(migrated, Remaining(StoreContents(store)), "from-local")
        assert living(restored) == living(migrated) == before
    assert {*TABLE["backup, restore, migrate"].values()} == {"whole"}


def test_an_older_backup_brings_nothing_back(store: Store, tmp_path: Path) -> None:
    before = living(store)
    write_archive(store, tmp_path / "backup.tar")
    withdraw(store, MAKER, None)
    removed = list(every(store.records, Tombstone))
    with LocalStore.open(tmp_path / "restored") as restored, Archive.open(tmp_path / "backup.tar") as archive:
        fill(restored, Remaining(archive, removed), archive.sha256)
        assert living(restored) == living(store)
        assert became(before, living(restored)) == TABLE["older backup restored"]


def test_both_stores_search_by_the_same_fields() -> None:
    declared = json.loads((ROOT / "deploy/firebase/firestore.indexes.json").read_text())["fieldOverrides"]
    for kind in RECORDS:
        exempt = {each["fieldPath"] for each in declared if each["collectionGroup"] == kind.collection}
        assert exempt.isdisjoint(kind.indexed)
        assert exempt >= {*kind.model_fields} - {*kind.indexed}
        assert TABLE["stores"][kind.collection] == "local, Firestore"


def test_verification_follows_what_they_name() -> None:
    named = {kind.collection: "seals, references" if kind in REFERENCES else "seals" for kind in RECORDS}
    assert named == TABLE["verify"]


def test_exports_and_releases_hold_each_and_an_import_is_audited(store: Store, tmp_path: Path) -> None:
    places = corridor(tmp_path / "corridor")
    entries = list(landmark_entries(Dataset(store, places), "Landmarks"))
    sent = {
        each.collection
        for entry in entries
        for each in (*entry.mentions, *entry.links, *entry.chains, *entry.entities, *entry.regions)
    }
    assert sent == {name for name, cell in TABLE["export, release"].items() if cell == "yes"}
    make_release(Dataset(store, places), tmp_path / "release", [EntryLines()], "1.0")
    file = tmp_path / "release/entry_lines/entries.jsonl"
    with LocalStore.open(tmp_path / "other") as other:
        fill(other, StoreContents(annotated(tmp_path / "again")), "instructions")
        import_landmarks(other, places, EntryLines(), [file], name="released")
        (line,) = [each.detail for each in every(other.records, AuditEntry) if each.action == "imported"]
    assert {kind.collection for kind, name in KINDS.items() if f" {name}" in line} == {
        name for name, cell in TABLE["audit"].items() if cell == "imports"
    }
