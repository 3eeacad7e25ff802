"""Blobs that lie beside others in one file: erased in place, swept after a crash, kept beside those of before."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pangea_server.app.testing.stores.examples import blob_info
from pangea_server.core.errors import StoreError
from pangea_server.stores.local import segments
from pangea_server.stores.local.store import LocalStore

SIZE = 100_000


def noise(number: int) -> bytes:
    """Bytes that are found nowhere else."""
    return bytes([number]) * SIZE


def keep(store: LocalStore, *numbers: int) -> None:
    """All at once, as a busy server does."""
    soon = [store.blobs.create_soon(blob_info(f"r/{n}", noise(n)), (noise(n),)) for n in numbers]
    assert all(stored.result() for stored in soon)


def files(directory: Path) -> list[Path]:
    return sorted((directory / "blobs" / segments.SEGMENTS_FOLDER).iterdir())


def holds(directory: Path, number: int) -> bool:
    """Whether any of these bytes are still on the disk."""
    return any(bytes([number]) * 512 in path.read_bytes() for path in files(directory))


def test_blobs_share_a_segment_and_each_is_its_own(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path) as store:
        keep(store, *range(1, 20))
        assert len(files(tmp_path)) == 1
        assert [store.blobs.read(f"r/{n}") for n in range(1, 20)] == [noise(n) for n in range(1, 20)]


@pytest.mark.parametrize("most", [999, SIZE, SIZE + 1])
def test_short_writes_are_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """A system call may write less than it was given; one that a signal interrupts is made again by Python."""

    def write_some(file: int, blocks: Sequence[bytes], start: int) -> int:
        return os.pwrite(file, b"".join(blocks)[:most], start)

    monkeypatch.setattr(os, "pwritev", write_some)
    with LocalStore.open(tmp_path) as store:
        keep(store, 1, 2, 3)
        assert [store.blobs.read(f"r/{n}") for n in (1, 2, 3)] == [noise(n) for n in (1, 2, 3)]


@pytest.mark.parametrize("has_holes", [True, False])
def test_removed_bytes_are_gone_from_the_disk_and_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_holes: bool
) -> None:
    if not has_holes:
        monkeypatch.setattr(segments, "_fallocate", None)
    with LocalStore.open(tmp_path) as store:
        keep(store, 1, 2, 3)
        store.blobs.delete("r/2")
        assert not holds(tmp_path, 2)
        assert store.blobs.read("r/1") == noise(1)
        assert store.blobs.read("r/3") == noise(3)


def test_room_is_given_back_at_once_and_the_file_with_its_last_blob(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LocalStore.open(tmp_path) as store:
        keep(store, *range(1, 10))
        (full,) = files(tmp_path)
        monkeypatch.setattr(segments, "FULL", 1)
        keep(store, 10)  # begins another segment
        blocks = full.stat().st_blocks
        store.blobs.delete(*(f"r/{n}" for n in range(2, 10)))
        assert full.stat().st_blocks < blocks / 2
        store.blobs.delete("r/1")
        assert not full.exists()
        assert store.blobs.read("r/10") == noise(10)


def test_a_removal_that_a_crash_interrupted_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with LocalStore.open(tmp_path, exclusive=True) as store:
        keep(store, 1, 2)
        store.blobs.create("file", noise(3))
        monkeypatch.setattr(segments, "_erase", fail)
        with pytest.raises(StoreError, match="Input/output error"):
            store.blobs.delete("r/1", "file")
        monkeypatch.undo()
        assert holds(tmp_path, 1)
    with LocalStore.open(tmp_path, exclusive=True) as store:
        assert not holds(tmp_path, 1)
        assert not (tmp_path / "blobs" / "file").exists()
        assert store.blobs.read("r/2") == noise(2)


def test_what_no_row_knows_and_nothing_describes_is_moved_aside_by_a_server(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path, exclusive=True) as store:
        keep(store, 1)
    (segment,) = files(tmp_path)
    segment.write_bytes(segment.read_bytes() + noise(2))
    segment.with_name("0123456789abcdef").write_bytes(noise(3))
    with LocalStore.open(tmp_path) as tool:
        assert tool.blobs.read("r/1") == noise(1)
        assert holds(tmp_path, 2), "only a server may sweep"
    with LocalStore.open(tmp_path, exclusive=True) as store:
        assert not holds(tmp_path, 2)
        assert files(tmp_path) == [segment]
        assert store.blobs.read("r/1") == noise(1)
    aside = sorted(path.read_bytes() for path in (tmp_path / "quarantine" / "segments").iterdir())
    assert aside == [noise(2), noise(3)]


def test_a_segment_that_another_program_writes_is_left_alone(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path) as tool:
        keep(tool, 1)
        with LocalStore.open(tmp_path, exclusive=True) as server:
            server.blobs.delete("r/1")
            keep(tool, 2)
            assert server.blobs.read("r/2") == noise(2)


def test_a_batch_that_failed_leaves_nothing_and_the_next_one_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with LocalStore.open(tmp_path) as store:
        keep(store, 1)
        monkeypatch.setattr(os, "fdatasync", full)
        with pytest.raises(StoreError, match="no space left"):
            keep(store, 2)
        monkeypatch.undo()
        keep(store, 3)
        assert [blob.name for blob in store.blobs.list("r/")] == ["r/1", "r/3"]
        assert store.blobs.read("r/3") == noise(3)
        assert not holds(tmp_path, 2)


@pytest.mark.parametrize("damage", ["changed", "cut", "gone"])
def test_a_damaged_segment_is_not_handed_out(tmp_path: Path, damage: str) -> None:
    with LocalStore.open(tmp_path) as store:
        keep(store, 1)
        (segment,) = files(tmp_path)
        if damage == "changed":
            segment.write_bytes(segment.read_bytes()[:-1] + b"\0")
        elif damage == "cut":
            os.truncate(segment, SIZE - 1)
        else:
            segment.unlink()
        with pytest.raises(StoreError, match=r"'r/1' .* is damaged"):
            store.blobs.read("r/1")


def test_blobs_that_are_files_lie_beside_those_in_segments(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path) as store:
        store.blobs.create("r/1", noise(1))
        keep(store, 2)
        assert not store.blobs.create_soon(blob_info("r/1", noise(1)), (noise(1),)).result()
        assert [store.blobs.read(blob.name) for blob in store.blobs.list("r/")] == [noise(1), noise(2)]
        store.blobs.delete("r/1", "r/2")
        assert not (tmp_path / "blobs" / "r" / "1").exists()
