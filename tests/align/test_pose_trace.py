"""Pose traces: columns, files, and files that are none."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from align.errors import PoseTraceError
from align.npz import read_columns, require
from align.packed_lines import LONGEST_LINE_BYTES, numbered_blocks
from align.pose_trace import PoseTrace
from environments.geometry import extrinsic_matrix

LENS = np.diag([1.0, 1.3, -1.0, 0.0])


def snapshot(time: float, viewpoint_id: str, heading: float = 0.0, **more: float) -> dict[str, object]:
    return {
        "time": time,
        "viewpoint_id": viewpoint_id,
        "extrinsic_matrix": extrinsic_matrix((1.0, 2.0, 1.5), heading, 0.1).reshape(16).tolist(),
        "intrinsic_matrix": LENS.reshape(16).tolist(),
        **more,
    }


def lines(*rows: object) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


WALK = lines(snapshot(0.0, "a"), snapshot(0.1, "a", 0.5), snapshot(0.2, "b", 1.0), snapshot(0.4, "a", 1.5))


def test_what_the_browser_sends_is_what_comes_back() -> None:
    trace = PoseTrace.from_jsonl(WALK)
    assert trace.path() == ["a", "b", "a"]
    assert trace.time.tolist() == [0.0, 0.1, 0.2, 0.4]
    assert trace.heading == pytest.approx([0.0, 0.5, 1.0, 1.5], abs=1e-6)
    assert trace.elevation == pytest.approx([0.1] * 4, abs=1e-6)
    assert trace.audio_time is None


def test_gzip_members_one_after_the_other_are_one_trace() -> None:
    first, *rest = WALK.splitlines(keepends=True)
    packed = gzip.compress(first) + gzip.compress(b"".join(rest))
    assert PoseTrace.from_jsonl(packed).time.tolist() == [0.0, 0.1, 0.2, 0.4]


def test_a_gzip_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("align.snapshot_lines.MAX_BYTES", len(WALK) - 1)
    with pytest.raises(PoseTraceError, match="unpacks to over"):
        PoseTrace.from_jsonl(gzip.compress(WALK))


@pytest.mark.parametrize("block_bytes", [1, len(WALK)])
def test_more_snapshots_than_are_read_are_refused_however_they_come(
    block_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = gzip.compress(WALK)
    monkeypatch.setattr("align.packed_lines.BLOCK_BYTES", block_bytes)
    monkeypatch.setattr("align.snapshot_lines.MAX_SNAPSHOTS", 4)
    assert len(PoseTrace.from_jsonl(packed).time) == 4
    monkeypatch.setattr("align.snapshot_lines.MAX_SNAPSHOTS", 3)
    with pytest.raises(PoseTraceError, match="over 3 snapshots"):
        PoseTrace.from_jsonl(packed)


@pytest.mark.parametrize(("time", "row"), [(-1.0, 0), (0.0, 0), (0.09, 0), (0.1, 1), (0.3, 2), (99.0, 3)])
def test_a_snapshot_holds_until_the_next(time: float, row: int) -> None:
    assert PoseTrace.from_jsonl(WALK).at(time) == row


@pytest.mark.parametrize("save", [PoseTrace.save, PoseTrace.save_rxr])
def test_npz_round_trip_is_exact_and_its_bytes_are_always_the_same(
    save: Callable[[PoseTrace, io.BytesIO], None],
) -> None:
    trace = PoseTrace.from_jsonl(
        lines(snapshot(0.0, "a", audio_time=3.5), snapshot(0.1, "b", audio_time=3.6))
    )
    first, second = io.BytesIO(), io.BytesIO()
    save(trace, first)
    save(trace, second)
    assert first.getvalue() == second.getvalue()
    back = PoseTrace.load(io.BytesIO(first.getvalue()))
    assert back.viewpoint_ids == trace.viewpoint_ids
    assert np.array_equal(back.time, trace.time)
    assert back.audio_time is not None
    assert back.audio_time.tolist() == [3.5, 3.6]
    assert np.array_equal(back.extrinsic_matrix, trace.extrinsic_matrix)


def test_npz_has_rxrs_columns(tmp_path: Path) -> None:
    PoseTrace.from_jsonl(WALK).save_rxr(tmp_path / "trace.npz")
    with np.load(tmp_path / "trace.npz") as columns:
        shapes = {name: columns[name].shape for name in columns}
    assert shapes == {
        "pano": (4, 1),
        "time": (4, 1),
        "extrinsic_matrix": (4, 16),
        "intrinsic_matrix": (4, 16),
    }


def test_the_2021_files_are_read_by_the_convention_that_is_named() -> None:
    matrix = extrinsic_matrix((1.0, 2.0, 1.5), 0.7)
    row = {
        "id": "a",
        "time": 1500.0,
        "exmat": matrix.T.reshape(16).tolist(),
        "inmat": LENS.reshape(16).tolist(),
    }
    trace = PoseTrace.from_snapshots_2021(lines(row), layout="column", time_unit="ms")
    assert trace.time.tolist() == [1.5]
    assert trace.heading == pytest.approx([0.7], abs=1e-6)
    assert trace.extrinsic_matrix[0] == pytest.approx(matrix, abs=1e-6)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "no snapshots"),
        (gzip.compress(WALK, mtime=0)[:-5], "cut off"),
        (b"\x1f\x8bnothing that gzip wrote", "damaged"),
        (b"{", "Line 1"),
        (b"[]\n", "Line 1"),
        (lines(snapshot(0.0, "a")) + b'{"time": 1}\n', "Line 2.*viewpoint_id"),
        (lines(snapshot(float("nan"), "a")), "Line 1.*time"),
        (lines(snapshot(1.0, "a"), snapshot(0.5, "a")), "backwards at snapshot 1"),
        (lines(snapshot(0.0, "")), "viewpoint_id"),
        (lines(snapshot(0.0, "a") | {"extrinsic_matrix": [1.0] * 15}), "extrinsic_matrix"),
        (lines(snapshot(0.0, "a") | {"time": True}), "time"),
        (lines(snapshot(0.0, "a", audio_time=1.0), snapshot(0.1, "a")), "Line 2.*audio_time is None"),
        (lines(snapshot(0.0, "a"), snapshot(0.1, "a", audio_time=1.0)), "Line 2.*audio_time is 1.0"),
        (lines(snapshot(0.0, "a"), snapshot(0.1, "a") | {"x": 1}), "Line 2 .* has the field 'x'"),
        (lines(snapshot(0.0, "a") | {"extrinsic_matrix": [1e39] * 16}), "Line 1.*extrinsic_matrix"),
        (lines(snapshot(0.0, "a") | {"intrinsic_matrix": [1e30] * 16}), "Line 1.*intrinsic_matrix"),
        (WALK + b"\n" + WALK, "Line 5 .* not JSON"),
    ],
)
def test_rows_that_are_no_trace_are_refused_by_line(data: bytes, fault: str) -> None:
    with pytest.raises(PoseTraceError, match=fault):
        PoseTrace.from_jsonl(data)


def saved() -> bytes:
    buffer = io.BytesIO()
    PoseTrace.from_jsonl(WALK).save(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize("size", [0, 10, 300, -30])
def test_a_truncated_npz_is_refused(size: int) -> None:
    with pytest.raises(PoseTraceError, match="not a complete npz"):
        PoseTrace.load(io.BytesIO(saved()[:size]))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PoseTraceError, match="nowhere"):
        PoseTrace.load(tmp_path / "nowhere.npz")


def test_python_objects_are_never_unpickled() -> None:
    buffer = io.BytesIO()
    zeros = np.zeros((1, 16))
    objects = np.array([[{"a": 1}]], dtype=object)
    np.savez(buffer, pano=objects, time=zeros, extrinsic_matrix=zeros, intrinsic_matrix=zeros)
    with pytest.raises(PoseTraceError, match="Python objects"):
        PoseTrace.load(io.BytesIO(buffer.getvalue()))


def test_a_lacking_column_is_named() -> None:
    buffer = io.BytesIO()
    np.savez(buffer, pano=np.array([["a"]]), time=np.zeros((1, 1)))
    with pytest.raises(PoseTraceError, match="lacks extrinsic_matrix, intrinsic_matrix"):
        PoseTrace.load(io.BytesIO(buffer.getvalue()))


def test_a_header_that_claims_more_than_there_is_is_refused_before_unpacking() -> None:
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": "<f8", "fortran_order": False, "shape": (10**12, 1)}
    )
    forged = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved())) as whole, zipfile.ZipFile(forged, "w") as archive:
        for name in whole.namelist():
            archive.writestr(name, header.getvalue() if name == "time.npy" else whole.read(name))
    with pytest.raises(PoseTraceError, match="claims the shape"):
        PoseTrace.load(io.BytesIO(forged.getvalue()))


def test_a_followers_2021_file_has_its_voice_in_the_same_unit() -> None:
    row = {
        "id": "a",
        "time": 1500.0,
        "audio": 250.0,
        "exmat": [1.0] * 16,
        "inmat": list(range(16)),
        "more": "x",
    }
    trace = PoseTrace.from_snapshots_2021(lines(row), layout="row", time_unit="ms")
    assert trace.audio_time is not None
    assert (trace.time.tolist(), trace.audio_time.tolist()) == ([1.5], [0.25])
    assert trace.intrinsic_matrix[0, 0].tolist() == [0, 1, 2, 3]
    seconds = PoseTrace.from_snapshots_2021(lines(row), layout="column", time_unit="s")
    assert seconds.time.tolist() == [1500.0]
    assert seconds.intrinsic_matrix[0, 0].tolist() == [0, 4, 8, 12]


GOOD: dict[str, np.ndarray[Any, np.dtype[Any]]] = {
    "pano": np.array([["a"], ["b"]]),
    "time": np.zeros((2, 1)),
    "extrinsic_matrix": np.zeros((2, 16)),
    "intrinsic_matrix": np.zeros((2, 16)),
}


@pytest.mark.parametrize(
    ("column", "fault"),
    [
        (
            {"extrinsic_matrix": np.zeros((2, 4, 4))},
            r"extrinsic_matrix has the shape \(2, 4, 4\), not \(n, 16\)",
        ),
        ({"intrinsic_matrix": np.zeros((4, 8))}, r"intrinsic_matrix has the shape \(4, 8\), not \(n, 16\)"),
        ({"extrinsic_matrix": np.zeros((3, 16))}, r"extrinsic_matrix has the shape \(3, 4, 4\)"),
        ({"extrinsic_matrix": np.full((2, 16), "x")}, "extrinsic_matrix holds <U1, not numbers"),
        ({"time": np.array([["0"], ["1"]])}, "time holds <U1, not numbers"),
        ({"time": np.zeros((3, 1))}, r"time has the shape \(3,\), not \(2,\)"),
        ({"time": np.array([[0.0], [np.inf]])}, "time has values that are not finite"),
        ({"pano": np.zeros((2, 1))}, "pano holds float64, not text"),
        ({"pano": np.array([["a"]])}, r"time has the shape \(2,\), not \(1,\)"),
        ({"audio_time": np.zeros((1, 1))}, r"audio_time has the shape \(1,\), not \(2,\)"),
        ({"audio_time": np.array([[0.0], [np.nan]])}, "audio_time has values that are not finite"),
        ({"audio_time": np.array([["0"], ["1"]])}, "audio_time holds <U1, not numbers"),
    ],
)
def test_columns_of_an_npz_that_are_no_trace_are_named(column: dict[str, Any], fault: str) -> None:
    buffer = io.BytesIO()
    np.savez(buffer, **cast("dict[str, Any]", GOOD | column))
    with pytest.raises(PoseTraceError, match=fault):
        PoseTrace.load(io.BytesIO(buffer.getvalue()))


def test_whole_numbers_are_numbers_and_equal_times_do_not_run_backwards() -> None:
    buffer = io.BytesIO()
    np.savez(
        buffer,
        **cast("dict[str, Any]", GOOD)
        | {"time": np.array([[3], [3]], np.int32), "audio_time": np.array([[7], [2]])},
    )
    trace = PoseTrace.load(io.BytesIO(buffer.getvalue()))
    assert trace.audio_time is not None
    assert (trace.time.tolist(), trace.audio_time.tolist(), trace.viewpoint_ids) == (
        [3, 3],
        [7, 2],
        ("a", "b"),
    )


def packed(**columns: np.ndarray[Any, np.dtype[Any]]) -> io.BytesIO:
    buffer = io.BytesIO()
    np.savez(buffer, **cast("dict[str, Any]", columns))
    return io.BytesIO(buffer.getvalue())


def test_an_npz_has_so_many_columns_and_bytes_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    two = {"a": np.zeros(100), "b": np.zeros(100)}
    size = 2 * (128 + 800)
    monkeypatch.setattr("align.npz.MAX_COLUMNS", 2)
    monkeypatch.setattr("align.npz.MAX_BYTES", size)
    assert {name: column.shape for name, column in read_columns(packed(**two)).items()} == {
        "a": (100,),
        "b": (100,),
    }
    with pytest.raises(PoseTraceError, match="It claims 3 columns; at most 2 are read"):
        read_columns(packed(**two, c=np.zeros(1)))
    monkeypatch.setattr("align.npz.MAX_BYTES", size - 1)
    with pytest.raises(PoseTraceError, match=f"It claims {size} bytes; at most {size - 1} are read"):
        read_columns(packed(**two))
    with pytest.raises(PoseTraceError, match=r"The npz lacks x, y\."):
        require(two, ("x", "a", "y"))


def test_lines_are_numbered_from_one_through_blocks_and_gzips(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"one\ntwo\nthree\n\nfive"
    monkeypatch.setattr("align.packed_lines.PACKED_BLOCK_BYTES", 6)
    monkeypatch.setattr("align.packed_lines.BLOCK_BYTES", 6)
    expected = [(1, b"one\n"), (2, b"two\n"), (3, b"three\n\n"), (5, b"five")]
    assert list(numbered_blocks(io.BytesIO(text), len(text))) == expected
    both = gzip.compress(text[:6]) + gzip.compress(text[6:])
    assert list(numbered_blocks(io.BytesIO(both), len(text))) == expected
    for stream in (text, both):
        with pytest.raises(PoseTraceError, match="unpacks to over 18 bytes"):
            list(numbered_blocks(io.BytesIO(stream), len(text) - 1))


def test_the_longest_line_is_read_and_a_longer_one_is_named() -> None:
    longest = b"x" * LONGEST_LINE_BYTES
    assert [number for number, _ in numbered_blocks(io.BytesIO(b"a\n" + longest + b"\n"), 2**20)] == [1]
    with pytest.raises(PoseTraceError, match="Line 2 of the pose trace has over 4096 bytes"):
        list(numbered_blocks(io.BytesIO(b"a\n" + longest + b"x\n"), 2**20))


def test_so_many_gzips_are_read_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("align.packed_lines.MOST_MEMBERS", 2)
    assert list(numbered_blocks(io.BytesIO(gzip.compress(b"a\n") * 2), 99))
    with pytest.raises(PoseTraceError, match="over 2 gzips"):
        list(numbered_blocks(io.BytesIO(gzip.compress(b"a\n") * 3), 99))


def test_a_walk_has_so_many_steps_and_no_more_however_its_lines_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("align.packed_lines.PACKED_BLOCK_BYTES", 1000)
    monkeypatch.setattr("align.packed_lines.BLOCK_BYTES", 1000)
    walk = [snapshot(row / 10, "aabbba"[row]) for row in range(6)]
    monkeypatch.setattr("align.snapshot_lines.MOST_VISITS", 3)
    assert PoseTrace.from_jsonl(lines(*walk)).viewpoint_ids == tuple("aabbba")
    monkeypatch.setattr("align.snapshot_lines.MOST_VISITS", 2)
    with pytest.raises(PoseTraceError, match="over 2 steps"):
        PoseTrace.from_jsonl(lines(*walk))


def test_a_fault_in_a_later_block_has_the_number_of_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("align.packed_lines.PACKED_BLOCK_BYTES", 1000)
    monkeypatch.setattr("align.packed_lines.BLOCK_BYTES", 1000)
    heard = [snapshot(row / 10, "a", audio_time=1.0) for row in range(8)]
    with pytest.raises(PoseTraceError, match="Line 9 of the pose trace: audio_time is None"):
        PoseTrace.from_jsonl(lines(*heard, snapshot(0.9, "a")))
    with pytest.raises(PoseTraceError, match=r"Line 9 of the pose trace: time is '0\.9'"):
        PoseTrace.from_jsonl(lines(*heard, snapshot(0.9, "a") | {"time": "0.9"}))


def test_whoever_reads_a_stream_is_asked_before_each_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("align.packed_lines.PACKED_BLOCK_BYTES", len(WALK) // 2)
    monkeypatch.setattr("align.packed_lines.BLOCK_BYTES", len(WALK))
    asked: list[str] = []
    PoseTrace.from_jsonl(io.BytesIO(WALK), lambda: asked.append("asked"))
    assert asked == ["asked", "asked"]

    def stopped() -> None:
        raise KeyError

    with pytest.raises(KeyError):
        PoseTrace.from_jsonl(io.BytesIO(WALK), stopped)


@pytest.mark.parametrize("letters", [200, 201])
def test_a_viewpoints_name_has_at_most_200_letters_and_a_long_value_is_shortened(letters: int) -> None:
    walk = lines(snapshot(0.0, "é" * letters))
    if letters == 200:
        assert PoseTrace.from_jsonl(walk).path() == ["é" * 200]
        return
    with pytest.raises(PoseTraceError) as refused:
        PoseTrace.from_jsonl(walk)
    assert refused.value.message == f"Line 1 of the pose trace: viewpoint_id is '{'é' * 59}."


def test_a_number_below_the_largest_is_read() -> None:
    assert PoseTrace.from_jsonl(lines(snapshot(9.9e29, "a"))).time.tolist() == [9.9e29]
    with pytest.raises(PoseTraceError, match=r"Line 1 of the pose trace: time is 1e\+30"):
        PoseTrace.from_jsonl(lines(snapshot(1e30, "a")))


def test_a_header_claims_bytes_and_not_numbers_alone() -> None:
    """100 numbers of 8 bytes are claimed in a member of 128 + 200 bytes."""
    header, forged = io.BytesIO(), io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (100,)})
    with zipfile.ZipFile(forged, "w") as archive:
        archive.writestr("a.npy", header.getvalue() + bytes(200))
    with pytest.raises(PoseTraceError, match=r"a\.npy claims the shape \(100,\) in 328 bytes"):
        read_columns(io.BytesIO(forged.getvalue()))


@pytest.mark.shared_data
def test_the_real_sample_is_rxrs_path_and_heading(shared: Path) -> None:
    folder = shared / "data" / "pangea_sample"
    told = json.loads((folder / "args.json").read_text())
    data = (folder / "snapshots.jsonl").read_bytes()
    trace = PoseTrace.from_snapshots_2021(data, layout="row", time_unit="s")
    assert len(trace) == 2277
    assert trace.path() == told["path"]
    assert trace.heading[0] == pytest.approx(told["heading"], abs=1e-6)
    assert trace.time[-1] == pytest.approx(38.68, abs=0.005)
    buffer = io.BytesIO()
    trace.save_rxr(buffer)
    back = PoseTrace.load(io.BytesIO(buffer.getvalue()))
    assert np.array_equal(back.time, trace.time)
    assert np.array_equal(back.extrinsic_matrix, trace.extrinsic_matrix)
