"""A backup goes on past blobs that are damaged in the store: it names them, and everything else is restored."""

from __future__ import annotations

import errno
import io
import os
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pangea_server.annotate.tasks.records import Task
from pangea_server.app.command_line import app
from pangea_server.core.errors import ArchiveError, StoreError
from pangea_server.dataset.archive import Archive, Backup, write_archive
from pangea_server.dataset.archive.chain import Trust
from pangea_server.dataset.archive.encryption import Opener
from pangea_server.dataset.archive.places import Folder
from pangea_server.dataset.archive.series_writer import save_moment
from pangea_server.dataset.archive.sources import open_source
from pangea_server.stores.local.store import LocalStore
from tests.archive.campaign import VOICE, everything, restore, series_in
from tests.archive.failing import FailingStore

RECEIPTS = "recordings/r1/receipts.json"
CHUNKS = [f"recordings/r2/voice/{number:06d}" for number in (3, 39)]


def rot(data: Path) -> None:
    """A flipped bit in a large file, a small file cut off, a file that is gone, and flipped bits in a segment."""
    with (data / "blobs" / VOICE).open("r+b") as file:
        file.seek(5_000_000)
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 1]))
    (data / "blobs" / RECEIPTS).unlink()
    os.truncate(data / "blobs" / CHUNKS[0], 10)
    (data / "blobs" / CHUNKS[1]).write_bytes(b"0" * 1400)


ROTTEN = [RECEIPTS, VOICE, *CHUNKS]


@pytest.fixture
def rotten(changing: LocalStore, tmp_path: Path) -> LocalStore:
    rot(tmp_path / "source")
    return changing


def names(backup: Backup) -> list[str]:
    return [blob.damaged for blob in backup.damaged]


def test_everything_else_is_backed_up_and_restored(
    changing: LocalStore, target: LocalStore, tmp_path: Path
) -> None:
    records, blobs = everything(changing)
    rot(tmp_path / "source")
    written = write_archive(changing, tmp_path / "campaign.tar")
    assert names(written) == ROTTEN
    assert written.totals.blobs == 38
    restore(tmp_path / "campaign.tar", target)
    assert everything(target) == (records, [(info, data) for info, data in blobs if info.name not in ROTTEN])


def test_what_is_left_of_a_blob_is_kept_apart(rotten: LocalStore, tmp_path: Path) -> None:
    write_archive(rotten, tmp_path / "campaign.tar")
    with tarfile.open(tmp_path / "campaign.tar") as tar:
        kept = {name for name in tar.getnames() if name.startswith("damaged/")}
        assert kept == {f"damaged/{VOICE}", f"damaged/{CHUNKS[1]}"}
        voice = tar.extractfile(f"damaged/{VOICE}")
        assert voice
        assert voice.read() == (tmp_path / "source" / "blobs" / VOICE).read_bytes()


def test_damage_is_not_forgotten_by_an_interrupted_backup(rotten: LocalStore, tmp_path: Path) -> None:
    write_archive(rotten, tmp_path / "whole.tar")
    for calls in (1, 3, 20):
        with pytest.raises(StoreError, match="went down"):
            write_archive(FailingStore(rotten, calls), tmp_path / "again.tar")  # type: ignore[arg-type]
    write_archive(rotten, tmp_path / "again.tar")
    assert (tmp_path / "again.tar").read_bytes() == (tmp_path / "whole.tar").read_bytes()


def test_the_commands_name_what_is_damaged_and_fail(rotten: LocalStore, tmp_path: Path) -> None:
    rotten.close()
    file, run = tmp_path / "campaign.tar", CliRunner().invoke
    saved = run(app, ["backup", str(file), "--data-dir", str(tmp_path / "source")])
    restored = run(app, ["restore", str(file), "--data-dir", str(tmp_path / "restored")])
    for result in (saved, restored):
        assert result.exit_code == 1
        assert [name for name in ROTTEN if name not in result.stderr] == []
    assert "its bytes are missing" in saved.stderr


@pytest.mark.parametrize("name", [VOICE, CHUNKS[0]])
def test_what_the_disk_cannot_read_is_damaged(
    changing: LocalStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A bad sector: the file can be opened, and reading it ends in EIO."""

    class BadSector(io.BytesIO):
        def read(self, *_: Any) -> bytes:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    files: Any = changing.blobs._files
    opened, size = files.open, changing.blobs.stat(name).size
    monkeypatch.setattr(
        files, "open", lambda wanted: BadSector(bytes(size)) if wanted == name else opened(wanted)
    )
    written = write_archive(changing, tmp_path / "campaign.tar")
    assert names(written) == [name]
    assert "Input/output error" in written.damaged[0].reason


def test_a_manifest_that_lost_a_damaged_blob_is_refused(rotten: LocalStore, tmp_path: Path) -> None:
    path = tmp_path / "campaign.tar"
    write_archive(rotten, path)
    whole = path.read_bytes()
    path.write_bytes(
        whole.replace(b'{"damaged":"recordings/r1/receipts', b'{"damagid":"recordings/r1/receipts')
    )
    with pytest.raises(ArchiveError, match="is damaged"), Archive.open(path):
        pass


def test_damaged_records_are_left_out_and_named(
    changing: LocalStore, target: LocalStore, tmp_path: Path
) -> None:
    damaged = ["guide-000001", "guide-000007", "guide-000008", "guide-000229"]
    with closing(sqlite3.connect(tmp_path / "source" / "pangea.db")) as database:
        for record_id in damaged:
            database.execute("UPDATE tasks SET document = '{}' WHERE record_id = ?", (record_id,))
        database.commit()
    written = write_archive(changing, tmp_path / "campaign.tar")
    assert names(written) == [f"tasks: {record_id}" for record_id in damaged]
    restore(tmp_path / "campaign.tar", target)
    assert target.records.count(Task) == 230 - len(damaged)
    saved = save_moment(changing, series_in(Folder(tmp_path / "series")))
    assert saved.damaged == written.damaged
    with open_source(str(tmp_path / "series"), None, Opener(), Trust(None)) as backup:
        assert backup.damaged == written.damaged
