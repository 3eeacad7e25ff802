"""Heads of tar members that nobody's tar writes: each is refused, by whoever reads members."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from pangea_server.core.errors import ArchiveError
from pangea_server.dataset.archive.archive_reader import Archive
from pangea_server.dataset.archive.members import members
from pangea_server.dataset.release.update import update_release


def head(name: str, size: int, kind: bytes = tarfile.REGTYPE) -> bytes:
    """A head of 512 bytes; negative sizes are written as GNU's tar does."""
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, size
    return info.tobuf(tarfile.GNU_FORMAT)


HEADS = {
    "negative size": head("file", -512),
    "negative pax head": head("pax", -512, tarfile.XHDTYPE),
    "negative long name": head("long", -1, tarfile.GNUTYPE_LONGNAME),
    "a size beyond all files": head("file", 2**87),
    "a thousand heads": head("pax", 0, tarfile.XHDTYPE) * 2000,
    "a pax size": head("pax", 12, tarfile.XHDTYPE) + b"12 size=-99\n".ljust(512, b"\0") + head("file", 9),
    "a sparse file of pax": head("pax", 24, tarfile.XHDTYPE)
    + b"24 GNU.sparse.map=0,9,1\n".ljust(512, b"\0")
    + head("file", 9),
}  # fmt: skip


@pytest.mark.parametrize("kind", HEADS)
def test_a_hostile_head_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "hostile.tar"
    path.write_bytes(HEADS[kind] + bytes(10_240))
    with path.open("rb") as file, pytest.raises(ArchiveError):
        list(members(file, path, "a test"))
    with pytest.raises(ArchiveError), Archive.open(path):
        pass
    with pytest.raises(ArchiveError):
        update_release(tmp_path / "one", path, tmp_path / "two")
    assert [file.name for file in tmp_path.iterdir()] == ["hostile.tar"]


def test_a_head_that_is_too_long_for_memory_is_refused(tmp_path: Path) -> None:
    path, length = tmp_path / "long.tar", 2**20 + 512
    said = f"{length} comment=".encode()
    record = said + b"x" * (length - len(said) - 1) + b"\n"
    long = head("pax", length, tarfile.XHDTYPE) + record
    path.write_bytes(head("first", 0) + long + head("file", 0) + bytes(10_240))
    with path.open("rb") as file, pytest.raises(ArchiveError, match="too long a head"):
        list(members(file, path, "a test"))


def test_the_heads_of_many_members_may_be_longer_together(tmp_path: Path) -> None:
    path = tmp_path / "many.tar"
    path.write_bytes(head("file", 0) * 2100 + bytes(10_240))
    with path.open("rb") as file:
        assert sum(1 for _ in members(file, path, "a test")) == 2100
