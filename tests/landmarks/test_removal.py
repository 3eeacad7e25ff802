"""Who withdraws takes what they marked, judged and drew, and their words take what quotes them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from pangea_server import Settings
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.landmarks.records import Chain, Entity, Link, Mention, RegionRecord
from pangea_server.app.testing.server import People
from pangea_server.core.records import now
from pangea_server.dataset.archive import Archive, Remaining, fill, write_archive
from pangea_server.dataset.erasure.retention import remove_past_their_date
from pangea_server.dataset.erasure.withdrawal import sweep, withdraw
from pangea_server.dataset.verify.verification import verify
from pangea_server.people.audit.records import AuditEntry
from pangea_server.people.consent.texts import publish
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store
from pangea_server.stores.tombstones import Tombstone
from tests.landmarks.examples import LAMP, SOFA, chain, entity, link, mention, region

CANARY = "a canary called Tweety-0123456789"
TEXT = f"Go past {CANARY} to the lamp, then leave it."


class Crowd(NamedTuple):
    """Who spoke, who marked and linked the words, and who drew."""

    guide: int
    marker: int
    drawer: int


@pytest.fixture
def crowd(campaign: None, people: People, store: Store) -> Crowd:
    """A Guide's words, with the landmarks that others made of them."""
    guide, *others = people(), people(), people()
    assert guide.guide(TEXT).status_code == 200
    marker, drawer = (each.annotator_id for each in others)
    bird, lamp = (mention(said, TEXT, annotator_id=marker) for said in (CANARY, "the lamp"))
    it = mention("it", TEXT, form="pronoun")
    for record in (
        bird,
        lamp,
        it,
        link("l1", lamp.mention_id, it.mention_id, annotator_id=marker),
        link("l2", bird.mention_id, it.mention_id, annotator_id=marker, verdict="different"),
        chain("000001-c1", (lamp.mention_id, it.mention_id)),
        chain("000001-c2", (bird.mention_id,), (SOFA,)),
        entity(labels={"en-US": "the lamp"}),
        entity(SOFA, labels={"en-US": CANARY, "hi-IN": "चिड़िया"}),
        region("r1", annotator_id=marker, replaced_by="r2"),
        region("r2", annotator_id=drawer, from_region="r1", source="adjusted"),
        region("r3", SOFA, annotator_id=drawer),
    ):
        store.records.create(record)
    return Crowd(guide.annotator_id, marker, drawer)


def hits(folder: Path) -> list[str]:
    needle = CANARY.encode()
    return [str(file) for file in folder.rglob("*") if file.is_file() and needle in file.read_bytes()]


def ids(store: Store) -> dict[str, list[str]]:
    kinds = (Mention, Link, Chain, Entity, RegionRecord)
    return {kind.collection: [each.record_id for each in every(store.records, kind)] for kind in kinds}


def test_no_word_of_a_guide_who_withdraws_is_left(crowd: Crowd, store: Store, settings: Settings) -> None:
    assert hits(settings.data_dir)
    withdraw(store, crowd.guide, None)
    assert hits(settings.data_dir) == []
    assert ids(store) == {
        "mentions": [],
        "links": [],
        "chains": [],
        "entities": [LAMP, SOFA],
        "regions": ["r1", "r2", "r3"],
    }
    assert store.records.get(Entity, SOFA).labels == {"hi-IN": "चिड़िया"}
    removed = [mark.removed_from for mark in every(store.records, Tombstone)]
    assert [removed.count(kind) for kind in ("mentions", "links", "chains")] == [3, 2, 2]


def test_who_marked_words_takes_the_marks_along_and_the_words_stay(crowd: Crowd, store: Store) -> None:
    withdraw(store, crowd.marker, None)
    (left,) = every(store.records, Mention)
    assert (left.text, left.annotator_id) == ("it", None)
    assert store.records.get(Chain, "000001-c1").mentions == (left.mention_id,)
    assert ids(store) == {
        "mentions": [left.mention_id],
        "links": [],
        "chains": ["000001-c1"],
        "entities": [LAMP, SOFA],
        "regions": ["r2", "r3"],
    }
    assert store.records.count(GuideAnnotation) == 1


def test_a_region_is_shown_again_when_the_one_in_its_place_is_withdrawn(crowd: Crowd, store: Store) -> None:
    assert store.records.get(RegionRecord, "r1").replaced_by == "r2"
    withdraw(store, crowd.drawer, None)
    assert ids(store)["regions"] == ["r1"]
    assert store.records.get(RegionRecord, "r1").replaced_by is None
    assert len(ids(store)["mentions"]) == 3


def test_a_backup_of_before_brings_no_word_back(crowd: Crowd, store: Store, tmp_path: Path) -> None:
    write_archive(store, tmp_path / "before.tar")
    withdraw(store, crowd.guide, None)
    later = list(every(store.records, Tombstone))
    with LocalStore.open(tmp_path / "restored") as restored:
        with Archive.open(tmp_path / "before.tar") as archive:
            fill(restored, Remaining(archive, later), archive.sha256)
        assert hits(tmp_path / "restored") == []
        assert ids(restored) == ids(store)
        assert list(every(restored.records, Entity)) == list(every(store.records, Entity))


def test_what_came_back_with_the_words_is_swept_with_them(crowd: Crowd, store: Store) -> None:
    (guide,) = store.records.find(GuideAnnotation)
    before = [*every(store.records, Mention), *every(store.records, Chain), *every(store.records, Link)]
    thing = store.records.get(Entity, SOFA)
    withdraw(store, crowd.guide, None)
    for record in (guide, *before):  # as a copy of before would bring them back
        store.records.create(record)
    store.records.transact(lambda transaction: transaction.replace(thing))
    sweep(store)
    found = ids(store)
    assert (found["mentions"], found["links"], found["chains"]) == ([], [], [])
    assert store.records.get(Entity, SOFA).labels == {"hi-IN": "चिड़िया"}


def test_landmarks_past_their_date_are_removed(people: People, store: Store, crowd: Crowd) -> None:
    publish(store.records, {"en": "For thirty days."}, retention_days=30)
    person = people()
    person.call("PUT", "/me/consent", json={"version": 1, "language": "en"})
    store.records.create(region("r4", annotator_id=person.annotator_id))
    before = ids(store)
    remove_past_their_date(store, now() + timedelta(days=29))
    assert ids(store) == before
    remove_past_their_date(store, now() + timedelta(days=31))
    assert ids(store) == before | {"regions": ["r1", "r2", "r3"]}
    (entry,) = [each for each in every(store.records, AuditEntry) if each.action == "retention"]
    assert entry.detail == "0 attempts, 1 other records"
    assert crowd


@pytest.mark.usefixtures("crowd")
def test_verification_names_what_a_landmark_lacks(store: Store) -> None:
    assert isinstance(store, LocalStore)
    *_, whole = verify(store)
    assert [str(fault) for fault in whole.faults] == []
    store.records.transact(lambda transaction: transaction.delete(Entity, LAMP))
    *_, report = verify(store)
    assert {fault.place for fault in report.faults} == {"chains/000001-c1", "regions/r1"}
    assert "entities/corridor-e1, which is missing" in str(report.faults[0])
