"""What people say of their tasks: ratings, reasons, problems; and the walk they practise on."""

from __future__ import annotations

from math import pi
from uuid import uuid4

import pytest

from pangea_server.annotate.annotations.records import FollowerAnnotation
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.annotate.tasks.records import ProblemReport
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store

FEEDBACK = {"confidence": 4, "instruction_quality": 2, "reason": "words_wrong", "comment": "No sofa here."}


@pytest.fixture
def follower(campaign: object, people: People) -> Someone:
    """A Follower, once a Guide has spoken."""
    assert people().guide().status_code == 200
    return people()


def test_a_followers_ratings_and_reason_are_kept_and_shown(
    store: Store, people: People, follower: Someone
) -> None:
    lease_id = follower.lease("follower")["lease_id"]
    answer = follower.record(lease_id, ["door"], voice=()) | {"outcome": "gave_up", "feedback": FEEDBACK}
    number = follower.submit(lease_id, answer).json()["annotation_id"]
    kept = store.records.find(FollowerAnnotation)[0].feedback
    assert kept is not None
    assert kept.model_dump() == FEEDBACK
    shown = people(Role.MANAGER).call("GET", f"/annotations/follower/{number}").json()
    assert shown["feedback"] == FEEDBACK


@pytest.mark.parametrize(
    "feedback", [{"confidence": 0}, {"instruction_quality": 6}, {"reason": "bored"}, {"comment": "x" * 2001}]
)
def test_feedback_out_of_range_is_refused_and_stores_nothing(
    store: Store, follower: Someone, feedback: dict[str, object]
) -> None:
    lease_id = follower.lease("follower")["lease_id"]
    answer = follower.record(lease_id, ["door"], voice=()) | {"outcome": "gave_up", "feedback": feedback}
    assert follower.submit(lease_id, answer).status_code == 422
    assert store.records.count(FollowerAnnotation) == 0


def test_a_report_arrives_once_and_managers_see_it(store: Store, people: People, follower: Someone) -> None:
    lease_id = follower.lease("follower")["lease_id"]
    address, report = f"/leases/{lease_id}/reports/{uuid4()}", {"kind": "voice", "comment": "It crackles."}
    first = follower.call("PUT", address, json=report)
    assert first.status_code == 200
    assert follower.call("PUT", address, json=report).json() == first.json()
    assert_problem(follower.call("PUT", address, json=report | {"kind": "page"}), 409, "store_conflict")
    assert store.records.count(ProblemReport) == 1
    (seen,) = people(Role.MANAGER).call("GET", "/monitor/reports").json()
    assert (seen["kind"], seen["comment"]) == ("voice", "It crackles.")


def test_nobody_reports_about_a_task_of_somebody_else(people: People, follower: Someone) -> None:
    lease_id = follower.lease("follower")["lease_id"]
    response = people().call("PUT", f"/leases/{lease_id}/reports/{uuid4()}", json={"kind": "page"})
    assert response.status_code in {403, 404}
    assert (
        follower.call("PUT", f"/leases/{lease_id}/reports/nonsense", json={"kind": "page"}).status_code == 422
    )


@pytest.mark.usefixtures("campaign")
def test_the_practice_walk_is_no_task(store: Store, people: People) -> None:
    there = ("door", "lamp", "sofa", "window")
    store.records.create(ScanRecord(scan_id="corridor", environment="folder", viewpoint_count=4))
    store.records.create(PathRecord(path_id=2, scan_id="corridor", path=there, heading=0.0))
    walk = people().call("GET", "/practice").json()
    assert tuple(walk["path"]) == there[::-1]
    assert walk["heading"] == pytest.approx(pi)
    store.records.create(PathRecord(path_id=3, scan_id="corridor", path=there[::-1], heading=0.0))
    assert_problem(people().call("GET", "/practice"), 404, "not_found")


def test_without_a_campaign_there_is_no_practice_walk(people: People) -> None:
    assert_problem(people().call("GET", "/practice"), 404, "not_found")
