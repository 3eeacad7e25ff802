"""Answers that lack what their task asks for are refused with what is missing, and the recording stays."""

from __future__ import annotations

from typing import Any

import pytest

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.collect.capture import submissions
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("campaign")
WALK = ["door", "lamp", "sofa"]


@pytest.mark.parametrize(
    ("left_out", "said"),
    [
        ({"recording_id": None}, "This answer has no walk."),
        ({"pose": None}, "This answer has no walk."),
        ({"voice": None}, "This answer has no voice."),
        ({"voice": {"chunks": 0, "size": 0, "sha256": "0" * 64}}, "This answer has no voice."),
        ({"recording_id": "0" * 32}, "There is no recording"),
    ],
)
def test_a_guide_walks_and_speaks(people: People, store: Store, left_out: dict[str, Any], said: str) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, WALK) | {"transcript": "Go past the lamp."}
    refused = guide.submit(lease_id, answer | left_out)
    assert said in refused.json()["detail"]
    assert store.records.count(GuideAnnotation) == 0
    assert guide.submit(lease_id, answer).status_code == 200


def test_a_stream_of_poses_that_is_too_long_is_not_read(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, WALK) | {"transcript": "Go past the lamp."}
    size = answer["pose"]["size"]
    monkeypatch.setattr(submissions, "MOST_POSE_BYTES", size - 1)
    problem = assert_problem(guide.submit(lease_id, answer), 422, "submission")
    assert problem["detail"] == f"The poses have {size} bytes; at most {size - 1} are read."
    monkeypatch.setattr(submissions, "MOST_POSE_BYTES", size)
    assert guide.submit(lease_id, answer).status_code == 200


def test_a_walk_begins_where_the_task_does(people: People) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, ["lamp", "sofa"]) | {"transcript": "Go on."}
    problem = assert_problem(guide.submit(lease_id, answer), 422, "submission")
    assert problem["detail"] == "The walk starts at lamp, but the task starts at door."


def test_nothing_is_removed_of_a_recording_that_is_not_this_persons(people: People, store: Store) -> None:
    """A recording that is not known yet, such as one that another server is just storing."""
    guide, theirs = people(), f"recordings/{'a' * 32}/voice/000000"
    store.blobs.create(theirs, b"ab")
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, WALK) | {"transcript": "Go.", "recording_id": "a" * 32}
    assert_problem(guide.submit(lease_id, answer), 404, "record_not_found")
    assert [blob.name for blob in store.blobs.list(theirs)] == [theirs]


def test_a_recording_answers_the_lease_under_which_it_was_made(people: People, store: Store) -> None:
    guide = people()
    first = guide.lease("guide")["lease_id"]
    answer = guide.record(first, WALK) | {"transcript": "Go past the lamp."}
    guide.call("DELETE", f"/leases/{first}")
    second = guide.lease("guide")["lease_id"]
    problem = assert_problem(guide.submit(second, answer), 422, "submission")
    assert problem["detail"] == f"The recording {answer['recording_id']} belongs to another lease."
    assert store.records.count(GuideAnnotation) == 0


def test_the_recordings_of_a_lease_are_listed_by_attempt(people: People) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    for attempt in (3, 0, 5, 1, 4, 2):
        guide.begin(lease_id, attempt=attempt)
    listed = guide.call("GET", f"/leases/{lease_id}").json()["recordings"]
    assert [each["attempt"] for each in listed] == [0, 1, 2, 3, 4, 5]
