"""What the costliest pose streams cost to read: those that are refused, and the longest walk of a browser."""

from __future__ import annotations

import gzip
import io
import json
import tracemalloc
from collections.abc import Callable
from time import process_time, thread_time

import pytest

from align.errors import PoseTraceError
from align.pose_trace import PoseTrace
from align.snapshot_lines import MAX_BYTES, MAX_SNAPSHOTS
from pangea_server.app.testing.server import People, assert_problem, summary
from pangea_server.collect.capture.submissions import MOST_POSE_BYTES
from pangea_server.collect.capture.traces import TraceReader
from tests.reliability.long_walk import RATE, camera, chunks, times

MOST_MEMORY = 64 * 2**20
VIEWPOINT = "15791b161c944d269ae3727bf19fc1a6"


def small(extra: bytes = b"", *, heard: bool = False) -> bytes:
    zeros = [0] * 16
    row = {"time": 0, "viewpoint_id": "a", "extrinsic_matrix": zeros, "intrinsic_matrix": zeros}
    line = json.dumps(row | ({"audio_time": 0} if heard else {}), separators=(",", ":")).encode()
    return line[:-1] + extra + b"}\n"


def again(lines: bytes, *, snapshots: int = MAX_SNAPSHOTS + 1, end: bytes = b"") -> bytes:
    """A gzip of these lines, again and again; ``end`` comes after them."""
    file = io.BytesIO()
    with gzip.GzipFile(fileobj=file, mode="wb") as packed:
        for _ in range(snapshots // lines.count(b"\n") + 1):
            packed.write(lines)
        packed.write(end)
    return file.getvalue()


def padded(extra: bytes) -> bytes:
    """Lines of nearly the most bytes, of which few hold a snapshot, up to the most bytes of a stream."""
    line = small(extra)
    return again(line * 64, snapshots=MAX_BYTES // len(line))


BOMBS: dict[str, tuple[Callable[[], bytes], str]] = {
    "snapshots": (lambda: again(small() * 1000), "snapshots"),
    "snapshots of a Follower": (lambda: again(small(heard=True) * 1000), "snapshots"),
    "spaces": (lambda: padded(b" " * 3900), "unpacks to over"),
    "a list that nobody asked for": (lambda: padded(b',"x":[' + b"0," * 1900 + b"0]"), "Line 1 .* 'x'"),
    "a wrong line at the end": (
        lambda: again(small() * 1000, snapshots=MAX_SNAPSHOTS - 2000, end=small(b',"x":NaN')),
        "Line 452001 .* 'x'",
    ),
    "gzips of nothing": (lambda: gzip.compress(b"") * 1_000_000, "gzips"),
}


def least_seconds(read: Callable[[], object]) -> float:
    """Of the processor, of three times."""

    def once() -> float:
        began = thread_time()
        read()
        return thread_time() - began

    return min(once() for _ in range(3))


@pytest.fixture(scope="module")
def seconds_of_two_hours() -> float:
    """What the longest walk of a browser costs here: ten times a tenth of it."""
    minute = [camera(number, VIEWPOINT) for number in range(60 * RATE)]
    lines = (times(number) + minute[number % len(minute)] for number in range(MAX_SNAPSHOTS // 10))
    walk = gzip.compress(b"".join(lines), 6)
    return 10 * least_seconds(lambda: PoseTrace.from_jsonl(io.BytesIO(walk)))


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_costs_no_more_than_the_longest_walk_and_little_memory(
    bomb: str, seconds_of_two_hours: float
) -> None:
    make, said = BOMBS[bomb]
    stream = make()

    def refused() -> None:
        with pytest.raises(PoseTraceError, match=said):
            PoseTrace.from_jsonl(io.BytesIO(stream))

    assert least_seconds(refused) < seconds_of_two_hours
    tracemalloc.start()  # ten times as slow
    try:
        refused()
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()


@pytest.mark.usefixtures("campaign")
def test_a_bomb_is_422_and_costs_nothing_the_second_time(people: People) -> None:
    guide, voice = people(), b"\1\0" * 16_000
    bomb = again(small() * 1000, snapshots=MAX_BYTES // len(small()))
    assert len(bomb) < 2 * 2**20
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, ["door", "lamp", "sofa"]) | {"transcript": "Go past the lamp."}
    take = guide.begin(lease_id, attempt=1)
    assert guide.put(take, "voice", 0, voice).status_code == 201
    assert guide.put(take, "pose", 0, bomb).status_code == 201
    bad = answer | {"recording_id": take, "pose": summary([bomb]), "voice": summary([voice])}

    problem = assert_problem(guide.submit(lease_id, bad), 422, "pose_trace")
    assert "snapshots" in problem["detail"]
    before = process_time()
    for _ in range(10):
        assert assert_problem(guide.submit(lease_id, bad), 422, "pose_trace")["detail"] == problem["detail"]
    assert process_time() - before < 10 * 0.05
    assert guide.submit(lease_id, answer).status_code == 200


class TwoHours(io.RawIOBase):
    """Two hours of a browser that never rests, made while they are read: a gzip for every five seconds."""

    def __init__(self) -> None:
        self.packed_bytes, self._chunks, self._left = 0, chunks(MAX_SNAPSHOTS, [VIEWPOINT]), b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self._left = self._left or next(self._chunks, b"")
        part, self._left = self._left[: len(buffer)], self._left[len(buffer) :]
        buffer[: len(part)] = part
        self.packed_bytes += len(part)
        return len(part)


def test_the_longest_walk_of_a_browser_is_read() -> None:
    stream = TwoHours()
    walk = TraceReader().read("two hours", io.BufferedReader(stream))
    assert walk.path == (VIEWPOINT,)
    assert len(PoseTrace.load(io.BytesIO(walk.npz))) == MAX_SNAPSHOTS == 2 * 60 * 60 * RATE
    assert stream.packed_bytes < MOST_POSE_BYTES
