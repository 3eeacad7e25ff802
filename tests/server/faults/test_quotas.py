"""Nobody fills the disk for all: bounds of a recording, a person and the project, and what is stored stays."""

from __future__ import annotations

import time

import pytest

from pangea_server import Settings
from pangea_server.annotate.tasks.records import Recording
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.collect.capture.quotas import Quotas
from pangea_server.core.errors import ProjectFullError, QuotaError
from pangea_server.core.settings import Limits
from pangea_server.stores.protocol import Store
from tests.reliability.house import make_work

CHUNK = bytes(400_000)
LIMITS = {"recording_bytes": 2**20, "person_bytes": 2_000_000, "person_recordings": 3, "chunk_bytes": 2**20}


@pytest.fixture(autouse=True)
def work(store: Store) -> None:
    """A task for each of two people."""
    make_work(store.records, tasks=2, guides=0)


@pytest.fixture
def limits() -> dict[str, int]:
    return LIMITS


@pytest.fixture
def settings(settings: Settings, limits: dict[str, int]) -> Settings:
    return settings.model_copy(update={"limits": Limits(**limits)})


def test_U8_a_take_over_its_bytes_is_413_and_can_be_handed_in(people: People) -> None:
    guide = people()
    recording = guide.begin(guide.lease("guide")["lease_id"])
    assert [guide.put(recording, "voice", index, CHUNK).status_code for index in range(2)] == [201, 201]
    problem = assert_problem(guide.put(recording, "voice", 2, CHUNK), 413, "quota")
    assert "1048576 bytes" in problem["detail"]
    assert problem["remedy"]
    assert guide.put(recording, "voice", 1, CHUNK).status_code == 200, "sent again, it is still acknowledged"
    assert guide.put(recording, "voice", 2, CHUNK[:100_000]).status_code == 201, "there is room for less"


def test_U8_a_person_over_their_bytes_is_413_and_others_go_on(people: People) -> None:
    greedy, modest = people(), people()
    lease = greedy.lease("guide")["lease_id"]
    recordings = [greedy.begin(lease, attempt=attempt) for attempt in range(3)]
    sent = [
        greedy.put(recording, "voice", index, CHUNK).status_code
        for recording in recordings
        for index in range(2)
    ]
    assert sent == [201] * 5 + [413]
    assert modest.put(modest.begin(modest.lease("guide")["lease_id"]), "voice", 0, CHUNK).status_code == 201


def test_another_server_of_the_same_store_counts_again_once_it_has_added_a_sixteenth(
    people: People, store: Store, settings: Settings
) -> None:
    guide = people()
    lease = guide.lease("guide")["lease_id"]
    recording = store.records.get(Recording, guide.begin(lease))
    another = Quotas(store, settings)
    another.admit(recording, 1)  # counts: nothing is stored
    for number in range(2):
        sent_to = recording.recording_id if number == 0 else guide.begin(lease, attempt=number)
        assert [guide.put(sent_to, "voice", index, CHUNK).status_code for index in (0, 1)] == [201, 201]
    sixteenth = settings.limits.person_bytes // 16
    another.note(recording, sixteenth - 1)
    another.admit(recording, 150_000)  # what this server stored meanwhile is not known there yet
    another.note(recording, 1)
    with pytest.raises(QuotaError, match="One person's recordings"):
        another.admit(recording.model_copy(update={"recording_id": "0" * 32}), 400_001)


def test_a_person_with_too_many_recordings_is_429_and_may_go_on_with_those(people: People) -> None:
    guide = people()
    lease = guide.lease("guide")["lease_id"]
    recordings = [guide.begin(lease, attempt=attempt) for attempt in range(3)]
    refused = guide.call("POST", f"/leases/{lease}/recordings", json={"attempt": 3, "sample_rate": 16_000})
    assert_problem(refused, 429, "too_many_recordings")
    assert int(refused.headers["retry-after"]) > 0
    known = guide.call("POST", f"/leases/{lease}/recordings", json={"attempt": 1, "sample_rate": 16_000})
    assert (known.status_code, known.json()["recording_id"]) == (200, recordings[1])


@pytest.mark.parametrize("limits", [{"project_bytes": 1_000_000}])
def test_U8_a_full_project_is_507_and_reading_goes_on(
    people: People, store: Store, settings: Settings
) -> None:
    guide = people()
    recording = guide.begin(guide.lease("guide")["lease_id"])
    assert [guide.put(recording, "voice", index, CHUNK).status_code for index in range(2)] == [201, 201]
    refused = guide.put(recording, "voice", 2, CHUNK)
    assert_problem(refused, 507, "project_full")
    assert refused.headers["retry-after"]
    assert guide.put(recording, "voice", 0, CHUNK).status_code == 200
    assert len(guide.call("GET", f"/recordings/{recording}/voice").json()) == 2

    another = Quotas(store, settings)  # as after a restart: what is stored is counted beside the work
    stored, deadline = store.records.get(Recording, recording), time.monotonic() + 30
    while not refuses(another, stored) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert refuses(another, stored)
    another.close()


def refuses(quotas: Quotas, recording: Recording) -> bool:
    try:
        quotas.admit(recording, len(CHUNK))
    except ProjectFullError:
        return True
    return False
