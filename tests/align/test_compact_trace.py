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

from align.compact_trace import REQUIRED
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


@pytest.mark.shared_data
def test_the_real_sample_takes_a_sixtieth_of_its_json_lines(shared: Path) -> None:
    data = (shared / "data" / "pangea_sample" / "snapshots.jsonl").read_bytes()
    trace = PoseTrace.from_snapshots_2021(data, layout="row", time_unit="s")
    assert len(data) / len(saved(trace)) > 60
    assert_same(PoseTrace.load(io.BytesIO(saved(trace))), trace)
