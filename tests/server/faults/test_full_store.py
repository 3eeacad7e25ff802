"""A store that is full or read-only refuses plainly, keeps what it has, and goes on when there is room again."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient

from pangea_server import Settings, create_app
from pangea_server.app.doctor import admit
from pangea_server.app.doctor.deployment import Deployment
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.core.errors import StoreError
from pangea_server.core.records import Counter
from pangea_server.core.settings import DeploymentLimits
from pangea_server.people.access.records import Role
from pangea_server.stores.local import segments
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.disks import mount

CHUNK = bytes(200_000)


@pytest.fixture
def settings(settings: Settings, small_disk: Path) -> Settings:
    return settings.model_copy(update={"data_dir": small_disk / "data"})


@pytest.fixture
def larger(small_disk: Path) -> None:
    """The disk, with 64 MB."""
    mount("-o", "remount,size=64m", small_disk)


@pytest.fixture
def numbered_campaign(campaign: None, store: Store) -> None:
    """The campaign, and how far its numbers are used."""
    for name in ("instructions", "demonstrations"):
        store.records.create(Counter(name=name, value=1))


@pytest.mark.usefixtures("campaign")
def test_a_full_disk_is_507_and_nothing_acknowledged_is_lost(
    people: People, store: Store, small_disk: Path
) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    recording_id = guide.begin(lease_id)
    answers = [guide.put(recording_id, "voice", index, CHUNK) for index in range(12)]
    stored = [answer.json() for answer in answers if answer.status_code == 201]
    refused = next(answer for answer in answers if answer.status_code != 201)
    assert_problem(refused, 507, "store_full")
    assert refused.headers["retry-after"]
    assert guide.call("GET", f"/recordings/{recording_id}/voice").json() == stored

    draft = guide.call("PUT", f"/leases/{lease_id}/draft", json={"version": 1, "content": "Still here."})
    assert draft.status_code == 200  # the last of the disk is kept for records

    removed = [f"recordings/{recording_id}/voice/{index:06d}" for index in range(2)]
    assert store.blobs.read(removed[0]) == CHUNK
    store.blobs.delete(*removed)  # makes room at once; records have taken some of it
    assert guide.put(recording_id, "voice", 0, CHUNK).status_code == 201

    mount("-o", "remount,size=16m", small_disk)
    assert guide.put(recording_id, "voice", len(stored), CHUNK).status_code == 201


@pytest.mark.usefixtures("campaign")
def test_how_much_stays_free_is_a_setting(people: People, small_disk: Path, settings: Settings) -> None:
    """A twentieth of this disk is 100 kB; with no reserve, blobs may take that too."""
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    index = next(
        n for n in range(100) if guide.put(recording_id, "voice", n, CHUNK[:20_000]).status_code == 507
    )
    settings = settings.model_copy(update={"limits": DeploymentLimits(disk_reserve=0)})
    with LocalStore.from_settings(settings) as store:
        assert store.blobs.create(f"recordings/{recording_id}/voice/{index:06d}", CHUNK[:20_000])


@pytest.mark.usefixtures("campaign")
def test_blobs_turned_read_only_are_503_and_can_still_be_read(
    people: People, small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(segments, "FULL", 1)  # the next chunk needs a new segment
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    receipt = guide.put(recording_id, "voice", 0, CHUNK).json()
    folder = small_disk / "data" / "blobs" / segments.SEGMENTS_FOLDER
    mount("-t", "tmpfs", "-o", "ro", "tmpfs", folder)
    try:
        refused = guide.put(recording_id, "voice", 1, CHUNK)
    finally:
        subprocess.run(["umount", folder], check=True)
    assert str(small_disk) not in assert_problem(refused, 503, "store")["detail"]
    assert guide.call("GET", f"/recordings/{recording_id}/voice").json() == [receipt]
    assert guide.put(recording_id, "voice", 1, CHUNK).status_code == 201


def test_a_read_only_data_directory_is_refused_before_the_port_opens(
    settings: Settings, small_disk: Path
) -> None:
    mount("-o", "remount,ro", small_disk)
    with pytest.raises(StoreError, match=f"{settings.data_dir} cannot be written to"):
        create_app(settings)


@pytest.mark.usefixtures("larger", "numbered_campaign")
@pytest.mark.parametrize("left", [3_000_000, 0], ids=["the reserve is left", "not a byte is left"])
@pytest.mark.parametrize("ended", ["cleanly", "by a crash"])
def test_a_server_starts_on_a_full_disk_to_read_review_and_remove(
    settings: Settings,
    small_disk: Path,
    tmp_path: Path,
    server: TestClient,
    people: People,
    left: int,
    ended: str,
) -> None:
    guide, other, reviewer = people(), people(), people(Role.MANAGER)
    assert guide.guide().status_code == 200
    if ended == "by a crash":
        shutil.copytree(settings.data_dir, tmp_path / "crashed", copy_function=shutil.copy)
    server.app.state.services.close()  # type: ignore[attr-defined]
    if ended == "by a crash":
        for name in ("pangea.db", "pangea.db-wal"):
            shutil.copy(tmp_path / "crashed" / name, settings.data_dir)
    fill_up(small_disk, left)

    assert [str(given) for given in admit(Deployment(settings)) if "reserve" in str(given)]
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        guide, other, reviewer = (
            Someone(client, one.token, one.annotator_id) for one in (guide, other, reviewer)
        )
        assert reviewer.call("GET", "/annotations/guide/1").status_code == 200
        assert reviewer.hear(1).status_code == 200
        lease_id = other.lease("follower")["lease_id"]
        begun = other.begin(lease_id, None)
        assert_problem(other.put(begun, "pose", 0, CHUNK), 507, "store_full")
        decided = reviewer.call(
            "PUT",
            f"/review/guide-000001/decisions/{uuid4()}",
            json={"verdict": "accept", "version": 0, "reason": ""},
        )
        assert decided.status_code == 200, decided.text
        assert guide.call("DELETE", "/me").status_code == 200
        assert reviewer.call("GET", "/annotations/guide/1").status_code == 404


def fill_up(disk: Path, left: int) -> None:
    """Until so many bytes are left; the disk has 64 MB, so that 3.2 of them are kept for records."""
    room = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    with (disk / "filler").open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, room - left)
    assert os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize <= left
