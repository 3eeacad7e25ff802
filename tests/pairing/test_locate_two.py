"""Finding out where somebody is: what each of the two is told, what they hand in, and when it is scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from environments import PanoramaFolder
from environments.demo import DemoHouse
from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.kinds.locate_two import LocateTwoTask
from pangea_server.annotate.links.media import MediaLinks, scan_scope
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.collect.planning.other_tasks import plan_faults, wanted_work
from pangea_server.core.records import padded
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.formats.dialogues import Dialogues
from pangea_server.dataset.formats.tasks import Tasks
from pangea_server.people.access.records import Annotator, Role
from pangea_server.quality.flags.all_flags import installed_flags
from pangea_server.quality.flags.runner import FlagRunner
from pangea_server.stores.protocol import Store
from tests.pairing.conftest import Call, add_tasks, meet
from tests.server.conftest import PATH

START, THERE, NEAR = PATH  # two metres from one to the next


@pytest.fixture
def pair(people: People, store: Store) -> list[tuple[Someone, dict[str, Any]]]:
    """An observer and a locator, each with a lease."""
    add_tasks(store, "locate_two", path=(START,))
    both = people(), people()
    return [(person, person.lease("locate_two")) for person in both]


def observe(pair: list[Any], walk: tuple[str, ...] = (START, THERE), **answer: Any) -> Any:
    person, lease = pair[0]
    words = {"transcript": "I see a lamp.", "messages": []} | answer
    return person.submit(lease["lease_id"], person.record(lease["lease_id"], walk) | {"answer": words})


def locate(pair: list[Any], walk: tuple[str, ...] = (), **answer: Any) -> Any:
    person, lease = pair[1]
    words = {"transcript": "Then you are there.", "messages": []} | answer
    return person.submit(lease["lease_id"], person.record(lease["lease_id"], walk) | {"answer": words})


def answer_of(store: Store, role: str) -> TaskAnnotation:
    (found,) = (each for each in store.records.find(TaskAnnotation) if each.args["role"] == role)
    return found


def test_each_dialogue_begins_somewhere_else(store: Store) -> None:
    house = DemoHouse()
    definition = CampaignDefinition.model_validate(
        {
            "id": "where",
            "languages": ["en-US"],
            "tasks": {"locate_two": {"per_scan": 5, "speaking": "push"}},
        }
    )
    assert list(plan_faults(definition, house)) == []
    specs = [work.spec for work in wanted_work(definition, house, store.records)]
    assert len({spec.path for spec in specs}) == 5
    assert {len(spec.path) for spec in specs} == {1}
    assert {tuple(spec.args.items()) for spec in specs} == {(("speaking", "push"),)}


def test_nobody_may_show_the_observer_to_the_locator() -> None:
    definition = CampaignDefinition.model_validate(
        {"id": "where", "languages": ["en-US"], "tasks": {"locate_two": {"partner_view": "position"}}}
    )
    (fault,) = plan_faults(definition, DemoHouse())
    assert fault.where[2] == "partner_view"


def test_as_many_as_there_are_places(place: Any) -> None:
    corridor = PanoramaFolder(place).scan("corridor")
    specs = LocateTwoTask().plan(PanoramaFolder(place), corridor, 100, 0)
    assert len(specs) == len(corridor.viewpoints)


def test_the_locator_is_told_neither_the_start_nor_anything_seen_from_it(pair: list[Any]) -> None:
    (observer, theirs), (locator, lease) = pair
    assert [theirs["pairing"]["role"], lease["pairing"]["role"]] == ["observer", "locator"]
    assert [theirs["start"]["viewpoint_id"], lease["start"], lease["start_preview"]] == [START, None, None]
    assert theirs["args"] == lease["args"] == {"speaking": "open"}
    assert locator.call("GET", f"/leases/{lease['lease_id']}").json()["start"] is None
    scans = [
        person.call("GET", f"/scans/corridor?lease={each['lease_id']}").json()
        for person, each in ((observer, theirs), (locator, lease))
    ]
    pictured, bare = ([viewpoint["images"] for viewpoint in scan["viewpoints"]] for scan in scans)
    assert all(pictured)
    assert not any(bare)
    assert [each["position"] for each in scans[1]["viewpoints"]] == [
        each["position"] for each in scans[0]["viewpoints"]
    ]


def test_no_panorama_is_loaded_with_the_locators_own_links(
    pair: list[Any], server: TestClient, store: Store
) -> None:
    """A page could put an address together itself, with the ``k`` that it gets for pictures of a plan."""
    links = server.app.state.services.get(MediaLinks)  # type: ignore[attr-defined]
    statuses = []
    for person, lease in pair:
        annotator = store.records.get(Annotator, padded(person.annotator_id))
        k = links.sign(scan_scope("corridor"), annotator, lease["lease_id"])
        address = f"/api/v1/scans/corridor/viewpoints/{START}/images/equirectangular?k={k}"
        statuses.append(server.get(address).status_code)
    assert statuses == [200, 404]


def test_the_observers_camera_reaches_nobody(pair: list[Any], call: Call) -> None:
    with call(*pair[0]) as line, call(*pair[1]) as other:
        meet(line, other)
        line.send_json({"type": "camera", "viewpoint_id": THERE, "heading": 1.0})
        line.send_json({"type": "text", "words": "after it"})
        assert other.receive_json()["type"] == "text"


@pytest.mark.parametrize("first", ["observer", "locator"])
def test_the_mark_is_compared_with_where_the_observer_ended(
    pair: list[Any], store: Store, first: str
) -> None:
    steps = [lambda: observe(pair), lambda: locate(pair, mark=NEAR)]
    for hand_in in steps if first == "observer" else reversed(steps):
        assert hand_in().status_code == 200
    assert answer_of(store, "locator").scores == {"error": pytest.approx(2.0), "success": 1.0}
    assert answer_of(store, "observer").scores == {"path_length": pytest.approx(2.0)}
    told = [change.number for change in store.records.find(Change)]
    assert told.count(answer_of(store, "locator").number) == (2 if first == "locator" else 1)


def test_far_off_is_no_success(pair: list[Any], store: Store) -> None:
    assert observe(pair, walk=(START,)).status_code == 200
    assert locate(pair, mark=NEAR).status_code == 200
    assert answer_of(store, "locator").scores == {"error": pytest.approx(4.0), "success": 0.0}


def test_until_both_are_there_nothing_is_known(pair: list[Any], store: Store) -> None:
    assert locate(pair, mark=NEAR).status_code == 200
    assert answer_of(store, "locator").scores == {"error": None, "success": None}


def test_without_a_mark_nothing_is_known(pair: list[Any], store: Store) -> None:
    assert observe(pair).status_code == 200
    assert locate(pair).status_code == 200
    assert answer_of(store, "locator").scores == {"error": None, "success": None}


def test_a_partner_who_withdrew_leaves_nothing_to_compare_with(pair: list[Any], store: Store) -> None:
    assert observe(pair).status_code == 200
    withdraw(store, pair[0][0].annotator_id, actor=None)
    assert locate(pair, mark=NEAR).status_code == 200
    assert answer_of(store, "locator").scores == {"error": None, "success": None}


def test_the_locator_hands_in_a_voice_and_no_walk(pair: list[Any], store: Store) -> None:
    refused = locate(pair, walk=(START, THERE), mark=NEAR)
    assert_problem(refused, 422, "submission")
    person, lease = pair[1]
    silent = person.submit(lease["lease_id"], {"answer": {"transcript": "There.", "mark": NEAR}})
    assert "no voice" in assert_problem(silent, 422, "submission")["detail"]
    recording = person.record(lease["lease_id"], (), attempt=1)
    words = {"transcript": "There.", "mark": NEAR}
    assert person.submit(lease["lease_id"], recording | {"answer": words}).status_code == 200
    answer = answer_of(store, "locator")
    assert (answer.voice is None, answer.pose_trace, answer.walked) == (False, None, ())


def test_the_observer_hands_in_a_walk(pair: list[Any]) -> None:
    person, lease = pair[0]
    recording = person.record(lease["lease_id"], ())
    refused = person.submit(lease["lease_id"], recording | {"answer": {"transcript": "Here."}})
    assert_problem(refused, 422, "submission")


def test_only_the_locator_marks_and_only_a_place_that_is_there(pair: list[Any]) -> None:
    for refused in (observe(pair, mark=NEAR), locate(pair, mark="moon")):
        assert_problem(refused, 422, "submission")


def test_the_data_team_can_open_an_answer_without_a_walk(
    pair: list[Any], people: People, store: Store
) -> None:
    assert locate(pair, mark=NEAR).status_code == 200
    manager = people(Role.MANAGER)
    number = answer_of(store, "locator").number
    view = manager.call("GET", f"/annotations/locate_two/{number}").json()
    assert (view["pose_trace_url"], view["voice_duration"]) == (None, pytest.approx(2.0))
    missing = manager.call("GET", f"/annotations/locate_two/{number}/pose-trace")
    assert_problem(missing, 404, "record_not_found")


def test_a_voice_without_a_walk_is_flagged_and_written_as_what_it_is(
    pair: list[Any], store: Store, tmp_path: Path, place: Path
) -> None:
    times = {
        "since": 0.0,
        "sent": 1.0,
        "received": 1.764e9,
        "answered": 1.764e9,
        "arrived": 1.02,
        "device": 0.0,
    }
    assert observe(pair, exchanges=[times]).status_code == 200
    assert locate(pair, mark=NEAR, exchanges=[times]).status_code == 200
    runner = FlagRunner(store, PanoramaFolder(place), installed_flags())
    for name in runner.due():
        report = runner.run(name)
        assert report is not None
        assert {finding.flag for finding in report.findings} >= {"silence"}
    dataset = Dataset(store)
    assert not Dialogues().write(dataset, tmp_path / "dialogues")
    (line,) = map(json.loads, (tmp_path / "dialogues" / "locate_two.jsonl").read_text().splitlines())
    side = line["sides"]["locator"]
    assert (side["walked"], side["pose_trace"]) == ([], None)
    assert side["voice"]
    did = [event["what"] for event in line["events"] if event["role"] == "locator"]
    assert did == ["begin", "end"]
    Tasks().write(dataset, tmp_path / "tasks")
    rows = [json.loads(row) for row in (tmp_path / "tasks" / "locate_two.jsonl").read_text().splitlines()]
    assert {row["answer"]["mark"] for row in rows} == {None, NEAR}
