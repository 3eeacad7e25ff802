"""Nobody fills the disk for all: bounds of a recording, a person and the project, and what is stored stays."""

from __future__ import annotations

import pytest

from pangea_server import Settings
from pangea_server.annotate.tasks.records import Lease, LeaseState, Recording
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.collect.capture import quotas
from pangea_server.collect.capture.quotas import Quotas
from pangea_server.core.errors import ProjectFullError, QuotaError, StoreError
from pangea_server.core.settings import DeploymentLimits
from pangea_server.stores.protocol import BlobInfo, Store
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
    return settings.model_copy(update={"limits": DeploymentLimits(**limits)})


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
    stored = store.records.get(Recording, recording)
    assert another._project
    another._project.size()  # begins to count
    assert another._project._counting
    another._project._counting.result()
    total = sum(blob.size for blob in store.blobs.list(""))
    assert another._project.size() == total == 2 * len(CHUNK)
    another.admit(stored, 1_000_000 - total)
    with pytest.raises(ProjectFullError):
        another.admit(stored, 1_000_001 - total)
    another.close()


class Clock:
    now = 1000.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(quotas, "monotonic", lambda: clock.now)
    return clock


def test_the_project_is_counted_again_after_five_minutes_or_a_sixteenth(clock: Clock) -> None:
    counted: list[float] = []

    class Blobs:
        def list(self, prefix: str, after: str, limit: int) -> list[BlobInfo]:
            counted.append(clock.now)
            return []

    project = quotas._Project(Blobs(), 1600)  # type: ignore[arg-type]

    def counts(added: int) -> tuple[int, int]:
        """How often it was counted after so many more bytes, and what is known then."""
        project.added += added
        project.size()
        assert project._counting
        project._counting.result()
        return len(counted), project.size()

    assert counts(0) == (1, 0)
    assert counts(99) == (1, 99)
    assert counts(1) == (2, 0), "what was added before a count is in it"
    clock.now += 299
    assert counts(99) == (2, 99)
    clock.now += 1
    assert counts(0) == (3, 0)
    project.close()


def test_a_count_that_fails_leaves_the_figures_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    class Blobs:
        def list(self, prefix: str, after: str, limit: int) -> list[BlobInfo]:
            raise StoreError("It is away.")

    project = quotas._Project(Blobs(), 1600)  # type: ignore[arg-type]
    project.added = 7
    project.size()
    assert project._counting
    project._counting.result()
    assert (project._counted, project.added) == (0, 7)
    project.close()
    assert "the project's stored bytes could not be counted: store" in caplog.text


def test_a_person_is_counted_again_after_five_minutes_or_a_sixteenth(clock: Clock) -> None:
    tally = quotas.RecordingTally(counted_at=clock.now)
    tally.added = 99
    assert tally.is_fresh(1600)
    tally.added = 100
    assert not tally.is_fresh(1600)
    tally.added = 0
    clock.now += 299
    assert tally.is_fresh(1600)
    clock.now += 1
    assert not tally.is_fresh(1600)


@pytest.mark.parametrize("limits", [{"person_bytes": 2_000_000, "recording_bytes": 2**20}])
def test_limits_are_reached_exactly_and_actions_have_a_smaller_one(
    people: People, store: Store, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MOST_PACKED_BYTES", 1000)
    guide = people()
    walk = store.records.get(Recording, guide.begin(guide.lease("guide")["lease_id"]))
    actions = walk.model_copy(update={"recording_id": "a" * 32, "holds": "actions"})
    counts = Quotas(store, settings)
    assert not counts.knows(walk)
    counts.admit(walk, 2**20)
    assert counts.knows(walk)
    counts.admit(actions, 1000)
    with pytest.raises(QuotaError, match="1048576 bytes, voice and poses together"):
        counts.admit(walk, 2**20 + 1)
    with pytest.raises(QuotaError, match="1000 bytes, of actions"):
        counts.admit(actions, 1001)
    counts.note(walk, 2**20)
    assert not counts.knows(walk), "a sixteenth was added"
    counts._people[walk.annotator_id].added = 0
    other = walk.model_copy(update={"recording_id": "b" * 32})
    counts.admit(other, 2_000_000 - 2**20)
    with pytest.raises(QuotaError, match="One person's recordings may have 2000000 bytes"):
        counts.admit(other, 2_000_001 - 2**20)


def test_recordings_of_tasks_that_were_given_back_or_lost_count_and_submitted_ones_do_not(
    people: People, store: Store
) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    recording_id = guide.begin(lease_id)
    lease = store.records.get(Lease, lease_id)
    for state in LeaseState:
        changed = lease.model_copy(update={"state": state})
        store.records.transact(lambda transaction, lease=changed: transaction.replace(lease))  # type: ignore[misc]
        found = [each.recording_id for each in quotas.unanswered(store.records, guide.annotator_id)]
        assert found == ([] if state is LeaseState.SUBMITTED else [recording_id])


def test_a_chunk_that_comes_again_is_counted_once(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[int] = []
    monkeypatch.setattr(Quotas, "note", lambda counts, recording, size: noted.append(size))
    guide = people()
    recording = guide.begin(guide.lease("guide")["lease_id"])
    assert [guide.put(recording, "voice", 0, b"abcd").status_code for _ in range(2)] == [201, 200]
    assert noted == [4]
