"""However long a recording is, a part of it is in memory at a time."""

from __future__ import annotations

import hashlib
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from align import PoseTrace
from align.audio import wav_header
from pangea_server.annotate.kinds.wire import StreamSummary
from pangea_server.annotate.tasks.records import Recording
from pangea_server.app.testing.server import poses
from pangea_server.collect.capture.chunks import Stream, checked_chunk, joined, keep_chunk
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store

TWENTY_MINUTES = 240  # chunks
VOICE_CHUNK = 480_000  # bytes: five seconds at 48 kHz
POSES_PER_CHUNK = 50
MOST = 8 * 2**20
TAKE = Recording(recording_id="0" * 32, lease_id="l", annotator_id=1, sample_rate=48_000)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with LocalStore.open(tmp_path / "data") as store:
        store.records.create(TAKE)
        yield store


def send(store: Store, stream: Stream, chunk: bytes) -> StreamSummary:
    """The same chunk for twenty minutes."""
    sha256, whole = hashlib.sha256(chunk).hexdigest(), hashlib.sha256()
    for index in range(TWENTY_MINUTES):
        receipt = checked_chunk(TAKE, stream, index, len(chunk), sha256, sha256)
        keep_chunk(store.blobs, TAKE, receipt, [chunk]).result()
        whole.update(chunk)
    return StreamSummary(chunks=TWENTY_MINUTES, size=TWENTY_MINUTES * len(chunk), sha256=whole.hexdigest())


def peak(work: Callable[[], object]) -> int:
    """Bytes that Python and numpy held at most, beyond what ``work`` returns."""
    tracemalloc.start()
    try:
        kept = work()
        held, most = tracemalloc.get_traced_memory()
        assert kept
        return most - held
    finally:
        tracemalloc.stop()


def test_a_voice_is_joined_and_stored_in_little_memory(store: Store) -> None:
    summary = send(store, "voice", bytes(VOICE_CHUNK))

    def join() -> bool:
        head = wav_header(summary.size, 48_000)
        return store.blobs.create("voice.wav", joined(store.blobs, TAKE, "voice", summary, head=head))

    assert peak(join) < MOST
    assert store.blobs.stat("voice.wav").size == 44 + summary.size


def test_poses_are_read_in_little_more_memory_than_their_trace_takes(store: Store) -> None:
    still = poses(["door"]).replace(b'"time": 0.0', b'"time": 1.0')
    summary = send(store, "pose", still * POSES_PER_CHUNK)
    assert peak(lambda: PoseTrace.from_jsonl(joined(store.blobs, TAKE, "pose", summary))) < MOST
