"""Who withdraws takes everything with them: no byte of it is left, and nothing brings it back."""

from __future__ import annotations

import gzip
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from align import GroundedWord
from pangea_server import Settings
from pangea_server.annotate.alignments.records import AlignmentRecord, AlignmentVersion
from pangea_server.annotate.annotations.lookups import voice_of
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.tasks.records import Lease, Task
from pangea_server.app.testing.server import VOICE, People, Someone, assert_problem, summary
from pangea_server.collect.capture.removed import refuse_removed
from pangea_server.collect.platforms.records import Payee
from pangea_server.core.errors import RecordNotFoundError, RecordWithdrawnError, StoreFullError
from pangea_server.core.records import now
from pangea_server.dataset.erasure.retention import past_their_date, remove_past_their_date
from pangea_server.dataset.erasure.withdrawal import sweep, withdraw
from pangea_server.people.access.records import Role
from pangea_server.people.accounts.invites import invite
from pangea_server.people.audit.records import AuditEntry
from pangea_server.people.consent.texts import publish
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store
from pangea_server.stores.tombstones import Tombstone
from tests.exports.exported import exported
from tests.promises.scale import times

ERASURES = times(3)
CANARY = b"CANARY-0123456789-IN-A-COAL-MINE"
WALK = ["door", "lamp", "sofa"]
pytestmark = pytest.mark.usefixtures("campaign")


def speak(guide: Someone) -> None:
    """A whole Guide task, and a canary wherever a person can leave something."""
    lease_id = guide.lease("guide")["lease_id"]
    text = CANARY.decode()
    draft = {"version": 1, "content": text}
    assert guide.call("PUT", f"/leases/{lease_id}/draft", json=draft).status_code == 200
    report = {"kind": "other", "comment": text}
    address = f"/leases/{lease_id}/reports/{'0' * 8}-0000-0000-0000-{'0' * 12}"
    assert guide.call("PUT", address, json=report).status_code == 200
    assert guide.call("PUT", f"/me/questions/{'0' * 36}", json={"words": text}).status_code == 200
    voice = [CANARY * 500, CANARY * 300]
    unfinished = guide.begin(lease_id, attempt=1)
    assert guide.put(unfinished, "voice", 0, CANARY * 700).status_code == 201
    answer = guide.record(lease_id, WALK, voice) | {"transcript": f"Go {text} on.", "voice": summary(voice)}
    assert guide.submit(lease_id, answer).status_code == 200


def align(store: Store) -> None:
    word = GroundedWord(word=CANARY.decode(), start_time=0, end_time=1, source="aligned")
    words = {"task_id": "guide-000001", "engine": "viterbi", "state": "aligned", "timed_instruction": (word,)}
    store.records.create(AlignmentRecord(**words, version=2))
    store.records.create(AlignmentVersion(**words, version=1))


def hits(folder: Path) -> list[str]:
    return [str(file) for file in folder.rglob("*") if file.is_file() and CANARY in file.read_bytes()]


def test_no_byte_is_left_of_who_withdraws_in_the_browser(
    people: People, store: Store, settings: Settings
) -> None:
    guide = people()
    speak(guide)
    align(store)
    assert hits(settings.data_dir)
    assert guide.call("DELETE", "/me").json() == {"attempts": 1}
    assert hits(settings.data_dir) == []
    assert_problem(guide.call("GET", "/me"), 401, "not_signed_in")
    removed = {mark.removed_from for mark in store.records.find(Tombstone)}
    assert removed == {
        "alignment_versions",
        "alignments",
        "annotators",
        "attendance",
        "drafts",
        "guide_annotations",
        "leases",
        "problem_reports",
        "questions",
        "recordings",
        "reviews",
    }
    (entry,) = [entry for entry in store.records.find(AuditEntry) if entry.action == "withdrawn"]
    assert (entry.actor, entry.subject, entry.detail) == (guide.annotator_id, guide.annotator_id, "")


def test_person_after_person_leaves_no_byte(people: People, store: Store, settings: Settings) -> None:
    """P29: each speaks where the one before was erased; somebody else's voice lies between, and stays."""
    for _ in range(ERASURES):
        guide, neighbour = people(), people()
        lease_id = neighbour.lease("guide")["lease_id"]
        kept = neighbour.begin(lease_id)
        assert neighbour.put(kept, "voice", 0, VOICE[0]).status_code == 201
        assert neighbour.call("DELETE", f"/leases/{lease_id}").status_code == 204
        speak(guide)
        withdraw(store, guide.annotator_id, None)
        assert hits(settings.data_dir) == []
        assert store.blobs.read(f"recordings/{kept}/voice/000000") == VOICE[0]


@pytest.mark.parametrize("calls", [1, 2, 3])
def test_a_withdrawal_that_a_full_disk_ended_is_finished_at_the_next_start(
    people: People, store: Store, settings: Settings, monkeypatch: pytest.MonkeyPatch, calls: int
) -> None:
    """Its person cannot ask again: they are shut out by then."""
    guide = people()
    speak(guide)
    done = iter(range(calls))
    transact = store.records.transact

    def until_full(work: Any) -> Any:
        if next(done, None) is None:
            raise StoreFullError("The disk is full.", remedy="Make room.")
        return transact(work)

    with monkeypatch.context() as patched:
        patched.setattr(store.records, "transact", until_full)
        with pytest.raises(StoreFullError):
            withdraw(store, guide.annotator_id, None)
    sweep(store)
    store.scrub()
    assert hits(settings.data_dir) == []
    assert store.records.find(Lease, {"annotator_id": guide.annotator_id}) == []


def test_the_work_is_asked_for_again_under_new_numbers(people: People, store: Store) -> None:
    guide = people()
    guide.guide()
    withdraw(store, guide.annotator_id, None)
    tasks = {task.record_id: task.state.value for task in store.records.find(Task)}
    assert tasks == {
        "guide-000001": "withdrawn",
        "follower-000001": "withdrawn",
        "guide-000002": "open",
        "follower-000002": "waiting",
    }
    assert people().guide().json()["annotation_id"] == 2
    assert people().follow(WALK).json()["annotation_id"] == 2


@pytest.fixture
def campaign(campaign: None, store: Store) -> None:
    """Its numbers are taken, as ``pangea campaign`` would have."""
    from pangea_server.stores.numbering import take_numbers

    take_numbers(store.records, "instructions", 1)
    take_numbers(store.records, "demonstrations", 1)


def test_who_followed_withdrawn_words_keeps_their_walk_and_it_is_not_exported(
    people: People, store: Store, tmp_path: Path
) -> None:
    guide, follower = people(), people()
    guide.guide()
    follower.follow(WALK)
    exported(store, tmp_path / "before")
    withdraw(store, guide.annotator_id, None)
    assert store.records.count(FollowerAnnotation) == 1
    with pytest.raises(RecordNotFoundError, match="no Guide annotation"):
        exported(store, tmp_path / "after")
    reviewer = people(Role.REVIEWER)
    assert reviewer.call("GET", "/monitor").json()["left_out"] == {"words_gone": 1}
    assert_problem(reviewer.call("GET", "/annotations/follower/1"), 404, "record_not_found")
    with gzip.open(tmp_path / "before" / "rxr" / "rxr_train_guide.jsonl.gz") as rows:
        assert json.loads(rows.readline())["annotator_id"] == guide.annotator_id


def test_who_is_following_withdrawn_words_is_told_and_gets_other_work(people: People, store: Store) -> None:
    guide, follower = people(), people()
    guide.guide()
    held = follower.lease("follower")
    answer = follower.record(held["lease_id"], WALK, voice=()) | {"outcome": "done"}
    withdraw(store, guide.annotator_id, None)
    assert follower.submit(held["lease_id"], answer).status_code == 409
    assert follower.client.get(held["args"]["voice_url"]).status_code == 404
    assert follower.call("POST", "/leases", json={"kind": "follower"}).status_code == 204


def test_a_follower_who_withdraws_makes_room_for_another(people: People, store: Store) -> None:
    people().guide()
    follower = people()
    follower.follow(WALK)
    withdraw(store, follower.annotator_id, None)
    assert store.records.count(FollowerAnnotation) == 0
    assert store.records.count(GuideAnnotation) == 1
    assert people().follow(WALK).json()["annotation_id"] == 2


def test_an_unfinished_task_is_free_again(people: People, store: Store) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    guide.record(lease_id, WALK)
    withdraw(store, guide.annotator_id, None)
    assert store.records.count(Lease) == 0
    assert store.blobs.list("") == []
    assert people().guide().json()["annotation_id"] == 1


def test_nothing_comes_in_after_a_withdrawal(people: People, store: Store) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    withdraw(store, guide.annotator_id, None)
    assert_problem(guide.put(recording_id, "voice", 0, b"\0\0"), 401, "not_signed_in")
    store.blobs.create(f"recordings/{recording_id}/voice/000000", b"on its way meanwhile")
    with pytest.raises(RecordWithdrawnError):
        refuse_removed(store, recording_id)
    assert store.blobs.list("") == []
    with pytest.raises(RecordWithdrawnError):
        invite(store.records, guide.annotator_id)


def test_a_withdrawal_that_was_interrupted_is_finished_at_the_next_start(
    people: People, store: Store
) -> None:
    guide = people()
    guide.guide()
    (lease,) = store.records.find(Lease)
    (annotation,) = store.records.find(GuideAnnotation)
    voice = store.blobs.read(voice_of(annotation)[0].blob)
    withdraw(store, guide.annotator_id, None)
    store.blobs.create(voice_of(annotation)[0].blob, voice)  # as a backup of before would bring it back
    store.records.create(annotation)
    store.records.create(lease)
    sweep(store)
    assert (store.records.count(Lease), store.records.count(GuideAnnotation)) == (0, 0)
    assert store.blobs.list("") == []


def test_withdrawing_twice_is_no_error(people: People, store: Store) -> None:
    guide = people()
    guide.guide()
    assert (withdraw(store, guide.annotator_id, None), withdraw(store, guide.annotator_id, None)) == (1, 0)


def test_a_manager_removes_an_annotator_who_asked_for_it_and_nobody_above(
    people: People, store: Store
) -> None:
    guide, owner, manager = people(), people(Role.OWNER), people(Role.MANAGER)
    guide.guide()
    assert_problem(manager.call("DELETE", f"/people/{owner.annotator_id}/data"), 403, "access")
    assert manager.call("DELETE", f"/people/{guide.annotator_id}/data").json() == {"attempts": 1}
    assert store.records.count(GuideAnnotation) == 0


def test_what_is_past_its_date_is_removed_and_counts_as_done(
    people: People, store: Store, settings: Settings
) -> None:
    publish(store.records, {"en": "For thirty days."}, retention_days=30)
    guide, careless = people(), people()
    guide.call("PUT", "/me/consent", json={"version": 1, "language": "en"})
    speak(guide)
    soon, later = now() + timedelta(days=29), now() + timedelta(days=31)
    assert list(past_their_date(store.records, soon)) == []
    assert len(list(past_their_date(store.records, later))) == 1
    assert store.records.count(GuideAnnotation) == 1  # asking removes nothing
    for person in (guide, careless):  # a platform's id goes with the last attempt that it could pay for
        ids = {"worker_id": "A1", "assignment_id": "3A", "study_id": "study"}
        known = {"visit_id": f"visit-{person.annotator_id}", "annotator_id": person.annotator_id}
        store.records.create(Payee(**known, **ids))
    assert remove_past_their_date(store, later) == 1
    assert hits(settings.data_dir) == []
    assert store.records.count(Task, {"state": "open"}) == 0
    assert guide.call("GET", "/me").status_code == 200
    assert [payee.annotator_id for payee in every(store.records, Payee)] == [careless.annotator_id]
