"""A page that is opened again goes on where it stopped: its lease, its recordings, its draft."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from httpx2 import Response

from pangea_server.annotate.assignment import leases, open_tasks
from pangea_server.app.testing.server import VOICE, People, Someone, assert_problem, poses, summary
from pangea_server.collect.capture.recordings import runs
from pangea_server.collect.queue import offers
from pangea_server.core.errors import LeaseError
from pangea_server.core.records import padded
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("campaign")
WALK = ["door", "lamp", "sofa"]
NOTHING = {"chunks": 0, "size": 0, "ranges": []}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in (leases, open_tasks, offers):
        monkeypatch.setattr(module, "now", lambda: clock.time)
    return clock


class Clock:
    """The server's clock, to be moved."""

    def __init__(self) -> None:
        self.time = datetime.now(UTC)

    def move(self, **by: float) -> None:
        self.time += timedelta(**by)


def test_a_reopened_page_learns_what_is_stored(people: People) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    recording_id = guide.begin(lease_id)
    for index in (0, 1, 4):
        guide.put(recording_id, "voice", index, VOICE[0])
    (recording,) = guide.lease("guide")["recordings"]
    assert recording["voice"] == {"chunks": 3, "size": 96_000, "ranges": [[0, 1], [4, 4]]}
    assert recording["pose"] == NOTHING
    assert (recording["recording_id"], recording["attempt"], recording["state"]) == (recording_id, 0, "open")
    assert guide.call("GET", f"/recordings/{recording_id}").json() == recording


def test_a_session_interrupted_between_chunks_is_finished_from_what_the_server_says(people: People) -> None:
    guide = people()
    lease = guide.lease("guide")
    recording_id = guide.begin(lease["lease_id"])
    guide.put(recording_id, "voice", 0, VOICE[0])

    (recording,) = guide.lease("guide")["recordings"]
    assert recording["voice"]["ranges"] == [[0, 0]]
    guide.put(recording_id, "voice", 1, VOICE[1])
    trace = poses(WALK)
    guide.put(recording_id, "pose", 0, trace)
    answer = {"recording_id": recording_id, "voice": summary(VOICE), "pose": summary([trace])}
    assert guide.submit(lease["lease_id"], answer | {"transcript": "Go."}).status_code == 200


def test_beginning_a_recording_again_is_the_same_recording(people: People) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    first, again = (_begin(guide, lease_id, 0, 16_000) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert_problem(_begin(guide, lease_id, 0, 48_000), 409, "store_conflict")
    assert len(guide.lease("guide")["recordings"]) == 1


def test_anothers_recording_is_not_found(people: People) -> None:
    guide, stranger = people(), people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    assert_problem(stranger.call("GET", f"/recordings/{recording_id}"), 404, "record_not_found")


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [([], ()), ([7], ((7, 7),)), ([0, 1, 2], ((0, 2),)), ([0, 2, 3, 9], ((0, 0), (2, 3), (9, 9)))],
)
def test_runs_of_numbers(numbers: list[int], expected: tuple[tuple[int, int], ...]) -> None:
    assert runs(numbers) == expected


def test_the_draft_comes_back_with_the_lease(people: People) -> None:
    guide = people()
    lease = guide.lease("guide")
    assert lease["draft"] is None
    draft = {"version": 1, "content": '{"transcript": "दरवाज़े से \\n …"}'}
    assert _save(guide, lease["lease_id"], draft).json() == draft
    assert guide.lease("guide")["draft"] == draft


def test_an_older_draft_never_replaces_a_newer_one(people: People) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    newest = {"version": 3, "content": "Go past the lamp."}
    assert [_save(guide, lease_id, newest).status_code for _ in range(2)] == [200, 200]
    for late in ({"version": 2, "content": "Go past"}, {"version": 3, "content": "Go by the lamp."}):
        assert "Version 3" in assert_problem(_save(guide, lease_id, late), 409, "store_conflict")["detail"]
    assert guide.lease("guide")["draft"] == newest


@pytest.mark.parametrize(
    "draft",
    [
        {"version": 0, "content": ""},
        {"version": 1},
        {"version": 1, "content": "x" * 100_001},
        {"version": 1, "content": {"transcript": "Go."}},
        {"version": 2**53, "content": ""},
    ],
)
def test_a_draft_that_is_none_is_refused(people: People, draft: dict[str, object]) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    assert_problem(_save(guide, lease_id, draft), 422, "invalid_request")
    assert guide.lease("guide")["draft"] is None


def test_a_strangers_draft_is_not_found(people: People) -> None:
    lease_id = people().lease("guide")["lease_id"]
    assert_problem(_save(people(), lease_id, {"version": 1, "content": ""}), 404, "record_not_found")


@pytest.mark.parametrize("minutes", [10, 59, 61, 60 * 24 * 30])
def test_who_was_offline_has_the_same_lease_with_its_recording(
    people: People, clock: Clock, minutes: int
) -> None:
    guide = people()
    lease = guide.lease("guide")
    recording_id = guide.begin(lease["lease_id"])
    guide.put(recording_id, "voice", 0, VOICE[0])
    clock.move(minutes=minutes)
    again = guide.lease("guide")
    assert again["lease_id"] == lease["lease_id"]
    assert [recording["recording_id"] for recording in again["recordings"]] == [recording_id]
    assert datetime.fromisoformat(again["expires_at"]) == clock.time + timedelta(hours=1)
    assert guide.put(recording_id, "voice", 1, VOICE[1]).status_code == 201


def test_ten_minutes_offline_at_any_moment_keep_the_task_from_others(people: People, clock: Clock) -> None:
    guide, other = people(), people()
    lease_id = guide.lease("guide")["lease_id"]
    for _ in range(12):  # two hours of work, renewed by whatever the page last did
        clock.move(minutes=10)
        assert other.call("POST", "/leases", json={"kind": "guide"}).status_code == 204
        assert guide.call("POST", f"/leases/{lease_id}/renew").status_code == 200


def test_a_draft_renews_the_lease(people: People, clock: Clock) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    clock.move(minutes=50)
    _save(guide, lease_id, {"version": 1, "content": "Go"})
    clock.move(minutes=50)
    assert people().call("POST", "/leases", json={"kind": "guide"}).status_code == 204


def test_a_task_that_somebody_else_took_is_not_renewed_and_its_chunks_are_still_taken(
    people: People, clock: Clock
) -> None:
    slow = people()
    lease_id = slow.lease("guide")["lease_id"]
    recording_id = slow.begin(lease_id)
    clock.move(minutes=61)
    people().lease("guide")
    assert_problem(slow.call("POST", f"/leases/{lease_id}/renew"), 409, "lease")
    assert slow.put(recording_id, "voice", 0, VOICE[0]).status_code == 201
    assert slow.call("POST", "/leases", json={"kind": "guide"}).status_code == 204


def test_renewing_and_taking_at_once_leave_one_holder(people: People, store: Store, clock: Clock) -> None:
    slow, quick = people(), people()
    lease_id = slow.lease("guide")["lease_id"]
    clock.move(minutes=61)
    held = store.records.get(Annotator, padded(slow.annotator_id))
    seen = leases.active_lease(
        store.records, held, lease_id
    )  # as a renewal sees it that is a moment too late
    quick.lease("guide")
    assert seen.state == "active"
    with pytest.raises(LeaseError):
        leases.renew_lease(store.records, held, lease_id, timedelta(hours=1))


@pytest.mark.parametrize("jump", [timedelta(hours=-1), timedelta(days=3650)])
def test_a_jump_of_the_servers_clock_loses_nothing(people: People, clock: Clock, jump: timedelta) -> None:
    guide = people()
    lease = guide.lease("guide")
    answer = guide.record(lease["lease_id"], WALK) | {"transcript": "Go."}
    clock.time += jump
    assert guide.lease("guide")["lease_id"] == lease["lease_id"]
    assert guide.submit(lease["lease_id"], answer).status_code == 200


def _begin(guide: Someone, lease_id: str, attempt: int, sample_rate: int) -> Response:
    wanted = {"attempt": attempt, "sample_rate": sample_rate}
    return guide.call("POST", f"/leases/{lease_id}/recordings", json=wanted)


def _save(guide: Someone, lease_id: str, draft: dict[str, object]) -> Response:
    return guide.call("PUT", f"/leases/{lease_id}/draft", json=draft)
