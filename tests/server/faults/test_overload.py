"""A server that is behind takes no new work, and whoever is in the middle of a recording notices nothing."""

from __future__ import annotations

import asyncio
import os
import time

import pytest
from fastapi.testclient import TestClient

from pangea_server.app.testing.server import VOICE, People, assert_problem
from pangea_server.core.errors import OverloadedError
from pangea_server.http.edge.load import BEHIND_SECONDS, BUSY_CALLS, CHUNKS_BEHIND_SECONDS, Load
from pangea_server.http.services import Services
from pangea_server.people.access.policy import POLICY, waits_when_busy
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("campaign")


@pytest.fixture
def load(server: TestClient) -> Load:
    """The server's measurements, which the test sets: the loop's are not taken meanwhile."""
    services: Services = server.app.state.services  # type: ignore[attr-defined]
    load = services.get(Load)
    load.stop()
    load.under_way = BUSY_CALLS
    return load


def test_new_work_waits_and_live_recordings_go_on(people: People, load: Load) -> None:
    guide, late, reviewer = people(), people(), people(Role.REVIEWER)
    lease_id = guide.lease("guide")["lease_id"]
    load.loop_lag.seconds = BEHIND_SECONDS + 0.01
    for refused in (
        late.call("POST", "/leases", json={"kind": "guide"}),
        late.call("POST", "/sessions", json={"session": "s" * 43}),
        reviewer.call("GET", "/monitor"),
    ):
        assert_problem(refused, 503, "overloaded")
        assert 5 <= int(refused.headers["retry-after"]) <= 15
    assert guide.call("POST", f"/leases/{lease_id}/renew").status_code == 200
    draft = {"version": 1, "content": "Past the lamp."}
    assert guide.call("PUT", f"/leases/{lease_id}/draft", json=draft).status_code == 200
    assert guide.call("GET", "/me").status_code == 200
    answer = guide.record(lease_id, ["door", "lamp", "sofa"])
    assert guide.submit(lease_id, answer | {"transcript": "Past the lamp."}).status_code == 200
    load.loop_lag.seconds = load.disk_wait.seconds = 0.6 * BEHIND_SECONDS
    assert_problem(late.call("POST", "/leases", json={"kind": "follower"}), 503, "overloaded")
    load.under_way -= 1  # others do not keep this server busy
    assert late.call("POST", "/leases", json={"kind": "follower"}).status_code == 200


@pytest.mark.parametrize("behind", [0.7, 1.0, 8.0])
def test_chunks_are_put_off_by_the_share_that_the_server_cannot_keep_up_with(
    people: People, load: Load, behind: float
) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    put_off = 0
    for _ in range(200):
        load.loop_lag.seconds, load.disk_wait.seconds = behind - CHUNKS_BEHIND_SECONDS, CHUNKS_BEHIND_SECONDS
        answer = guide.put(recording_id, "voice", 0, VOICE[0])
        if answer.status_code == 503:
            assert_problem(answer, 503, "overloaded")
            assert 5 <= int(answer.headers["retry-after"]) <= 15
            put_off += 1
        else:
            assert answer.status_code in (200, 201)
    assert put_off / 200 == pytest.approx(1 - CHUNKS_BEHIND_SECONDS / behind, abs=0.15)
    load.loop_lag.seconds = load.disk_wait.seconds = 0.0
    assert guide.put(recording_id, "voice", 1, VOICE[0]).status_code == 201


def test_new_work_is_refused_long_before_a_chunk(people: People, load: Load) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    load.loop_lag.seconds = 0.9 * CHUNKS_BEHIND_SECONDS
    assert_problem(people().call("POST", "/leases", json={"kind": "guide"}), 503, "overloaded")
    assert all(guide.put(recording_id, "voice", index, VOICE[0]).status_code == 201 for index in range(20))


def test_the_policy_says_for_each_route_whether_it_waits() -> None:
    waiting = {name for name in POLICY if waits_when_busy(name)}
    assert {"ask_for_task", "open_session", "read_monitor", "next_review", "invite_person"} <= waiting
    live = {"put_chunk", "renew", "put_draft", "begin_recording", "submit_answer", "give_back", "read_tile"}
    assert not live & waiting
    assert not {"withdraw_mine", "close_session", "read_health", "task_page"} & waiting


def test_one_slow_call_is_no_overload_and_a_second_of_them_is() -> None:
    load, began = Load(), time.monotonic()
    load.under_way = BUSY_CALLS
    load.loop_lag.note(1.2, began + 0.1)
    load.admit_new_work()
    for tenth in range(2, 10):
        load.loop_lag.note(1.2, began + tenth / 10)
    with pytest.raises(OverloadedError):
        load.admit_new_work()
    load.loop_lag.note(0.0, began + 5)
    load.admit_new_work()


def test_what_a_chunk_waits_for_the_disk_is_measured(
    people: People, load: Load, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    sync = os.fdatasync

    def slowly(file: int) -> None:
        time.sleep(0.7)
        sync(file)

    monkeypatch.setattr("os.fdatasync", slowly)
    monkeypatch.setattr("os.fsync", slowly)
    load.under_way = 0  # so few that no chunk is put off
    for index in range(3):
        assert guide.put(recording_id, "voice", index, VOICE[0]).status_code == 201
    load.under_way = BUSY_CALLS
    assert_problem(people().call("POST", "/leases", json={"kind": "guide"}), 503, "overloaded")


def test_the_lag_of_a_busy_loop_is_measured() -> None:
    async def busy() -> tuple[float, float]:
        load = Load()
        load.start()
        for _ in range(6):
            await asyncio.sleep(0)
            time.sleep(0.5)
        most = load.loop_lag.seconds
        await asyncio.sleep(3)
        load.stop()
        return most, load.loop_lag.seconds

    most, after = asyncio.run(busy())
    assert most > BEHIND_SECONDS
    assert after < most / 2
