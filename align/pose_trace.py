"""What the camera saw: a timestamped sequence of camera states, and the files that hold one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import numpy as np

from align.errors import PoseTraceError
from environments.geometry import camera_pose

if TYPE_CHECKING:
    from numpy.typing import NDArray

Layout = Literal["row", "column"]
TimeUnit = Literal["s", "ms"]

_RECORD_AGAIN = "Record the walk again, or read the file with the convention that it was written in."


@dataclass(frozen=True, eq=False)
class PoseTrace:
    """Camera states in order of time, at least one. Matrices are RxR's: three.js frame (y up), row-major.

    Attributes:
        time: (n,) float64, seconds since the recording began, never decreasing.
        viewpoint_ids: (n,) where the camera was; during a step, the viewpoint that is being left.
        extrinsic_matrix: (n, 4, 4) float32, camera-to-world; the camera looks along its -z.
        intrinsic_matrix: (n, 4, 4) float32, OpenGL projection; the lens changes during steps.
        audio_time: (n,) float64, seconds within the Guide's voice as the Follower heard it; None for Guides.

    Raises:
        PoseTraceError: columns of unequal length, no rows, a number that is not finite, time running backwards.
    """

    time: NDArray[np.float64]
    viewpoint_ids: tuple[str, ...]
    extrinsic_matrix: NDArray[np.float32]
    intrinsic_matrix: NDArray[np.float32]
    audio_time: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        rows = len(self.viewpoint_ids)
        if rows == 0:
            raise PoseTraceError("The pose trace has no snapshots.", remedy=_RECORD_AGAIN)
        for name, shape in {
            "time": (rows,),
            "extrinsic_matrix": (rows, 4, 4),
            "intrinsic_matrix": (rows, 4, 4),
        }.items():
            _check_column(name, getattr(self, name), shape)
        if self.audio_time is not None:
            _check_column("audio_time", self.audio_time, (rows,))
        backwards = np.flatnonzero(np.diff(self.time) < 0)
        if backwards.size:
            row = int(backwards[0]) + 1
            raise PoseTraceError(
                f"Time runs backwards at snapshot {row}: {self.time[row]} s after {self.time[row - 1]} s.",
                remedy=_RECORD_AGAIN,
                row=row,
            )

    def __len__(self) -> int:
        return len(self.viewpoint_ids)

    @classmethod
    def from_jsonl(cls, data: bytes) -> PoseTrace:
        """From JSON Lines of snapshots as the browser sends them.

        Each has ``time``, ``viewpoint_id``, ``extrinsic_matrix`` and ``intrinsic_matrix`` (16 numbers, row-major), and
        ``audio_time`` in all rows or in none.

        Raises:
            PoseTraceError: naming the line and what is wrong with it.
        """
        return _from_rows(list(_json_rows(data)), _BROWSER_KEYS)

    @classmethod
    def from_snapshots_2021(cls, data: bytes, *, layout: Layout, time_unit: TimeUnit) -> PoseTrace:
        """From the 2021 toolkit's JSON Lines (``id``, ``time``, ``exmat``, ``inmat``, and ``audio`` for Followers).

        Such files come in several conventions under the same names, so the caller says which.

        Args:
            layout: ``row`` or ``column``-major matrices (live output of the 2021 browser code is column-major).
            time_unit: ``s`` or ``ms`` (live output is in ms).
        """
        trace = _from_rows(list(_json_rows(data)), _KEYS_2021)
        seconds = 1.0 if time_unit == "s" else 1e-3
        axes = (0, 1, 2) if layout == "row" else (0, 2, 1)
        return cls(
            trace.time * seconds,
            trace.viewpoint_ids,
            trace.extrinsic_matrix.transpose(axes),
            trace.intrinsic_matrix.transpose(axes),
            None if trace.audio_time is None else trace.audio_time * seconds,
        )

    @classmethod
    def load(cls, source: str | Path | BinaryIO) -> PoseTrace:
        """From an RxR pose trace (npz: ``pano``, ``time``, ``extrinsic_matrix``, ``intrinsic_matrix``, ``audio_time``).

        Raises:
            PoseTraceError: it is no npz, is cut off, lacks a column, holds Python objects, or is absurdly large.
        """
        from align.npz import read_columns

        columns = read_columns(source, required=("pano", "time", "extrinsic_matrix", "intrinsic_matrix"))
        audio_time = columns.get("audio_time")
        return cls(
            _numbers("time", columns["time"]).astype(np.float64).reshape(-1),
            tuple(map(str, columns["pano"].reshape(-1))),
            _matrices("extrinsic_matrix", columns["extrinsic_matrix"]),
            _matrices("intrinsic_matrix", columns["intrinsic_matrix"]),
            None if audio_time is None else _numbers("audio_time", audio_time).astype(np.float64).reshape(-1),
        )

    def save(self, target: str | Path | BinaryIO) -> None:
        """Write RxR's npz; the same trace gives the same bytes."""
        from align.npz import write_columns

        rows = len(self)
        columns: dict[str, NDArray[Any]] = {
            "pano": np.array(self.viewpoint_ids).reshape(rows, 1),
            "time": self.time.reshape(rows, 1),
        }
        if self.audio_time is not None:
            columns["audio_time"] = self.audio_time.reshape(rows, 1)
        columns["extrinsic_matrix"] = self.extrinsic_matrix.reshape(rows, 16)
        columns["intrinsic_matrix"] = self.intrinsic_matrix.reshape(rows, 16)
        write_columns(target, columns)

    def at(self, time: float) -> int:
        """The snapshot that was on the screen at ``time``: the last one not after it, or the first."""
        return max(0, int(np.searchsorted(self.time, time, side="right")) - 1)

    def path(self) -> list[str]:
        """The viewpoints in order, without repeats in a row."""
        return [viewpoint_id for viewpoint_id, _ in groupby(self.viewpoint_ids)]

    @cached_property
    def heading(self) -> NDArray[np.float64]:
        """(n,) radians, 0 along +y of the z-up world, growing to the right."""
        return np.asarray(camera_pose(self.extrinsic_matrix).heading, dtype=np.float64)

    @cached_property
    def elevation(self) -> NDArray[np.float64]:
        """(n,) radians, 0 at the horizon, growing upwards."""
        return np.asarray(camera_pose(self.extrinsic_matrix).elevation, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class _Keys:
    time: str
    viewpoint_id: str
    extrinsic_matrix: str
    intrinsic_matrix: str
    audio_time: str


_BROWSER_KEYS = _Keys("time", "viewpoint_id", "extrinsic_matrix", "intrinsic_matrix", "audio_time")
_KEYS_2021 = _Keys("time", "id", "exmat", "inmat", "audio")


def _check_column(name: str, column: NDArray[Any], shape: tuple[int, ...]) -> None:
    if column.shape != shape:
        raise PoseTraceError(f"{name} has the shape {column.shape}, not {shape}.", remedy=_RECORD_AGAIN)
    if not np.isfinite(column).all():
        raise PoseTraceError(f"{name} has values that are not finite numbers.", remedy=_RECORD_AGAIN)


def _json_rows(data: bytes) -> Iterator[dict[str, Any]]:
    import json

    for number, line in enumerate(data.splitlines(), start=1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as exc:
            raise PoseTraceError(
                f"Line {number} of the pose trace is not JSON.", remedy=_RECORD_AGAIN
            ) from exc
        if not isinstance(row, dict):
            raise PoseTraceError(f"Line {number} of the pose trace is no snapshot.", remedy=_RECORD_AGAIN)
        yield row


def _from_rows(rows: Sequence[dict[str, Any]], keys: _Keys) -> PoseTrace:
    with_audio = bool(rows) and rows[0].get(keys.audio_time) is not None
    return PoseTrace(
        np.array(_column(rows, keys.time, _number), np.float64),
        tuple(_column(rows, keys.viewpoint_id, _name)),
        np.array(_column(rows, keys.extrinsic_matrix, _matrix), np.float32).reshape(-1, 4, 4),
        np.array(_column(rows, keys.intrinsic_matrix, _matrix), np.float32).reshape(-1, 4, 4),
        np.array(_column(rows, keys.audio_time, _number), np.float64) if with_audio else None,
    )


def _column(rows: Sequence[dict[str, Any]], key: str, check: Callable[[Any], bool]) -> list[Any]:
    for number, row in enumerate(rows, start=1):
        if not check(row.get(key)):
            shown = repr(row.get(key))[:60]
            raise PoseTraceError(f"Line {number} of the pose trace: {key} is {shown}.", remedy=_RECORD_AGAIN)
    return [row[key] for row in rows]


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e30  # NaN is not


def _name(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _matrix(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 16 and all(map(_number, value))


def _numbers(name: str, column: NDArray[Any]) -> NDArray[Any]:
    if column.dtype.kind not in "fiu":
        raise PoseTraceError(f"{name} holds {column.dtype}, not numbers.", remedy=_RECORD_AGAIN)
    return column


def _matrices(name: str, column: NDArray[Any]) -> NDArray[np.float32]:
    if column.ndim != 2 or column.shape[1] != 16:
        raise PoseTraceError(f"{name} has the shape {column.shape}, not (n, 16).", remedy=_RECORD_AGAIN)
    return _numbers(name, column).astype(np.float32).reshape(-1, 4, 4)
