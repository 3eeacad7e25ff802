"""Pose streams that cost more to read than to send: bounded, in a process that can be ended, charged to the person."""

from __future__ import annotations

import gzip
import io
import json
import threading
import tracemalloc
from time import monotonic, process_time

import pytest

from align.errors import PoseTraceError
from align.snapshot_lines import MAX_BYTES, MAX_SNAPSHOTS
from pangea_server.app.testing.server import IDENTITY16, People, assert_problem, poses, summary
from pangea_server.collect.capture.decoder_process import Bounds, DecoderProcess
from pangea_server.collect.capture.trace_decoders import MOST_WAITING, TraceDecoders
from pangea_server.core.errors import NotReadyError, TooManyRequestsError

ROW = {"time": 0, "viewpoint_id": "door", "extrinsic_matrix": IDENTITY16, "intrinsic_matrix": IDENTITY16}
SMALL = json.dumps(ROW | {"extrinsic_matrix": [0] * 16, "intrinsic_matrix": [0] * 16}, separators=(",", ":"))
SLOW = json.dumps(ROW | {"x": float("nan")}) + "\n"
"""A snapshot that is accepted, but only by the reader that looks at each field."""


def packed(line: str, unpacked_bytes: int) -> bytes:
    """A gzip of this line, again and again."""
    block = line.encode() * 1000
    file = io.BytesIO()
    with gzip.GzipFile(fileobj=file, mode="wb") as archive:
        for _ in range(unpacked_bytes // len(block)):
            archive.write(block)
    return file.getvalue()


def never() -> bool:
    return False


@pytest.mark.usefixtures("campaign")
def test_a_packed_chunk_that_unpacks_to_256_megabytes_costs_little_and_nothing_the_second_time(
    people: People,
) -> None:
    guide = people()
    bomb = packed(SMALL + "\n", MAX_BYTES)
    assert len(bomb) < 2**20
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, ["door", "lamp", "sofa"]) | {"transcript": "Go past the lamp."}
    take = guide.begin(lease_id, attempt=1)
    assert guide.put(take, "voice", 0, b"\1\0" * 16_000).status_code == 201
    assert guide.put(take, "pose", 0, bomb).status_code == 201
    bad = answer | {"recording_id": take, "pose": summary([bomb]), "voice": summary([b"\1\0" * 16_000])}

    tracemalloc.start()
    try:
        problem = assert_problem(guide.submit(lease_id, bad), 422, "pose_trace")
        assert "unpacks to over" in problem["detail"]
        assert tracemalloc.get_traced_memory()[1] < 8 * 2**20  # promise P20
    finally:
        tracemalloc.stop()
    before = process_time()
    for _ in range(10):
        assert assert_problem(guide.submit(lease_id, bad), 422, "pose_trace")["detail"] == problem["detail"]
    assert process_time() - before < 10 * 0.05
    assert guide.submit(lease_id, answer).status_code == 200


@pytest.mark.usefixtures("campaign")
def test_what_needs_no_poses_is_checked_before_they_are_read(people: People) -> None:
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    answer = guide.record(lease_id, ["door", "lamp", "sofa"]) | {"transcript": "Go past the lamp."}
    take, voice = guide.begin(lease_id, attempt=1), b"\1\0" * 16_000
    assert guide.put(take, "voice", 0, voice).status_code == 201
    assert guide.put(take, "pose", 0, b"no poses").status_code == 201
    bad = answer | {"recording_id": take, "pose": summary([b"no poses"]), "voice": summary([voice])}
    for other in ({"transcript": "\u3164"}, {"voice": summary([voice + b"\1\0"])}):
        assert_problem(guide.submit(lease_id, bad | other), 422, "submission")
    assert_problem(guide.submit(lease_id, bad), 422, "pose_trace")


@pytest.mark.parametrize(
    ("stream", "said"),
    [
        pytest.param(
            packed(SMALL + "\n", len(SMALL) * (MAX_SNAPSHOTS + 50_000)), "snapshots", id="snapshots"
        ),
        pytest.param(packed(SMALL + "\n", 2**22), "unpacks to over", id="bytes"),
        pytest.param(gzip.compress(poses(["door", "lamp"] * 10_001)), "steps", id="steps"),
        pytest.param(poses(["x" * 201]), "viewpoint_id", id="name"),
    ],
)
def test_what_holds_too_much_is_refused(stream: bytes, said: str) -> None:
    most = MAX_BYTES if said != "unpacks to over" else 2**21
    with pytest.raises(PoseTraceError, match=said):
        TraceDecoders().decode(1, said, io.BytesIO(stream), Bounds(len(stream), most), never)


def test_the_kernel_ends_what_takes_too_long_and_the_person_pays_for_it() -> None:
    stream, decoders = packed(SLOW, 240 * 2**20), TraceDecoders(burst_seconds=1)
    # The kernel counts from the process's start: at least two seconds are left, and charged, of which one is too much.
    bounds = Bounds(len(stream), MAX_BYTES, most_seconds=2)
    with pytest.raises(PoseTraceError, match="too long"):
        decoders.decode(1, "first", io.BytesIO(stream), bounds, never)
    with pytest.raises(TooManyRequestsError) as refused:
        decoders.decode(1, "second", io.BytesIO(stream), bounds, never)
    assert "retry_after" in refused.value.context
    walk = poses(["door", "lamp"])
    other = decoders.decode(2, "third", io.BytesIO(walk), Bounds(len(walk), MAX_BYTES), never)
    assert other.path == ("door", "lamp")


def test_what_was_refused_is_refused_again_without_a_look() -> None:
    decoders = TraceDecoders()
    with pytest.raises(PoseTraceError) as first:
        decoders.decode(1, "name", io.BytesIO(b"[]\n"), Bounds(3, MAX_BYTES), never)
    with pytest.raises(PoseTraceError) as second:
        decoders.refuse_known(1, "name")
    assert str(first.value) == str(second.value)
    decoders.refuse_known(1, "another name")


def test_reading_ends_when_the_person_went_away() -> None:
    stream, process = packed(SLOW, 100 * 2**20), DecoderProcess()
    began = monotonic()
    with pytest.raises(NotReadyError, match="Nobody waits"):
        process.decode(io.BytesIO(stream), Bounds(len(stream), MAX_BYTES), lambda: True)
    assert monotonic() - began < 5
    assert not process.is_usable


def test_one_person_cannot_keep_all_handlers_waiting() -> None:
    decoders, started, go_on = TraceDecoders(), threading.Semaphore(0), threading.Event()

    class Slow(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            started.release()
            go_on.wait(30)
            return super().read(size)

    walk = poses(["door"])
    bounds = Bounds(len(walk), MAX_BYTES)

    def submit(name: str) -> None:
        decoders.decode(1, name, Slow(walk), bounds, never)

    threads = [threading.Thread(target=submit, args=(str(number),)) for number in range(MOST_WAITING)]
    for thread in threads:
        thread.start()
    started.acquire()
    try:
        while sum(decoders._waiting.values()) < MOST_WAITING:
            pass
        with pytest.raises(TooManyRequestsError):
            submit("one more")
    finally:
        go_on.set()
        for thread in threads:
            thread.join()
    submit("after them")


def test_a_process_that_somebody_ended_is_replaced() -> None:
    walk, decoders = poses(["door"]), TraceDecoders()
    process = DecoderProcess()
    process._process.kill()
    with pytest.raises(NotReadyError):
        process.decode(io.BytesIO(walk), Bounds(len(walk), MAX_BYTES), never)
    assert not process.is_usable
    assert decoders.decode(1, "x", io.BytesIO(walk), Bounds(len(walk), MAX_BYTES), never).path == ("door",)
