"""The compact npz: small, exact to the last bit, and readable with numpy alone."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from align.compact_trace import REQUIRED, pack
from align.errors import PoseTraceError
from align.pose_trace import PoseTrace
from environments.geometry import extrinsic_matrix

README = Path(__file__).parents[2] / "align" / "README.md"
FLOAT32 = st.floats(width=32, allow_nan=False, allow_infinity=False)


def turning(rows: int = 50) -> PoseTrace:
    heading, elevation = np.linspace(0, 7, rows), np.sin(np.linspace(0, 3, rows)) / 2
    extrinsic = [extrinsic_matrix((1.0, 2.0, 1.5), h, e) for h, e in zip(heading, elevation, strict=True)]
    lens = np.diag([1.0, 4 / 3, -1.0, 0.0]) * np.linspace(1, 2, rows)[:, None, None]
    names = tuple("hall" if row < rows // 2 else "roof" for row in range(rows))
    return PoseTrace(
        np.arange(rows) / 48_000,
        names,
        np.array(extrinsic, np.float32),
        lens.astype(np.float32),
    )


def saved(trace: PoseTrace) -> bytes:
    buffer = io.BytesIO()
    trace.save(buffer)
    return buffer.getvalue()


def assert_same(back: PoseTrace, trace: PoseTrace) -> None:
    assert back.viewpoint_ids == trace.viewpoint_ids
    assert back.extrinsic_matrix.tobytes() == trace.extrinsic_matrix.tobytes()
    assert back.intrinsic_matrix.tobytes() == trace.intrinsic_matrix.tobytes()
    assert np.abs(back.time - trace.time).max() <= 0.5e-6


@given(arrays(np.float32, st.tuples(st.integers(1, 6), st.just(32)), elements=FLOAT32))
def test_any_matrices_come_back_to_the_last_bit(matrices: np.ndarray[Any, np.dtype[np.float32]]) -> None:
    rows = len(matrices)
    halves = matrices.reshape(rows, 2, 4, 4)
    trace = PoseTrace(np.zeros(rows), ("a",) * rows, halves[:, 0], halves[:, 1])
    assert_same(PoseTrace.load(io.BytesIO(saved(trace))), trace)


def test_the_time_within_a_voice_may_go_back() -> None:
    heard = np.array([5.0, 0.25, 9.5])
    back = PoseTrace.load(io.BytesIO(saved(replace(turning(3), audio_time=heard))))
    assert back.audio_time is not None
    assert back.audio_time.tolist() == heard.tolist()


def test_a_pause_too_long_for_the_form_is_refused() -> None:
    with pytest.raises(PoseTraceError, match=r"4295\.0 s"):
        saved(replace(turning(2), time=np.array([0.0, 4295.0])))


def test_the_readmes_reader_needs_numpy_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = turning()
    trace.save(tmp_path / "pose_trace.npz")
    monkeypatch.chdir(tmp_path)
    (reader,) = re.findall(r"```python\n(import numpy as np\n.*?)```", README.read_text(), re.DOTALL)
    read: dict[str, Any] = {}
    exec(reader, read)
    read["npz"].close()
    assert tuple(read["viewpoint_ids"]) == trace.viewpoint_ids
    assert read["extrinsic_matrix"].tobytes() == trace.extrinsic_matrix.tobytes()
    assert read["intrinsic_matrix"].tobytes() == trace.intrinsic_matrix.tobytes()
    assert np.array_equal(np.round(read["time"] * 48_000), np.arange(50))


@pytest.mark.parametrize("name", REQUIRED)
@pytest.mark.parametrize("damage", [lambda column: column[:0], lambda column: column[..., :-1]])
def test_columns_that_do_not_fit_are_refused(name: str, damage: Any) -> None:
    with np.load(io.BytesIO(saved(turning()))) as npz:
        columns = dict(npz)
    forged = io.BytesIO()
    np.savez(forged, **columns | {name: damage(columns[name])})
    with pytest.raises(PoseTraceError, match="do not fit"):
        PoseTrace.load(io.BytesIO(forged.getvalue()))


def test_a_trace_is_packed_as_its_layout_says() -> None:
    """Three snapshots of two cameras at two visits; the time within the voice goes back by a microsecond."""
    camera = np.zeros((3, 4, 4), np.float32)
    camera[2, 3, 3] = 1.0
    trace = PoseTrace(
        np.array([0.5, 0.5, 0.5 + 258e-6]), ("a", "a", "b"), camera, camera * 0, np.array([3e-6, 3e-6, 2e-6])
    )
    columns = pack(trace)
    assert list(columns) == ["pano", "pano_rows", "time", "audio_time", "changed", "camera"]
    assert (columns["pano"].tolist(), columns["pano_rows"].tolist()) == (["a", "b"], [2, 1])
    half = 500_000
    assert columns["time"].tolist() == [
        [half % 256, 0, 2],
        [half // 256 % 256, 0, 1],
        [half // 65536, 0, 0],
        [0] * 3,
    ]
    assert columns["audio_time"].tolist() == [[3, 0, 255], [0, 0, 255], [0, 0, 255], [0, 0, 255]]
    assert columns["changed"].tolist() == [0b10100000]
    assert columns["camera"].shape == (32, 4, 2)
    assert columns["camera"][15].T.tolist() == [[0, 0, 0, 0], [0, 0, 0x80, 0x3F]]  # the bits of 1.0
    surprising = [element for element in range(32) if columns["camera"][element].any()]
    assert surprising == [2, 9, 15]  # the products of two zeros are expected to be -0.0 in 2 and 9
    back = PoseTrace.load(io.BytesIO(saved(trace)))
    assert back.audio_time is not None
    assert back.audio_time == pytest.approx([3e-6, 3e-6, 2e-6], abs=1e-9)


@pytest.mark.parametrize(("heard", "step"), [([0.0, 2148.0], "2148.0"), ([2147.0, -1.0], "-2148.0")])
def test_a_jump_within_the_voice_that_is_too_long_for_the_form_is_refused(
    heard: list[float], step: str
) -> None:
    with pytest.raises(
        PoseTraceError, match=f"audio_time has a step of {step} s, which is too long"
    ) as refused:
        saved(replace(turning(2), audio_time=np.array(heard)))
    assert refused.value.remedy == "Save it as RxR's npz."


def test_a_trace_whose_first_snapshot_has_no_camera_is_refused() -> None:
    with np.load(io.BytesIO(saved(turning()))) as npz:
        columns = dict(npz)
    columns["changed"][0] &= 0x7F
    forged = io.BytesIO()
    np.savez(forged, **columns)
    with pytest.raises(PoseTraceError, match="the first snapshot has no camera"):
        PoseTrace.load(io.BytesIO(forged.getvalue()))


@pytest.mark.shared_data
def test_the_real_sample_takes_a_sixtieth_of_its_json_lines(shared: Path) -> None:
    data = (shared / "data" / "pangea_sample" / "snapshots.jsonl").read_bytes()
    trace = PoseTrace.from_snapshots_2021(data, layout="row", time_unit="s")
    assert len(data) / len(saved(trace)) > 60
    assert_same(PoseTrace.load(io.BytesIO(saved(trace))), trace)
