"""Nothing damaged, foreign or cut off gets in."""

from __future__ import annotations

import io
import os
import random
import tarfile
from pathlib import Path

import pytest

from pangea_server.core.errors import ArchiveError
from pangea_server.dataset.archive import Archive
from pangea_server.stores.local.store import LocalStore
from tests.archive.campaign import VOICE, everything


def test_no_flipped_bit_gets_in(archive: Path, target: LocalStore) -> None:
    chance, whole = random.Random(0), archive.read_bytes()
    with Archive.open(archive) as opened:
        digest = opened.sha256
    refused = 0
    for _ in range(60):
        place = chance.choice([chance.randrange(len(whole)), chance.randrange(250_000)])
        damaged = bytearray(whole)
        damaged[place] ^= 1 << chance.randrange(8)
        archive.write_bytes(damaged)
        try:
            with Archive.open(archive) as opened:
                assert opened.sha256 == digest  # it was in the padding between members, which nobody reads
        except ArchiveError:
            refused += 1
    assert refused > 40
    assert everything(target) == ([], [])


def test_what_is_damaged_is_named(archive: Path) -> None:
    with tarfile.open(archive) as tar:
        info = tar.getmember(f"blobs/{VOICE}")
    with archive.open("r+b") as file:
        file.seek(info.offset_data + 5_000_000)
        file.write(b"noise")
    with pytest.raises(ArchiveError, match=f"damaged: 'blobs/{VOICE}' is not as the manifest says"):
        Archive.open(archive).__enter__()


def test_a_truncated_archive_is_refused(archive: Path) -> None:
    with tarfile.open(archive) as tar:
        manifest = tar.getmember("manifest.jsonl")
    chance = random.Random(1)
    cuts = [chance.randrange(manifest.offset_data + manifest.size) for _ in range(30)]
    for cut in sorted([*cuts, 0, 1, 512, 1024, manifest.offset, manifest.offset_data], reverse=True):
        os.truncate(archive, cut)
        with pytest.raises(ArchiveError):
            Archive.open(archive).__enter__()


@pytest.mark.parametrize("content", [b"", b"no archive" * 1000, bytes(10_240)])
def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "other.tar").write_bytes(content)
    with pytest.raises(ArchiveError, match=r"is no archive of PanGEA's"):
        Archive.open(tmp_path / "other.tar").__enter__()


def add(tar: tarfile.TarFile, name: str, data: bytes, kind: bytes = tarfile.REGTYPE) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.type = len(data), kind
    tar.addfile(info, io.BytesIO(data))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("blobs/../../etc/passwd", tarfile.REGTYPE),
        ("/etc/passwd", tarfile.REGTYPE),
        ("blobs/link", tarfile.SYMTYPE),
        ("records/secrets.jsonl", tarfile.REGTYPE),
        ("blobs/a", tarfile.DIRTYPE),
    ],
)
def test_members_that_nobody_wrote_are_refused(tmp_path: Path, name: str, kind: bytes) -> None:
    with tarfile.open(tmp_path / "bad.tar", "w") as tar:
        add(tar, "pangea-archive.json", b'{"format": "pangea-archive", "version": 1}\n')
        add(tar, name, b"", kind)
    with pytest.raises(ArchiveError, match="does not know"):
        Archive.open(tmp_path / "bad.tar").__enter__()


def test_a_later_layout_is_refused(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "later.tar", "w") as tar:
        add(tar, "pangea-archive.json", b'{"format": "pangea-archive", "version": 9}\n')
    with pytest.raises(ArchiveError, match="version 9 of the archive's layout"):
        Archive.open(tmp_path / "later.tar").__enter__()
