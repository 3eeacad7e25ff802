"""A single backup that is encrypted: nothing of it can be read without the private key."""

from __future__ import annotations

import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from environments.errors import ConfigurationError
from pangea_server.app.command_line import app
from pangea_server.core.errors import ArchiveError, StoreError
from pangea_server.dataset.archive import sealed_file
from pangea_server.dataset.archive.encryption import make_identity, seal_to
from pangea_server.dataset.archive.sealed_file import write_sealed_archive
from pangea_server.stores.local.store import LocalStore
from tests.archive.campaign import VOICE, everything
from tests.archive.failing import FailingStore
from tests.archive.test_damaged_store import ROTTEN, rot


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the archive is prepared; nothing stays there."""
    (tmp_path / "scratch").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    return tmp_path / "scratch"


@pytest.fixture
def key(tmp_path: Path) -> str:
    return make_identity(tmp_path / "key")


def pangea(*arguments: Any) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)])


def test_only_the_private_key_opens_it(changing: LocalStore, key: str, tmp_path: Path, scratch: Path) -> None:
    before, voice = everything(changing), changing.blobs.read(VOICE)
    changing.close()
    file, live = tmp_path / "campaign.tar.age", ("--data-dir", tmp_path / "source")
    assert pangea("backup", file, "--recipient", key, *live).exit_code == 0
    assert [*scratch.iterdir()] == []
    assert voice[5000:5040] not in file.read_bytes()
    assert b"pangea-archive" not in file.read_bytes()
    assert (file.stat().st_mode & 0o777) == 0o600
    without = pangea("restore", file, "--data-dir", tmp_path / "none")
    assert isinstance(without.exception, ConfigurationError)
    assert "--identity" in without.exception.remedy
    make_identity(tmp_path / "other")
    other = pangea("restore", file, "--identity", tmp_path / "other", "--data-dir", tmp_path / "none")
    assert isinstance(other.exception, ArchiveError)
    assert str(file) in other.exception.message
    assert not (tmp_path / "none").exists()
    drilled = pangea("drill", file, "--identity", tmp_path / "key", *live)
    assert drilled.exit_code == 0, drilled.output
    restored = pangea("restore", file, "--identity", tmp_path / "key", "--data-dir", tmp_path / "new")
    assert restored.exit_code == 0, restored.output
    with LocalStore.open(tmp_path / "new") as store:
        assert everything(store) == before
    assert [*scratch.iterdir()] == []


@pytest.mark.parametrize("at", [0, 30, 400, 5_000_000, -1])
def test_no_flipped_bit_gets_in(changing: LocalStore, key: str, tmp_path: Path, at: int) -> None:
    file = tmp_path / "campaign.tar.age"
    write_sealed_archive(changing, file, seal_to([key]))
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)
    damaged = pangea("restore", file, "--identity", tmp_path / "key", "--data-dir", tmp_path / "new")
    assert isinstance(damaged.exception, ArchiveError)
    assert not (tmp_path / "new").exists()


def test_damage_in_the_store_is_named_in_it_too(changing: LocalStore, key: str, tmp_path: Path) -> None:
    rot(tmp_path / "source")
    changing.close()
    file = tmp_path / "campaign.tar.age"
    saved = pangea("backup", file, "--recipient", key, "--data-dir", tmp_path / "source")
    drilled = pangea("drill", file, "--identity", tmp_path / "key", "--data-dir", tmp_path / "source")
    for result in (saved, drilled):
        assert result.exit_code == 1
        assert [name for name in ROTTEN if name not in result.stderr] == []


def test_an_interrupted_one_leaves_nothing(
    changing: LocalStore, key: str, tmp_path: Path, scratch: Path
) -> None:
    file = tmp_path / "campaign.tar.age"
    with pytest.raises(StoreError, match="went down"):
        write_sealed_archive(FailingStore(changing, 20), file, seal_to([key]))  # type: ignore[arg-type]
    assert [*tmp_path.glob("campaign*"), *scratch.iterdir()] == []
    write_sealed_archive(changing, file, seal_to([key]))
    with pytest.raises(ConfigurationError, match="exists"):
        write_sealed_archive(changing, file, seal_to([key]))


def test_a_disk_that_is_full_is_named(
    changing: LocalStore, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = tmp_path / "full.age"
    monkeypatch.setattr(
        sealed_file, "create_or_open", lambda part: part.symlink_to("/dev/full") or nullcontext()
    )
    with pytest.raises(ConfigurationError, match="cannot be written: No space left"):
        write_sealed_archive(changing, full, seal_to([key]))
    assert [*tmp_path.glob("full*")] == []
