"""Keys, clicks and the like of a task: recorded where a campaign asks, beside the answer, gone with a withdrawal."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from pydantic import ValidationError

from environments import open_environment
from pangea_server import Settings
from pangea_server.annotate.annotations.records import (
    Aids,
    FollowerAnnotation,
    GuideAnnotation,
    TaskAnnotation,
)
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.tasks.records import Lease, Recording, RecordingState
from pangea_server.app.testing.server import People, Someone, assert_problem, summary
from pangea_server.collect.actions.decoder import MOST_BYTES, MOST_PACKED_BYTES
from pangea_server.collect.actions.wire import Action
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.core.errors import CampaignFileError
from pangea_server.dataset.erasure.removal import remove_lease
from pangea_server.dataset.verify.references import artefacts
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.server.conftest import PATH

LINES: tuple[dict[str, Any], ...] = (
    {"time": 0.0, "what": "view", "x": 0, "y": 64, "width": 1280, "height": 700},
    {"time": 0.1, "what": "phase", "name": "record"},
    {"time": 2.5, "what": "key", "name": "ArrowLeft", "state": "down", "attempt": 0, "recorded": 1.5},
    {"time": 3.0, "what": "click", "on": {"role": "button", "name": "done"}, "x": 3, "y": 4},
    {"time": 4.0, "what": "type", "name": "letter", "on": {"role": "textbox", "name": "transcript"}},
)


def packed(*lines: dict[str, Any]) -> bytes:
    return gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode(), mtime=0)


@pytest.fixture
def campaign(store: Store, settings: Settings) -> Any:
    """Creates a campaign of one path, with more keys."""

    def create(**more: Any) -> None:
        definition = {
            "id": "logged",
            "languages": ["en-US"],
            "paths": [{"scan": "corridor", "viewpoints": [list(PATH)]}],
            "rotation": {"first": 0},
        }
        places = open_environment(settings.environment)
        create_campaign(store.records, places, settings.environment, CampaignDefinition(**definition | more))

    return create


def begin(person: Someone, lease_id: str, attempt: int = 0) -> Any:
    wanted = {"attempt": attempt, "sample_rate": None, "holds": "actions"}
    return person.call("POST", f"/leases/{lease_id}/recordings", json=wanted)


def log(person: Someone, lease_id: str, *chunks: bytes, attempt: int = 0) -> dict[str, Any]:
    """Send the chunks; returns what the submission says of them."""
    begun = begin(person, lease_id, attempt)
    assert begun.status_code == 201, begun.text
    recording_id = str(begun.json()["recording_id"])
    for index, chunk in enumerate(chunks):
        assert person.put(recording_id, "actions", index, chunk).status_code == 201
    return {"actions": summary(chunks) | {"recording_id": recording_id}}


def guide(person: Someone, *chunks: bytes, **more: Any) -> tuple[str, dict[str, Any]]:
    """A Guide's lease and answer, with these actions."""
    lease = person.lease("guide")
    answer = person.record(lease["lease_id"], PATH) | {"transcript": "Go."} | more
    return lease["lease_id"], answer | log(person, lease["lease_id"], *chunks)


@pytest.mark.parametrize("actions", ["on", "off"])
def test_a_page_records_actions_where_the_campaign_asks(campaign: Any, people: People, actions: str) -> None:
    campaign(actions=actions)
    person = people()
    lease = person.lease("guide")
    assert lease["actions"] == ({"attempt": 0} if actions == "on" else None)
    if actions == "off":
        assert_problem(begin(person, lease["lease_id"]), 422, "submission")


def test_the_actions_are_kept_beside_the_answer_and_read_again(
    campaign: Any, people: People, store: Store
) -> None:
    campaign(actions="on")
    person, aids = people(), {"map": True, "map_seconds": 12.5, "flights": 2}
    lease_id, answer = guide(person, packed(*LINES[:2]), packed(*LINES[2:]), aids=aids)
    assert person.submit(lease_id, answer).status_code == 200
    (annotation,) = store.records.find(GuideAnnotation)
    assert annotation.actions is not None
    assert annotation.aids == Aids(map=True, map_seconds=12.5, flights=2)
    assert annotation.actions in artefacts(annotation)
    lines = gzip.decompress(store.blobs.read(annotation.actions.blob)).splitlines()
    assert [json.loads(line) for line in lines] == list(LINES)
    states = {each.holds: each.state for each in store.records.find(Recording, {"lease_id": lease_id})}
    assert states == {"walk": RecordingState.ACCEPTED, "actions": RecordingState.ACCEPTED}
    manager = people(Role.MANAGER)
    view = manager.call("GET", f"/annotations/guide/{annotation.number}").json()
    assert view["aids"] == aids | {"time_limit": None, "time_used": None}
    read = manager.call("GET", view["actions_url"].removeprefix("/api/v1"))
    assert (read.status_code, read.headers["cache-control"]) == (200, "private, no-store"), read.text
    assert read.json()["attempt"] == 0
    assert [Action(**line) for line in read.json()["actions"]] == [Action(**line) for line in LINES]
    assert_problem(person.call("GET", view["actions_url"].removeprefix("/api/v1")), 403, "access")


def test_the_same_answer_with_more_actions_gets_the_same_receipt(campaign: Any, people: People) -> None:
    campaign(actions="on")
    person = people()
    lease_id, answer = guide(person, packed(*LINES))
    first = person.submit(lease_id, answer)
    more = {"aids": {"map": True, "map_seconds": 1.0, "flights": 0}, "actions": None}
    again = person.submit(lease_id, answer | more)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert person.submit(lease_id, answer | {"transcript": "Stop."}).status_code == 409


def test_a_page_that_lost_its_log_begins_the_next_one(campaign: Any, people: People, store: Store) -> None:
    campaign(actions="on")
    person = people()
    lease = person.lease("guide")
    log(person, lease["lease_id"], packed(*LINES[:2]))
    assert person.lease("guide")["actions"] == {"attempt": 1}
    answer = person.record(lease["lease_id"], PATH) | {"transcript": "Go."}
    sent = log(person, lease["lease_id"], packed(*LINES), attempt=1)
    assert person.submit(lease["lease_id"], answer | sent).status_code == 200
    kept = store.records.find(Recording, {"lease_id": lease["lease_id"]})
    states = sorted((each.holds, each.attempt, each.state.value) for each in kept)
    assert states == [("actions", 0, "superseded"), ("actions", 1, "accepted"), ("walk", 0, "accepted")]


def test_the_actions_go_with_the_answer(campaign: Any, people: People, store: Store) -> None:
    campaign(actions="on")
    person = people()
    lease_id, answer = guide(person, packed(*LINES))
    assert person.submit(lease_id, answer).status_code == 200
    remove_lease(store, store.records.get(Lease, lease_id), "withdrawn", again=False)
    assert store.records.find(Recording, {"lease_id": lease_id}) == []
    assert store.blobs.list("recordings/") == []


WRONG = {
    "what was written": {"time": 1.0, "what": "type", "name": "h"},
    "an unknown field": {"time": 1.0, "what": "phase", "name": "walk", "text": "hello"},
    "an unknown action": {"time": 1.0, "what": "scream"},
    "no time": {"what": "phase", "name": "walk"},
    "an endless name": {"time": 1.0, "what": "phase", "name": "w" * 3000},
}


@pytest.mark.parametrize("line", WRONG.values(), ids=WRONG)
def test_what_is_no_action_is_refused_and_nothing_is_kept(
    campaign: Any, people: People, store: Store, line: dict[str, Any]
) -> None:
    campaign(actions="on")
    person = people()
    lease_id, answer = guide(person, packed(LINES[0], line))
    problem = assert_problem(person.submit(lease_id, answer), 422, "submission")
    assert "2 of the actions" in problem["detail"]
    assert [each.name for each in store.blobs.list("recordings/") if each.name.endswith(("wav", "npz"))] == []
    assert person.submit(lease_id, answer | {"actions": None}).status_code == 200  # the answer is complete


def test_actions_that_unpack_to_too_much_are_refused(campaign: Any, people: People) -> None:
    campaign(actions="on")
    person = people()
    line = json.dumps(LINES[2]).encode() + b"\n"
    lease_id, answer = guide(person, gzip.compress(line * (MOST_BYTES // len(line) + 2)))
    problem = assert_problem(person.submit(lease_id, answer), 422, "submission")
    assert "unpack to over" in problem["detail"]


def test_damaged_actions_are_refused(campaign: Any, people: People) -> None:
    campaign(actions="on")
    person = people()
    lease_id, answer = guide(person, packed(*LINES)[:-9])
    assert "damaged" in assert_problem(person.submit(lease_id, answer), 422, "submission")["detail"]


def test_a_task_has_so_many_bytes_of_actions(campaign: Any, people: People) -> None:
    campaign(actions="on")
    person = people()
    recording_id = begin(person, person.lease("guide")["lease_id"]).json()["recording_id"]
    half = b"\x00" * (MOST_PACKED_BYTES // 2)
    assert person.put(recording_id, "actions", 0, half).status_code == 201
    assert person.put(recording_id, "actions", 1, half).status_code == 201
    assert_problem(person.put(recording_id, "actions", 2, b"\x00"), 413, "quota")


def test_streams_are_not_mixed(campaign: Any, people: People) -> None:
    campaign(actions="on")
    person = people()
    lease_id = person.lease("guide")["lease_id"]
    actions, walk = begin(person, lease_id).json()["recording_id"], person.begin(lease_id)
    assert actions != walk
    assert_problem(person.put(actions, "pose", 0, b"{}"), 422, "submission")
    assert_problem(person.put(walk, "actions", 0, packed(*LINES)), 422, "submission")
    assert [each["recording_id"] for each in person.lease("guide")["recordings"]] == [walk]


def test_actions_of_another_task_are_refused(campaign: Any, people: People) -> None:
    campaign(actions="on", guides_per_path=2)
    person, other = people(), people()
    lease_id, answer = guide(person, packed(*LINES))
    _, others = guide(other, packed(*LINES))
    assert person.submit(lease_id, answer | {"actions": others["actions"]}).status_code == 404
    walk = answer["actions"] | {"recording_id": answer["recording_id"]}
    assert_problem(person.submit(lease_id, answer | {"actions": walk}), 422, "submission")


def test_a_task_without_a_walk_has_actions_as_well(campaign: Any, people: People, store: Store) -> None:
    campaign(actions="on", transcripts_per_guide=1, followers_per_guide=0, send_back_after=None)
    assert people().guide(walk=PATH).status_code == 200
    person = people()
    lease = person.lease("transcribe")
    assert lease["map"] is False
    sent = log(person, lease["lease_id"], packed(*LINES))
    answer = {"answer": {"transcript": "Go past it."}} | sent
    assert person.submit(lease["lease_id"], answer).status_code == 200
    (written,) = store.records.find(TaskAnnotation)
    assert written.actions is not None


@pytest.mark.parametrize(
    ("asked", "shown"),
    [({}, (True, False)), ({"guide": "off", "follower": "on"}, (False, True))],
    ids=["by default", "as the campaign says"],
)
def test_a_map_is_offered_as_the_campaign_says(
    campaign: Any, people: People, asked: dict[str, str], shown: tuple[bool, bool]
) -> None:
    campaign(map=asked)
    guide_, follower = people(), people()
    assert guide_.lease("guide")["map"] is shown[0]
    assert guide_.guide(walk=PATH).status_code == 200
    assert follower.lease("follower")["map"] is shown[1]


def test_a_map_for_an_unknown_kind_is_refused(campaign: Any) -> None:
    with pytest.raises(CampaignFileError, match="no task of kind 'folower'"):
        campaign(map={"folower": "on"})


@pytest.mark.parametrize("seconds", [4, 36_001, 60.5, "60", True])
def test_a_time_limit_is_whole_seconds_in_bounds(campaign: Any, seconds: Any) -> None:
    with pytest.raises(ValidationError, match="time_limit"):
        campaign(time_limit={"follower": seconds})


def test_a_time_limit_is_told_to_the_page_and_kept_with_the_answer(
    campaign: Any, people: People, store: Store
) -> None:
    campaign(time_limit={"follower": 180})
    guide_, follower = people(), people()
    assert guide_.lease("guide")["time_limit"] is None
    assert guide_.guide(walk=PATH).status_code == 200
    lease = follower.lease("follower")
    assert lease["time_limit"] == 180
    aids = {"map": False, "time_limit": 180, "time_used": 180.2}
    walked = follower.record(lease["lease_id"], PATH[:2], voice=())
    ended = {"outcome": "gave_up", "feedback": {"reason": "time_up"}, "aids": aids}
    assert follower.submit(lease["lease_id"], walked | ended).status_code == 200
    (walk,) = store.records.find(FollowerAnnotation)
    assert walk.aids == Aids(map=False, time_limit=180, time_used=180.2)
    assert (walk.outcome, walk.feedback and walk.feedback.reason) == ("gave_up", "time_up")


def test_actions_that_were_not_recorded_are_not_found(campaign: Any, people: People) -> None:
    campaign(actions="on")
    assert people().guide(walk=PATH).status_code == 200
    number = people(Role.MANAGER).call("GET", "/annotations?kind=guide").json()["items"][0]["annotation_id"]
    answer = people(Role.MANAGER).call("GET", f"/annotations/guide/{number}/actions")
    assert_problem(answer, 404, "record_not_found")
