"""What was removed stays removed, whatever backup is restored."""

from __future__ import annotations

from pathlib import Path

import pytest

from environments.errors import InvalidDataError
from pangea_server.annotate.tasks.records import Recording, Task
from pangea_server.core.records import now
from pangea_server.dataset.archive import Archive, Remaining, fill, read_tombstones, write_archive
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.tombstones import Tombstone
from tests.archive.campaign import VOICE, restore


def stone(removed_id: str, removed_from: str = "recordings") -> Tombstone:
    return Tombstone(removed_from=removed_from, removed_id=removed_id, reason="withdrawn", removed_at=now())


def test_an_old_archive_does_not_bring_back_what_was_removed(
    target: LocalStore, archive: Path, tmp_path: Path
) -> None:
    later = [stone("r2"), stone("guide-000007", "tasks")]
    (tmp_path / "later.jsonl").write_text("".join(f"{one.model_dump_json()}\n" for one in later))
    with Archive.open(archive) as opened:
        fill(target, Remaining(opened, read_tombstones(tmp_path / "later.jsonl")), opened.sha256)
    assert [recording.recording_id for recording in target.records.find(Recording)] == ["r1"]
    assert target.records.count(Task) == 229
    assert {blob.name for blob in target.blobs.list("")} == {VOICE, "recordings/r1/receipts.json"}
    assert sorted(target.records.find(Tombstone), key=str) == sorted(later, key=str)


def test_an_archive_heeds_its_own_tombstones(
    changing: LocalStore, target: LocalStore, tmp_path: Path
) -> None:
    changing.records.create(stone("r1"))
    write_archive(changing, tmp_path / "campaign.tar")
    restore(tmp_path / "campaign.tar", target)
    assert [recording.recording_id for recording in target.records.find(Recording)] == ["r2"]
    assert not target.blobs.list("recordings/r1/")


def test_whoever_withdrew_since_is_shut_out_again(
    changing: LocalStore, target: LocalStore, tmp_path: Path
) -> None:
    changing.records.create(Annotator(annotator_id=7, role=Role.MANAGER, languages=("en-US",), identity="me"))
    write_archive(changing, tmp_path / "campaign.tar")
    with Archive.open(tmp_path / "campaign.tar") as opened:
        fill(target, Remaining(opened, [stone("000007", "annotators")]), opened.sha256)
    (person,) = target.records.find(Annotator)
    assert (person.annotator_id, person.identity) == (7, None)
    assert person.withdrawn_at


def test_a_list_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "list").write_text('{"removed_id": "r1"}\n')
    with pytest.raises(InvalidDataError, match="list line 1 is no tombstone"):
        read_tombstones(tmp_path / "list")


def test_a_list_of_nobody_is_empty(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(b"")
    assert read_tombstones(tmp_path / "list") == []
