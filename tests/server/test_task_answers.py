"""What becomes of answers to other kinds of task: flags, review, export, backup, retention."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from align import PoseTrace
from environments.demo import DemoHouse
from environments.path_rules import PathRules
from pangea_server import Settings
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.kinds.find import FindTask
from pangea_server.annotate.kinds.tour import TourTask
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.server import RATE, People, Someone, assert_problem
from pangea_server.collect.planning.standalone import create_tasks
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import now
from pangea_server.dataset.archive import Archive, Remaining, fill, write_archive
from pangea_server.dataset.erasure.retention import remove_past_their_date
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.people.access.records import Role
from pangea_server.people.consent.texts import publish
from pangea_server.quality.flags.records import FlagReport
from pangea_server.quality.flags.runner import open_runner, reports_missing
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.exports.exported import exported

WORDS = "This is a bright room with a red sofa and a lamp that stands by the window of the kitchen."
UUID = "00000000-0000-0000-0000-00000000000{}"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"environment": "demo"})


@pytest.fixture(autouse=True)
def tasks(store: Store) -> None:
    house = DemoHouse()
    for kind in (TourTask(), FindTask()):
        create_tasks(store.records, house, house.scan("demo-house"), kind, languages=["en-US"], count=2)


@pytest.mark.parametrize("kind", [TourTask(), FindTask()])
def test_tasks_begin_where_paths_may_start(kind: TourTask | FindTask) -> None:
    house, starts = DemoHouse(), frozenset({"study-desk", "terrace-bench"})
    scan = replace(house.scan("demo-house"), path_rules=PathRules(starts))
    planned = kind.plan(house, scan, 2, seed=1)
    assert len(planned) == 2
    assert {spec.path[0] for spec in planned} <= starts


def tell(guide: Someone, transcript: str = WORDS, **more: Any) -> None:
    lease = guide.lease("tour")
    voice = (b"\1\0" * RATE * 25,)
    answer = guide.record(lease["lease_id"], [lease["start"]["viewpoint_id"]], voice=voice)
    sent = answer | {"answer": {"transcript": transcript}} | more
    assert guide.submit(lease["lease_id"], sent).status_code == 200


def give_up(person: Someone) -> None:
    lease = person.lease("find")
    answer = person.record(lease["lease_id"], [lease["start"]["viewpoint_id"]], voice=())
    assert person.submit(lease["lease_id"], answer | {"answer": {"mark": None}}).status_code == 200


def look_at_all(settings: Settings) -> list[str]:
    with open_runner(settings) as runner:
        names = runner.due()
        for name in names:
            runner.run(name)
    return names


def raised(store: Store, name: str) -> dict[str, bool | None]:
    return {found.flag: found.raised for found in store.records.get(FlagReport, name).findings}


def test_a_voice_without_a_path_has_the_flags_that_need_none(
    store: Store, people: People, settings: Settings
) -> None:
    tell(people(), typing={"typed": 3, "pasted": len(WORDS), "pastes": 1})
    give_up(people())
    assert reports_missing(store.records)
    assert look_at_all(settings) == ["find-000001", "tour-000001"]
    assert look_at_all(settings) == []
    assert not reports_missing(store.records)
    assert raised(store, "tour-000001") == {
        "clipping": None,  # there is no speech in the fixture's voice
        "noise": None,
        "pasted_transcript": True,
        "silence": True,
        "too_short": False,
        "wrong_language": False,
    }
    assert raised(store, "find-000001") == {"jumped": None}
    manager = people(Role.MANAGER)
    (row,) = manager.call("GET", "/annotations?kind=tour").json()["items"]
    assert [flag["flag"] for flag in row["flags"]] == ["pasted_transcript", "silence"]
    view = manager.call("GET", "/annotations/tour/1").json()
    assert view["flags"][0]["flag"] == "clipping"


def test_a_tour_in_another_language_is_flagged(store: Store, people: People, settings: Settings) -> None:
    tell(people(), "यह एक बड़ा और उजला कमरा है जिसमें एक लाल सोफ़ा और एक दीपक खिड़की के पास रखा है।")
    look_at_all(settings)
    assert raised(store, "tour-000001")["wrong_language"] is True


def decide(reviewer: Someone, number: int, decision: dict[str, Any]) -> Any:
    claimed = reviewer.call("PUT", "/review/tour-000001/claim").json()
    address = f"/review/tour-000001/decisions/{UUID.format(number)}"
    return reviewer.call("PUT", address, json=decision | {"version": claimed["summary"]["version"]})


def test_a_rejected_tour_is_asked_for_again_and_its_guide_is_told(store: Store, people: People) -> None:
    guide, reviewer = people(), people(Role.REVIEWER)
    tell(guide)
    (row,) = reviewer.call("GET", "/review?kind=tour").json()["items"]
    assert (row["task_id"], row["kind"]) == ("tour-000001", "tour")
    mend = {"verdict": "send_back", "reason": "Mend it."}
    assert_problem(decide(reviewer, 1, mend), 422, "invalid_data")
    assert decide(reviewer, 2, {"verdict": "reject", "reason": "Nobody speaks."}).status_code == 200
    assert store.records.get(Task, "tour-000003").state is TaskState.OPEN
    (notice,) = guide.call("GET", "/me/reviews").json()
    assert (notice["task_id"], notice["reason"]) == ("tour-000001", "Nobody speaks.")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "out"


def rows(folder: Path, kind: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "tasks" / f"{kind}.jsonl").read_text().splitlines()]


def test_answers_go_out_a_line_each_with_voice_and_trace(store: Store, people: People, folder: Path) -> None:
    tell(people())
    give_up(people())
    report = exported(store, folder, "tasks")
    assert (report.answers, report.guides, report.faults) == (2, 0, [])
    (tour,), (search,) = rows(folder, "tour"), rows(folder, "find")
    assert (tour["answer"], tour["scores"]["viewpoints"]) == ({"transcript": WORDS}, 1)
    assert (search["voice"], search["answer"], search["scores"]["found"]) == (None, {"mark": None}, 0.0)
    assert (folder / "tasks" / tour["voice"]).stat().st_size == 44 + 2 * RATE * 25
    with (folder / "tasks" / search["pose_trace"]).open("rb") as file:
        assert PoseTrace.load(file).viewpoint_ids == tuple(search["walked"])


def test_what_was_withdrawn_or_rejected_does_not_go_out(store: Store, people: People, folder: Path) -> None:
    guide, searcher, reviewer = people(), people(), people(Role.REVIEWER)
    tell(guide)
    give_up(searcher)
    exported(store, folder, "tasks")
    withdraw(store, searcher.annotator_id, None)
    assert decide(reviewer, 1, {"verdict": "reject", "reason": "Nobody speaks."}).status_code == 200
    exported(store, folder, "tasks")
    assert sorted(file.name for file in (folder / "tasks").rglob("*") if file.is_file()) == ["about.json"]


def test_a_store_without_such_answers_is_refused(store: Store, folder: Path) -> None:
    with pytest.raises(RecordNotFoundError, match="another kind"):
        exported(store, folder, "tasks")


@pytest.fixture
def target(tmp_path: Path) -> Iterator[LocalStore]:
    with LocalStore.open(tmp_path / "target") as opened:
        yield opened


def test_a_backup_brings_them_back(store: Store, people: People, target: LocalStore, tmp_path: Path) -> None:
    tell(people())
    write_archive(store, tmp_path / "campaign.tar")
    with Archive.open(tmp_path / "campaign.tar") as archive:
        fill(target, Remaining(archive), archive.sha256)
    told = target.records.get(TaskAnnotation, "tour-000001")
    assert told == store.records.get(TaskAnnotation, "tour-000001")
    assert told.voice
    assert target.blobs.read(told.voice.blob) == store.blobs.read(told.voice.blob)


def test_what_is_past_its_date_is_removed(store: Store, people: People, settings: Settings) -> None:
    publish(store.records, {"en": "For thirty days."}, retention_days=30)
    guide = people()
    guide.call("PUT", "/me/consent", json={"version": 1, "language": "en"})
    tell(guide)
    look_at_all(settings)
    assert remove_past_their_date(store, now() + timedelta(days=29)) == 0
    assert remove_past_their_date(store, now() + timedelta(days=31)) == 1
    assert store.records.count(TaskAnnotation) == store.records.count(FlagReport) == 0
    assert not store.blobs.list("recordings/")
