"""Segments describe themselves: an older database that is put back costs nothing that was acknowledged."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

import pytest

from pangea_server.annotate.tasks.records import Recording, RecordingState
from pangea_server.app.testing.stores.examples import blob_info
from pangea_server.core.errors import StoreError
from pangea_server.stores.local import frames, segments
from pangea_server.stores.local.frames import Label, Owner
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.tombstones import Tombstone

SIZE = 40_000


def take(name: str) -> Recording:
    return Recording(recording_id=name, lease_id=f"lease-{name}", annotator_id=1, sample_rate=48_000)


def voice(number: int) -> bytes:
    return b"%06d" % number * (SIZE // 6)


def name_of(owner: Recording, number: int) -> str:
    return f"recordings/{owner.recording_id}/voice/{number:06d}"


def keep(store: LocalStore, owner: Recording, *numbers: int) -> None:
    """Acknowledged, as a server does it."""
    soon = [
        store.blobs.create_soon(blob_info(name_of(owner, n), voice(n)), [voice(n)], owner) for n in numbers
    ]
    assert all(stored.result() for stored in soon)


def put_back(directory: Path, copy: Path) -> None:
    for file in directory.glob("pangea.db*"):
        file.unlink()
    shutil.copy(copy, directory / "pangea.db")


def copied(store: LocalStore, directory: Path) -> Path:
    store.scrub()  # out of the log
    return Path(shutil.copy(directory / "pangea.db", directory.with_name("copy.db")))


def quarantined(directory: Path) -> list[Path]:
    return sorted(path for path in (directory / "quarantine").rglob("*") if path.is_file())


def segment_files(directory: Path) -> list[Path]:
    return sorted((directory / "blobs" / segments.SEGMENTS_FOLDER).iterdir())


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_chunks_that_an_older_database_does_not_know_are_there_after_the_next_start(data: Path) -> None:
    known = take("known")
    with LocalStore.open(data, exclusive=True) as store:
        store.records.create(known)
        keep(store, known, 0)
        copy = copied(store, data)
        keep(store, known, 1, 2)
    with LocalStore.open(data, exclusive=True) as store:
        keep(store, known, 3)  # in another segment
    put_back(data, copy)
    with LocalStore.open(data, exclusive=True) as store:
        assert [store.blobs.read(name_of(known, n)) for n in range(4)] == [voice(n) for n in range(4)]
    assert quarantined(data) == []


def test_a_recording_that_an_older_database_does_not_know_is_kept_and_rebuilt(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    unknown = take("unknown")
    with LocalStore.open(data, exclusive=True) as store:
        copy = copied(store, data)
        store.records.create(unknown)
        keep(store, unknown, 0, 1)
        store.blobs.create("recordings/unknown/voice.wav", b"RIFF")
    put_back(data, copy)
    with caplog.at_level(logging.WARNING):
        LocalStore.open(data, exclusive=True).close()
    assert len(quarantined(data)) == 2
    assert "its record is missing" in caplog.text
    assert "pangea verify --rebuild" in caplog.text
    recovered = LocalStore.rebuild(data)
    assert recovered.records == ["recordings/unknown"]
    with LocalStore.open(data, exclusive=True) as store:
        assert store.records.get(Recording, "unknown") == unknown
        assert [store.blobs.read(name_of(unknown, n)) for n in (0, 1)] == [voice(0), voice(1)]
        assert store.blobs.read("recordings/unknown/voice.wav") == b"RIFF"
    assert quarantined(data) == []


def test_without_a_database_the_index_is_made_from_the_segments(data: Path) -> None:
    owner = take("only")
    with LocalStore.open(data, exclusive=True) as store:
        store.records.create(owner)
        keep(store, owner, *range(10))
        store.blobs.delete(name_of(owner, 4))
    for file in data.glob("pangea.db*"):
        file.unlink()
    with pytest.raises(StoreError, match="pangea verify --rebuild"):
        LocalStore.open(data)
    assert len(LocalStore.rebuild(data).stored) == 9
    with LocalStore.open(data) as store:
        assert store.records.get(Recording, "only") == owner
        kept = [n for n in range(10) if n != 4]
        assert [blob.name for blob in store.blobs.list("")] == [name_of(owner, n) for n in kept]
        assert all(store.blobs.read(name_of(owner, n)) == voice(n) for n in kept)


def test_a_take_that_has_changed_since_is_moved_aside_and_stays(data: Path) -> None:
    owner = take("done")
    with LocalStore.open(data, exclusive=True) as store:
        store.records.create(owner)
        copy = copied(store, data)
        keep(store, owner, 0)
    put_back(data, copy)
    with LocalStore.open(data) as tool:
        over = owner.model_copy(update={"state": RecordingState.ACCEPTED})
        tool.records.transact(lambda transaction: transaction.replace(over))
    LocalStore.open(data, exclusive=True).close()
    (kept,) = quarantined(data)
    assert kept.read_bytes().endswith(voice(0))
    assert LocalStore.rebuild(data).aside == {kept.name: "its record has changed since"}
    assert kept.exists()


def test_a_tool_on_an_older_database_removes_no_segment_that_has_more_in_it(data: Path) -> None:
    known, unknown = take("known"), take("unknown")
    with LocalStore.open(data, exclusive=True) as store:
        store.records.create(known)
        store.records.create(unknown)
        keep(store, known, 0)
        copy = copied(store, data)
        keep(store, unknown, 1)
    put_back(data, copy)
    with LocalStore.open(data) as tool:
        tool.blobs.delete(name_of(known, 0))
    with LocalStore.open(data, exclusive=True) as store:
        assert store.blobs.read(name_of(unknown, 1)) == voice(1)


def test_a_file_that_no_row_knows_is_not_overwritten(data: Path) -> None:
    with LocalStore.open(data, exclusive=True) as store:
        copy = copied(store, data)
        store.blobs.create("recordings/r/voice.wav", b"first")
    put_back(data, copy)
    with LocalStore.open(data, exclusive=True) as store:
        assert store.blobs.create("recordings/r/voice.wav", b"other")
        assert store.blobs.read("recordings/r/voice.wav") == b"other"
    assert [path.read_bytes() for path in quarantined(data)] == [b"first"]


def tombstone(name: str) -> Tombstone:
    return Tombstone(removed_from="recordings", removed_id=name, reason="withdrawn")


@pytest.mark.parametrize("when", ["before the start", "after it"])
def test_what_was_withdrawn_leaves_quarantine_and_segments(data: Path, when: str) -> None:
    gone, stays = take("gone"), take("stays")
    with LocalStore.open(data, exclusive=True) as store:
        copy = copied(store, data)
        for owner in (gone, stays):
            store.records.create(owner)
            keep(store, owner, 7)
        store.blobs.create("recordings/gone/voice.wav", voice(7))
    put_back(data, copy)
    if when == "before the start":
        with LocalStore.open(data) as tool:
            tool.records.create(tombstone("gone"))
        LocalStore.open(data, exclusive=True).close()
    else:
        with LocalStore.open(data, exclusive=True) as store:
            store.records.create(tombstone("gone"))
            store.scrub()
    assert ["stays" in path.read_bytes()[:500].decode(errors="ignore") for path in quarantined(data)] == [
        True
    ]
    everything = b"".join(path.read_bytes() for path in data.rglob("*") if path.is_file())
    assert b"lease-gone" not in everything


def test_bytes_that_somebody_sent_are_never_taken_for_a_header(data: Path) -> None:
    """A chunk holds a frame of its sender's making, and the chunk's own header is damaged."""
    owner = take("r")
    with LocalStore.open(data, exclusive=True) as store:
        store.records.create(owner)
        keep(store, owner, 0)
        (segment,) = segment_files(data)
        guessed = "00" * frames.NAME_BYTES
        forged = frames.header(guessed, blob_info(name_of(owner, 66), b"forged")) + b"forged"
        info = blob_info(name_of(owner, 1), forged)
        store.blobs.create_soon(info, [forged], owner).result()
    damaged = bytearray(segment.read_bytes())
    damaged[damaged.rindex(frames.MARK, 0, damaged.index(bytes.fromhex(guessed)) - 8)] ^= 1
    segment.write_bytes(damaged)
    for file in data.glob("pangea.db*"):
        file.unlink()
    assert LocalStore.rebuild(data).stored == [name_of(owner, 0)]


@pytest.mark.parametrize("written", [4, 30, 200, SIZE])
def test_the_half_written_end_of_a_segment_is_cut_off(data: Path, written: int) -> None:
    owner = take("r")
    with LocalStore.open(data, exclusive=True) as store:
        store.records.create(owner)
        keep(store, owner, 0)
    (segment,) = segment_files(data)
    sound = segment.read_bytes()
    half = frames.header(segment.name, blob_info(name_of(owner, 1), voice(1)), Owner.of(owner)) + voice(1)
    segment.write_bytes(sound + half[:written])
    LocalStore.open(data, exclusive=True).close()
    assert segment.read_bytes() == sound
    assert quarantined(data) == []


def test_a_disk_too_full_to_recover_starts_and_loses_nothing(
    data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    owner = take("r")
    with LocalStore.open(data, exclusive=True) as store:
        store.records.create(owner)
        copy = copied(store, data)
        keep(store, owner, 0)
    put_back(data, copy)
    monkeypatch.setattr(segments, "_write", _refuse)
    with caplog.at_level(logging.WARNING):
        LocalStore.open(data, exclusive=True).close()
    assert "stays as it is" in caplog.text
    monkeypatch.undo()
    with LocalStore.open(data, exclusive=True) as store:
        assert store.blobs.read(name_of(owner, 0)) == voice(0)


def _refuse(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_header_says_what_its_blob_is(data: Path) -> None:
    owner = take("r")
    with LocalStore.open(data) as store:
        store.records.create(owner)
        keep(store, owner, 5)
    (segment,) = segment_files(data)
    assert segment.read_bytes().startswith(b"PanGEA segment 1 " + segment.name.encode() + b"\n")
    with segment.open("rb") as file:
        (frame,) = frames.scan(file.fileno(), segment.name, len(frames.first_line(segment.name)), 10**9)
    info = blob_info(name_of(owner, 5), voice(5))
    assert isinstance(frame, frames.Frame)
    assert frame.label == Label(info.name, info.size, info.sha256, Owner.of(owner))
