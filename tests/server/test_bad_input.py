"""Bad input gets a clear error, the right status, and loses nothing that is stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.app.testing.server import VOICE, People, assert_problem
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("campaign")


def test_no_token_and_an_unknown_token_are_not_signed_in(server: TestClient, people: People) -> None:
    answer = server.get("/api/v1/me")
    assert_problem(answer, 401, "not_signed_in")
    assert answer.headers["www-authenticate"] == "Bearer"
    stranger = people()
    stranger.token = "x" * 43
    assert_problem(stranger.call("GET", "/me"), 401, "not_signed_in")


def test_an_annotator_may_not_see_the_monitoring_page(people: People) -> None:
    assert_problem(people().call("GET", "/monitor"), 403, "access")


def test_another_persons_lease_and_recording_answer_as_if_they_did_not_exist(people: People) -> None:
    guide, stranger = people(), people()
    lease_id = guide.lease("guide")["lease_id"]
    recording_id = guide.begin(lease_id)
    theirs = assert_problem(stranger.call("GET", f"/leases/{lease_id}"), 404, "record_not_found")
    nobodys = assert_problem(stranger.call("GET", f"/leases/{'0' * 32}"), 404, "record_not_found")
    assert theirs["title"] == nobodys["title"]
    assert_problem(stranger.put(recording_id, "voice", 0, b"\x00\x00"), 404, "record_not_found")
    assert guide.call("GET", f"/recordings/{recording_id}/voice").json() == []


def test_an_unknown_scan_viewpoint_and_face_are_named(people: People) -> None:
    person = people(Role.REVIEWER)
    assert (
        "atlantis" in assert_problem(person.call("GET", "/scans/atlantis"), 404, "scan_not_found")["detail"]
    )
    base = "/scans/corridor/viewpoints"
    view = person.call("GET", "/scans/corridor").json()["viewpoints"][0]
    key = view["images"]["equirectangular"].rpartition("?")[2]
    answer = person.call("GET", f"{base}/cellar/images/equirectangular?{key}")
    assert "cellar" in assert_problem(answer, 404, "viewpoint_not_found")["detail"]
    assert_problem(person.call("GET", f"{base}/door/images/front?{key}"), 404, "image_not_found")


def test_a_picture_that_is_gone_is_404_and_the_operator_hears_which(
    people: People, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    person = people(Role.REVIEWER)
    address = person.call("GET", "/scans/corridor").json()["viewpoints"][0]["images"]["equirectangular"]
    picture = place / "door.jpg"
    picture.unlink()
    answer = person.call("GET", address.removeprefix("/api/v1"))
    problem = assert_problem(answer, 404, "missing_image")
    assert "viewpoint door in corridor" in problem["detail"]
    assert "pangea env check" in problem["remedy"]
    assert str(place) not in problem["detail"]
    assert f"in request {answer.headers['x-request-id']}: The image {picture} is not there." in caplog.text


def test_a_picture_that_cannot_be_read_now_may_be_asked_for_again(people: People, place: Path) -> None:
    person = people(Role.REVIEWER)
    address = person.call("GET", "/scans/corridor").json()["viewpoints"][0]["images"]["equirectangular"]
    picture = place / "door.jpg"
    picture.unlink()
    picture.mkdir()
    answer = person.call("GET", address.removeprefix("/api/v1"))
    assert str(place) not in assert_problem(answer, 503, "unreadable_image")["detail"]
    assert answer.headers["retry-after"]


def test_a_walk_along_no_edge_is_refused(people: People, store: Store) -> None:
    answer = assert_problem(people().guide(walk=["door", "sofa"]), 422, "graph")
    assert "door" in answer["detail"]
    assert "sofa" in answer["detail"]
    assert answer["remedy"]
    assert store.records.count(GuideAnnotation) == 0


def test_a_walk_through_an_unknown_viewpoint_is_refused(people: People) -> None:
    assert (
        "cellar"
        in assert_problem(people().guide(walk=["door", "cellar"]), 404, "viewpoint_not_found")["detail"]
    )


def test_a_walk_that_starts_elsewhere_is_refused(people: People) -> None:
    assert "door" in assert_problem(people().guide(walk=["lamp", "sofa"]), 422, "submission")["detail"]


@pytest.mark.parametrize("transcript", ["", "  \n "])
def test_an_empty_transcript_is_refused_and_the_voice_stays(people: People, transcript: str) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, ["door", "lamp", "sofa"])
    assert_problem(guide.submit(lease_id, answer | {"transcript": transcript}), 422, "submission")
    assert guide.submit(lease_id, answer | {"transcript": "Now it is here."}).status_code == 200


def test_a_follower_who_never_moved_is_refused_but_may_give_up(people: People, store: Store) -> None:
    people().guide()
    follower = people()
    lease_id = follower.lease("follower")["lease_id"]
    answer = follower.record(lease_id, ["door", "door"], voice=())
    refused = assert_problem(follower.submit(lease_id, answer | {"outcome": "done"}), 422, "submission")
    assert "never left its start" in refused["detail"]
    assert follower.submit(lease_id, answer | {"outcome": "gave_up"}).status_code == 200
    assert store.records.get(FollowerAnnotation, "000001").outcome == "gave_up"


def test_the_same_submit_twice_is_one_annotation_and_another_is_refused(people: People, store: Store) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, ["door", "lamp", "sofa"]) | {"transcript": "First."}
    first, again = guide.submit(lease_id, answer), guide.submit(lease_id, answer)
    assert first.json() == again.json()
    assert_problem(guide.submit(lease_id, answer | {"transcript": "Second."}), 409, "store_conflict")
    assert store.records.get(GuideAnnotation, "000001").transcript == "First."


def test_a_repeated_chunk_changes_nothing_and_other_bytes_are_refused(people: People) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    first = guide.put(recording_id, "voice", 0, b"\x01\x00")
    again = guide.put(recording_id, "voice", 0, b"\x01\x00")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert_problem(guide.put(recording_id, "voice", 0, b"\x02\x00"), 409, "store_conflict")
    assert guide.call("GET", f"/recordings/{recording_id}/voice").json() == [first.json()]


def test_a_chunk_that_is_not_what_was_announced_is_refused(people: People) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    wrong = {"Content-Digest": "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"}
    assert_problem(guide.put(recording_id, "voice", 0, b"\x01\x00", **wrong), 422, "digest_mismatch")
    assert_problem(
        guide.put(recording_id, "voice", 0, b"\x01\x00", **{"Content-Digest": "md5=x"}), 422, "invalid_data"
    )
    assert_problem(guide.put(recording_id, "voice", 0, b"\x01"), 422, "submission")
    assert_problem(guide.put(recording_id, "voice", 0, bytes(2**21 + 2)), 413, "chunk_too_large")
    assert guide.call("GET", f"/recordings/{recording_id}/voice").json() == []


@pytest.mark.parametrize("index", ["-1", "17280", "1e3", "0x1", str(2**63)])
def test_a_chunk_number_out_of_range_is_refused(people: People, index: str) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    assert_problem(guide.put(recording_id, "voice", index, b"\x01\x00"), 422, "invalid_request")


def test_a_missing_chunk_is_named_and_can_be_sent_later(people: People) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, ["door", "lamp", "sofa"]) | {"transcript": "Go."}
    late = b"\x03\x00" * 100
    whole = guide_summary = answer["voice"] | _with(late)
    refused = assert_problem(guide.submit(lease_id, answer | {"voice": guide_summary}), 422, "submission")
    assert "missing are 2" in refused["detail"]
    assert guide.put(answer["recording_id"], "voice", 2, late).status_code == 201
    assert guide.submit(lease_id, answer | {"voice": whole}).status_code == 200


@pytest.mark.parametrize(
    "trace",
    [
        b"",
        b"not json\n",
        b'{"time": NaN}\n',
        b'{"time": 0}\n',
        b"\xff\xfe\n",
        b"[1, 2]\n",
        pytest.param(b'{"time": "%b"}\n' % (b"0" * 10**6), id="U25-line"),
    ],
)
def test_a_pose_trace_that_is_none_is_refused(people: People, trace: bytes) -> None:
    import hashlib

    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, ["door"]) | {"transcript": "Go."}
    recording_id = guide.begin(lease_id, attempt=1)
    for index, chunk in enumerate(VOICE):
        guide.put(recording_id, "voice", index, chunk)
    if trace:
        guide.put(recording_id, "pose", 0, trace)
    pose = {"chunks": int(bool(trace)), "size": len(trace), "sha256": hashlib.sha256(trace).hexdigest()}
    assert_problem(
        guide.submit(lease_id, answer | {"recording_id": recording_id, "pose": pose}), 422, "pose_trace"
    )


@pytest.mark.parametrize(
    "body", ['{"kind": "\\ud800"}', '{"kind": NaN}', "{", "[]", "null", '{"kind": "guide", "x": 1}']
)
def test_a_body_that_is_no_request_is_refused(people: People, body: str) -> None:
    answer = people().call("POST", "/leases", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 404, 422)
    assert answer.headers["content-type"] == "application/problem+json"


def test_an_annotation_that_is_not_there_is_not_found(people: People) -> None:
    manager = people(Role.MANAGER)
    assert_problem(manager.call("GET", "/annotations/guide/7"), 404, "record_not_found")
    assert_problem(manager.call("GET", "/annotations/poet/7"), 404, "record_not_found")
    assert_problem(manager.call("GET", "/nowhere"), 404, "not_found")


def _with(late: bytes) -> dict[str, object]:
    import hashlib

    data = b"\x01\x00" * 16_000 + b"\x02\x00" * 16_000 + late
    return {"chunks": 3, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
