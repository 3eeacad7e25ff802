"""Pose traces: columns, files, and files that are none."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from align.errors import PoseTraceError
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
        (gzip.compress(WALK)[:-5], "cut off"),
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
