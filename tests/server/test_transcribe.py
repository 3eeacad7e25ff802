"""People who write down what they hear in a Guide's voice: from the campaign file to the agreement between them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from environments import PanoramaFolder
from pangea_server import Settings
from pangea_server.annotate.annotations.records import GuideAnnotation, TaskAnnotation
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.tasks.records import DraftRecord, Lease, LeaseState, Task, TaskState
from pangea_server.app.testing.server import VOICE, People, Someone, assert_problem
from pangea_server.collect.planning.lifecycle import Creation, create_campaign
from pangea_server.dataset.archive import Archive, Remaining, fill, write_archive
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.people.access.records import Role
from pangea_server.quality.flags.records import FlagReport
from pangea_server.quality.flags.runner import open_runner
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from pangea_server.stores.tombstones import Tombstone
from tests.exports.exported import exported
from tests.server.programs.test_cli import pangea

OWN = "Go past the lamp to the sofa."
HEARD = "go past a lamp to the sofa"


def create(store: Store, place: Path, **changed: Any) -> Creation:
    content = {
        "id": "voices",
        "languages": ["en-US"],
        "paths": [{"scan": "corridor", "viewpoints": [["door", "lamp", "sofa"]]}],
        "followers_per_guide": 0,
        "send_back_after": None,
        "transcripts_per_guide": 2,
        "trust": {"learning": 0},
    }
    definition = CampaignDefinition.model_validate(content | changed)
    return create_campaign(store.records, PanoramaFolder(place), "place", definition)


@pytest.fixture
def guide(store: Store, place: Path, people: People) -> Someone:
    """Has spoken, so that the voice can be written down."""
    create(store, place)
    someone = people()
    assert someone.guide(OWN).status_code == 200
    return someone


def nothing_for(person: Someone) -> bool:
    return person.call("POST", "/leases", json={"kind": "transcribe"}).status_code == 204


def write_down(person: Someone, transcript: str = HEARD, **more: Any) -> Any:
    lease_id = person.lease("transcribe")["lease_id"]
    return person.submit(lease_id, {"answer": {"transcript": transcript}} | more)


def test_the_tasks_wait_for_the_voice(store: Store, place: Path, people: People) -> None:
    assert create(store, place).new_of_paths["transcribe"] == 2
    assert {task.state for task in store.records.find(Task, {"kind": "transcribe"})} == {TaskState.WAITING}
    assert nothing_for(people())


def test_the_page_is_given_the_voice_and_nothing_else(guide: Someone, people: People) -> None:
    lease = people().lease("transcribe")
    assert set(lease["args"]) == {"voice_url", "voice_duration"}
    assert OWN not in json.dumps(lease)
    voice = guide.client.get(lease["args"]["voice_url"])
    assert voice.headers["content-type"] == "audio/wav"
    assert voice.content[44:] == b"".join(VOICE)
    assert lease["args"]["voice_duration"] == 2.0


def test_only_who_holds_the_task_is_told_where_the_voice_is(guide: Someone, people: People) -> None:
    holder, other = people(), people()
    lease = holder.lease("transcribe")
    address = lease["args"]["voice_url"]
    assert guide.client.get(address.partition("?")[0]).status_code == 404
    assert_problem(other.call("GET", f"/leases/{lease['lease_id']}"), 404, "record_not_found")
    assert other.call("GET", "/annotations/guide/1").status_code == 403


def test_neither_the_guide_nor_the_same_person_twice(guide: Someone, people: People) -> None:
    first = people()
    assert nothing_for(guide)
    assert write_down(first).status_code == 200
    assert nothing_for(first)
    assert write_down(people()).status_code == 200
    assert nothing_for(people())


def test_what_was_heard_is_kept_without_a_walk(store: Store, guide: Someone, people: People) -> None:
    typing = {"typed": 26, "pasted": 0, "pastes": 0}
    person = people()
    receipt = write_down(person, typing=typing).json()
    assert (receipt["kind"], receipt["annotation_id"]) == ("transcribe", 1)
    kept = store.records.get(TaskAnnotation, "transcribe-000001")
    assert (kept.answer, kept.args) == ({"transcript": HEARD}, {"instruction_id": 1})
    assert (kept.walked, kept.pose_trace, kept.voice) == ((), None, None)
    assert person.call("GET", "/me/work").json()["done"] == {"transcribe": 1}
    again = {"answer": {"transcript": HEARD}, "typing": typing}
    assert person.submit(receipt["lease_id"], again).json() == receipt
    assert_problem(
        person.submit(receipt["lease_id"], {"answer": {"transcript": "no"}}), 409, "store_conflict"
    )


def test_an_answer_that_is_none_is_refused(store: Store, guide: Someone, people: People) -> None:
    person = people()
    assert_problem(write_down(person, "  "), 422, "submission")
    walk = person.record(person.lease("transcribe")["lease_id"], ["door"], voice=())
    assert "has no recording" in assert_problem(write_down(person, **walk), 422, "submission")["detail"]
    assert store.records.count(TaskAnnotation) == 0


def test_a_walk_without_its_recording_is_refused(store: Store, place: Path, people: People) -> None:
    create(store, place)
    person = people()
    lease_id = person.lease("guide")["lease_id"]
    problem = assert_problem(person.submit(lease_id, {"transcript": OWN}), 422, "submission")
    assert "This answer has no walk" in problem["detail"]


def agreement(settings: Settings) -> Any:
    at = ("--data-dir", settings.data_dir, "--environment", settings.environment)
    (report,) = map(json.loads, pangea("agreement", "--json", *at).stdout.splitlines())
    return report["transcripts"]


def test_the_agreement_between_transcripts_is_of_real_ones(
    store: Store, settings: Settings, guide: Someone, people: People
) -> None:
    write_down(people())
    write_down(people(), OWN)
    found = agreement(settings)
    # of three transcripts of seven words, two pairs differ in one word
    assert found["value"] == pytest.approx(4 / 42)
    assert (found["units"], found["judgements"]) == (1, 3)


def test_a_rejected_transcript_is_asked_for_again_and_left_out(
    store: Store, settings: Settings, guide: Someone, people: People
) -> None:
    write_down(people(), "something else altogether")
    write_down(people(), OWN)
    reviewer = people(Role.REVIEWER)
    claimed = reviewer.call("PUT", "/review/transcribe-000001/claim").json()
    decision = {"verdict": "reject", "reason": "Not what is said.", "version": claimed["summary"]["version"]}
    address = "/review/transcribe-000001/decisions/00000000-0000-0000-0000-000000000001"
    assert reviewer.call("PUT", address, json=decision).status_code == 200
    assert agreement(settings)["value"] == 0
    assert write_down(people()).json()["annotation_id"] == 3


def test_the_data_team_reads_it_beside_the_voice(guide: Someone, people: People) -> None:
    write_down(people())
    manager = people(Role.MANAGER)
    view = manager.call("GET", "/annotations/transcribe/1").json()
    assert (view["transcript"], view["summary"]["instruction_id"]) == (HEARD, 1)
    assert (view["pose_trace_url"], view["voice_duration"]) == (None, 2.0)
    assert manager.client.get(view["voice_url"]).status_code == 200
    assert_problem(manager.call("GET", "/annotations/transcribe/1/pose-trace"), 404, "record_not_found")


def test_its_flags_are_those_of_what_is_written(
    store: Store, settings: Settings, guide: Someone, people: People
) -> None:
    write_down(people(), typing={"typed": 0, "pasted": 26, "pastes": 1})
    with open_runner(settings) as runner:
        for name in runner.due():
            runner.run(name)
    findings = store.records.get(FlagReport, "transcribe-000001").findings
    found = {finding.flag: finding.raised for finding in findings}
    assert found == {"pasted_transcript": True, "too_short": False, "wrong_language": False}


def test_export_and_backup_carry_it(store: Store, guide: Someone, people: People, tmp_path: Path) -> None:
    write_down(people())
    assert exported(store, tmp_path / "out", "tasks").answers == 1
    (line,) = (tmp_path / "out" / "tasks" / "transcribe.jsonl").read_text().splitlines()
    row = json.loads(line)
    assert (row["answer"], row["args"]) == ({"transcript": HEARD}, {"instruction_id": 1})
    assert row["pose_trace"] is row["voice"] is None
    write_archive(store, tmp_path / "campaign.tar")
    with (
        LocalStore.open(tmp_path / "target") as target,
        Archive.open(tmp_path / "campaign.tar") as archive,
    ):
        fill(target, Remaining(archive), archive.sha256)
        kept = target.records.get(TaskAnnotation, "transcribe-000001")
    assert kept == store.records.get(TaskAnnotation, "transcribe-000001")


def test_who_wrote_it_down_may_take_it_back(store: Store, guide: Someone, people: People) -> None:
    person = people()
    write_down(person)
    assert withdraw(store, person.annotator_id, None) == 1
    assert store.records.count(TaskAnnotation) == 0
    assert store.records.count(GuideAnnotation) == 1
    assert write_down(people()).status_code == 200
    assert write_down(people()).json()["annotation_id"] == 3


def test_with_a_guides_voice_goes_what_others_wrote_of_it(
    store: Store, guide: Someone, people: People
) -> None:
    write_down(people())
    writing = people()
    lease_id = writing.lease("transcribe")["lease_id"]
    draft = {"version": 1, "content": json.dumps({"transcript": "go past"})}
    assert writing.call("PUT", f"/leases/{lease_id}/draft", json=draft).status_code == 200
    assert withdraw(store, guide.annotator_id, None) == 1
    assert store.records.count(TaskAnnotation) == store.records.count(DraftRecord) == 0
    assert store.records.count(Review) == 0
    assert store.records.get(Lease, lease_id).state is LeaseState.RETURNED
    assert store.records.get(Tombstone, "task_annotations:transcribe-000001")
    tasks = store.records.find(Task, {"kind": "transcribe"})
    assert sorted(task.state.value for task in tasks) == ["waiting"] * 2 + ["withdrawn"] * 2
    assert {task.instruction_id for task in tasks if task.state is TaskState.WAITING} == {2}


def test_more_transcripts_may_be_asked_for_later(store: Store, place: Path, people: People) -> None:
    create(store, place, transcripts_per_guide=0)
    people().guide(OWN)
    assert create(store, place).new_of_paths["transcribe"] == 2
    assert write_down(people()).status_code == 200
    assert create(store, place, transcripts_per_guide=1).retired == 1
    assert nothing_for(people())
