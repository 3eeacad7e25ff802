"""A disk that turns read-only under a running server, as the kernel remounts ext4 after an error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pangea_server import Settings, create_app
from pangea_server.app.testing.server import VOICE, People, Someone, assert_problem
from tests.disks import mount
from tests.reliability.loop_disk import LoopDisk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[LoopDisk]:
    disk = LoopDisk(tmp_path, 64)
    yield disk
    disk.remove()


@pytest.fixture
def settings(settings: Settings, disk: LoopDisk) -> Settings:
    return settings.model_copy(update={"data_dir": disk.root / "data"})


@pytest.mark.usefixtures("campaign")
def test_it_is_503_what_is_stored_can_be_read_and_a_restart_has_it_all(
    people: People, settings: Settings, disk: LoopDisk
) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    receipt = guide.put(recording_id, "voice", 0, VOICE[0]).json()
    mount("-o", "remount,abort", disk.root)
    refused = guide.put(recording_id, "voice", 1, VOICE[1])
    assert_problem(refused, 503, "store")
    assert refused.headers["retry-after"]
    assert guide.call("GET", f"/recordings/{recording_id}/voice").json() == [receipt]

    guide.client.app.state.services.close()  # type: ignore[attr-defined]
    disk.unmount()
    disk.mount()
    with TestClient(create_app(settings)) as restarted:
        again = Someone(restarted, guide.token, guide.annotator_id)
        assert again.call("GET", f"/recordings/{recording_id}/voice").json() == [receipt]
        assert again.put(recording_id, "voice", 1, VOICE[1]).status_code == 201
        restarted.app.state.services.close()  # type: ignore[attr-defined]
