"""A store that is full or read-only refuses plainly, keeps what it has, and goes on when there is room again."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pangea_server import Settings, create_app
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.core.errors import StoreError
from pangea_server.stores.local import segments
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.disks import mount

CHUNK = bytes(200_000)


@pytest.fixture
def settings(settings: Settings, small_disk: Path) -> Settings:
    return settings.model_copy(update={"data_dir": small_disk / "data"})


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

    first = f"recordings/{recording_id}/voice/000000"
    assert store.blobs.read(first) == CHUNK
    store.blobs.delete(first)
    assert (
        guide.put(recording_id, "voice", 0, CHUNK).status_code == 201
    )  # what was removed makes room at once

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
    settings = settings.model_copy(update={"disk_reserve": 0})
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
