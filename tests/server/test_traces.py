"""Reading the pose streams of answers: how far, for whom, and how many at once."""

from __future__ import annotations

import gzip
import io
import threading
from collections.abc import Iterator
from itertools import repeat

import pytest

from align.errors import PoseTraceError
from align.packed_lines import BLOCK_BYTES, LONGEST_LINE_BYTES, PACKED_BLOCK_BYTES
from pangea_server.app.testing.server import People, assert_problem, poses, summary
from pangea_server.collect.capture import submissions
from pangea_server.collect.capture.traces import READ_AT_ONCE, TraceReader
from pangea_server.core.errors import NotReadyError

LINE = poses(["door"])
WALK = poses(["door", "lamp"])
PULLED_AHEAD = BLOCK_BYTES + PACKED_BLOCK_BYTES  # what is read before a bound is noticed


class Counted(io.RawIOBase):
    """Bytes that are made when they are asked for; ``pulled`` are those that were."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self.pulled, self._parts, self._left = 0, parts, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self._left = self._left or next(self._parts, b"")
        part, self._left = self._left[: len(buffer)], self._left[len(buffer) :]
        buffer[: len(part)] = part
        self.pulled += len(part)
        return len(part)

    def file(self) -> io.BufferedReader:
        return io.BufferedReader(self, PACKED_BLOCK_BYTES)


def read(stream: io.BufferedReader | io.BytesIO) -> None:
    TraceReader().read("name", stream)


def test_reading_stops_at_the_most_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("align.snapshot_lines.MAX_BYTES", 2**20)
    endless = Counted(repeat(LINE))
    with pytest.raises(PoseTraceError, match="unpacks to over 1048576 bytes"):
        read(endless.file())
    assert 2**20 < endless.pulled < 2**20 + PULLED_AHEAD


def test_unpacking_stops_at_the_most_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("align.snapshot_lines.MAX_BYTES", 2**20)
    chunk = gzip.compress(LINE * 1000)
    endless = Counted(repeat(chunk))
    with pytest.raises(PoseTraceError, match="unpacks to over"):
        read(endless.file())
    assert endless.pulled < len(chunk) * 2**20 // len(LINE * 1000) + 2 * PACKED_BLOCK_BYTES


def test_reading_stops_at_the_most_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("align.snapshot_lines.MAX_SNAPSHOTS", 1000)
    endless = Counted(repeat(LINE))
    with pytest.raises(PoseTraceError, match="over 1000 snapshots"):
        read(endless.file())
    assert endless.pulled < 1000 * len(LINE) + PULLED_AHEAD


def test_reading_stops_at_the_most_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("align.snapshot_lines.MOST_VISITS", 1000)
    endless = Counted(repeat(poses(["door", "lamp"])))
    with pytest.raises(PoseTraceError, match="over 1000 steps"):
        read(endless.file())
    assert endless.pulled < 500 * len(WALK) + PULLED_AHEAD


def test_reading_stops_at_the_most_gzips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("align.packed_lines.MOST_MEMBERS", 1000)
    nothing = gzip.compress(b"")
    endless = Counted(repeat(nothing))
    with pytest.raises(PoseTraceError, match="over 1000 gzips"):
        read(endless.file())
    assert endless.pulled < 1000 * len(nothing) + 2 * PACKED_BLOCK_BYTES


@pytest.mark.parametrize("packed", [False, True])
def test_reading_stops_in_a_line_that_is_too_long(packed: bool) -> None:
    lines = (line for part in ([LINE], repeat(b" " * 1000)) for line in part)
    endless = Counted(map(gzip.compress, lines) if packed else lines)
    with pytest.raises(PoseTraceError, match=f"Line 2 of the pose trace has over {LONGEST_LINE_BYTES} bytes"):
        read(endless.file())
    assert endless.pulled < PULLED_AHEAD


def test_a_line_in_the_middle_is_no_longer_than_the_last() -> None:
    stream = LINE + LINE[:-2] + b" " * LONGEST_LINE_BYTES + b"}\n" + LINE
    with pytest.raises(PoseTraceError, match="Line 2 of the pose trace has over"):
        read(io.BytesIO(stream))


def test_a_viewpoint_has_a_name_of_at_most_200_characters() -> None:
    read(io.BytesIO(poses(["x" * 200])))
    with pytest.raises(PoseTraceError, match="Line 1 of the pose trace: viewpoint_id"):
        read(io.BytesIO(poses(["x" * 201])))


@pytest.mark.parametrize("block", [1, 7, 1000])
def test_lines_that_lie_in_two_blocks_are_whole(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    monkeypatch.setattr("align.packed_lines.BLOCK_BYTES", block)
    walk = ["door", "lamp", "sofa"] * 5
    packed = b"".join(gzip.compress(poses(walk)[start : start + 1001]) for start in range(0, 10_000, 1001))
    assert TraceReader().read("name", io.BytesIO(packed)).path == tuple(walk)


def test_reading_ends_when_the_server_stops() -> None:
    reader = TraceReader()
    endless = Counted(stopping(reader))
    with pytest.raises(NotReadyError, match="restarted"):
        reader.read("name", endless.file())
    assert endless.pulled < 4 * BLOCK_BYTES
    with reader._turn(), reader._turn(), pytest.raises(NotReadyError, match="restarted"):
        reader.read("another", io.BytesIO(WALK))


def stopping(reader: TraceReader) -> Iterator[bytes]:
    """An endless stream, during which the server stops."""
    yield LINE
    reader.close()
    yield from repeat(LINE)


def test_what_was_refused_is_refused_again_without_a_look() -> None:
    reader = TraceReader()
    with pytest.raises(PoseTraceError) as first:
        reader.read("name", io.BytesIO(b"[]\n"))
    untouched = Counted(repeat(LINE))
    with pytest.raises(PoseTraceError) as second:
        reader.read("name", untouched.file())
    assert str(first.value) == str(second.value)
    assert untouched.pulled == 0
    reader.refuse_known("another name")


class Slow(io.BytesIO):
    """A stream that says when it is read, and is not until it may be."""

    def __init__(self, started: threading.Semaphore, may: threading.Event) -> None:
        super().__init__(WALK)
        self._started, self._may = started, may

    def read(self, size: int | None = -1, /) -> bytes:
        self._started.release()
        self._may.wait()
        return super().read(size)


def test_few_are_read_at_once_and_the_others_wait_their_turn() -> None:
    reader, started, may = TraceReader(), threading.Semaphore(0), threading.Event()
    paths: list[tuple[str, ...]] = []

    def submit(person: int) -> None:
        paths.append(reader.read(str(person), Slow(started, may)).path)

    threads = [threading.Thread(target=submit, args=(person,)) for person in range(READ_AT_ONCE + 1)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(READ_AT_ONCE):
            started.acquire()
        assert not started.acquire(timeout=0.1)
    finally:
        may.set()
        for thread in threads:
            thread.join()
    assert paths == [("door", "lamp")] * (READ_AT_ONCE + 1)


@pytest.mark.usefixtures("campaign")
def test_what_needs_no_poses_is_checked_before_they_are_read(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, ["door", "lamp", "sofa"]) | {"transcript": "Go past the lamp."}
    take, voice = guide.begin(lease_id, attempt=1), b"\1\0" * 16_000
    assert guide.put(take, "voice", 0, voice).status_code == 201
    assert guide.put(take, "pose", 0, b"no poses").status_code == 201
    bad = answer | {"recording_id": take, "pose": summary([b"no poses"]), "voice": summary([voice])}
    for other in ({"transcript": "\u3164"}, {"voice": summary([voice + b"\1\0"])}):
        assert_problem(guide.submit(lease_id, bad | other), 422, "submission")
    problem = assert_problem(guide.submit(lease_id, bad), 422, "pose_trace")
    assert (problem["detail"], problem["remedy"][:22]) == (
        "Line 1 of the pose trace is not JSON.",
        "Record the walk again,",
    )
    monkeypatch.setattr(submissions, "MOST_POSE_BYTES", 7)
    problem = assert_problem(guide.submit(lease_id, bad), 422, "submission")
    assert problem["detail"] == "The poses have 8 bytes; at most 7 are read."
