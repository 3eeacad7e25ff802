"""Pose traces: timestamped sequences of camera states, and their files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import numpy as np

from align import compact_trace
from align.errors import PoseTraceError
from align.npz import read_columns, require, write_columns
from align.snapshot_lines import BrowserSnapshot, Snapshot2021, read_lines
from environments.geometry import camera_pose

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

Layout = Literal["row", "column"]
TimeUnit = Literal["s", "ms"]

_RXR = ("pano", "time", "extrinsic_matrix", "intrinsic_matrix")
_RECORD_AGAIN = "Record the walk again, or read the file with the convention in which it was written."


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
        PoseTraceError: columns have different lengths, there are no rows, a number is not finite, or time decreases.
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
    def from_jsonl(cls, data: bytes | BinaryIO, before_block: Callable[[], None] = lambda: None) -> PoseTrace:
        """Read JSON Lines of snapshots as the browser sends them, plain or gzip; a file is read block by block.

        Each has ``time``, ``viewpoint_id``, ``extrinsic_matrix`` and ``intrinsic_matrix`` (16 numbers, row-major), and
        ``audio_time`` in all rows or in none.

        Args:
            before_block: is called before each block is read, and may raise an error to end the reading.

        Raises:
            PoseTraceError: naming the line and what is wrong with it, or the bound that is exceeded.
        """
        return cls(*read_lines(data, BrowserSnapshot, before_block))

    @classmethod
    def from_snapshots_2021(cls, data: bytes, *, layout: Layout, time_unit: TimeUnit) -> PoseTrace:
        """Read the 2021 toolkit's JSON Lines (``id``, ``time``, ``exmat``, ``inmat``, and ``audio`` for Followers).

        Such files have different conventions under the same names, so the caller must name the convention.

        Args:
            layout: ``row`` or ``column``-major matrices (live output of the 2021 browser code is column-major).
            time_unit: ``s`` or ``ms`` (live output is in ms).
        """
        trace = cls(*read_lines(data, Snapshot2021))
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
        """Read an npz: RxR's (``pano``, ``time``, ``extrinsic_matrix``, ``intrinsic_matrix``, ``audio_time``) or ours.

        Raises:
            PoseTraceError: the file is not an npz, is cut off, lacks a column, contains Python objects, or is too
                large.
        """
        columns = read_columns(source)
        if "camera" in columns:
            require(columns, compact_trace.REQUIRED)
            return cls(**compact_trace.unpack(columns))
        require(columns, _RXR)
        audio_time = columns.get("audio_time")
        return cls(
            _numbers("time", columns["time"]).astype(np.float64).reshape(-1),
            _names("pano", columns["pano"]),
            _matrices("extrinsic_matrix", columns["extrinsic_matrix"]),
            _matrices("intrinsic_matrix", columns["intrinsic_matrix"]),
            None if audio_time is None else _numbers("audio_time", audio_time).astype(np.float64).reshape(-1),
        )

    def save(self, target: str | Path | BinaryIO) -> None:
        """Write the compact npz (``align/compact_trace.py``): times to a microsecond, matrices as they are.

        The same trace gives the same bytes.

        Raises:
            PoseTraceError: a time step is too long for the compact form.
        """
        write_columns(target, compact_trace.pack(self))

    def save_rxr(self, target: str | Path | BinaryIO) -> None:
        """Write RxR's npz; the same trace gives the same bytes."""
        write_columns(target, self.as_rxr())

    def as_rxr(self) -> dict[str, NDArray[Any]]:
        """The columns of RxR's npz: ``time`` and ``audio_time`` (n, 1), matrices (n, 16)."""
        rows = len(self)
        columns: dict[str, NDArray[Any]] = {
            "pano": np.array(self.viewpoint_ids).reshape(rows, 1),
            "time": self.time.reshape(rows, 1),
        }
        if self.audio_time is not None:
            columns["audio_time"] = self.audio_time.reshape(rows, 1)
        columns["extrinsic_matrix"] = self.extrinsic_matrix.reshape(rows, 16)
        columns["intrinsic_matrix"] = self.intrinsic_matrix.reshape(rows, 16)
        return columns

    def at(self, time: float) -> int:
        """Index of the snapshot on the screen at ``time``: the last one not after it, or the first."""
        return max(0, int(np.searchsorted(self.time, time, side="right")) - 1)

    def path(self) -> list[str]:
        """The visited viewpoints in order, without consecutive repeats."""
        return [viewpoint_id for viewpoint_id, _ in groupby(self.viewpoint_ids)]

    @cached_property
    def heading(self) -> NDArray[np.float64]:
        """(n,) radians, 0 along +y of the z-up world, growing to the right."""
        return np.asarray(camera_pose(self.extrinsic_matrix).heading, dtype=np.float64)

    @cached_property
    def elevation(self) -> NDArray[np.float64]:
        """(n,) radians, 0 at the horizon, growing upwards."""
        return np.asarray(camera_pose(self.extrinsic_matrix).elevation, dtype=np.float64)


def _check_column(name: str, column: NDArray[Any], shape: tuple[int, ...]) -> None:
    if column.shape != shape:
        raise PoseTraceError(f"{name} has the shape {column.shape}, not {shape}.", remedy=_RECORD_AGAIN)
    if not np.isfinite(column).all():
        raise PoseTraceError(f"{name} has values that are not finite numbers.", remedy=_RECORD_AGAIN)


def _numbers(name: str, column: NDArray[Any]) -> NDArray[Any]:
    if column.dtype.kind not in "fiu":
        raise PoseTraceError(f"{name} holds {column.dtype}, not numbers.", remedy=_RECORD_AGAIN)
    return column


def _names(name: str, column: NDArray[Any]) -> tuple[str, ...]:
    if column.dtype.kind != "U":
        raise PoseTraceError(f"{name} holds {column.dtype}, not text.", remedy=_RECORD_AGAIN)
    return tuple(map(str, column.reshape(-1)))


def _matrices(name: str, column: NDArray[Any]) -> NDArray[np.float32]:
    if column.ndim != 2 or column.shape[1] != 16:
        raise PoseTraceError(f"{name} has the shape {column.shape}, not (n, 16).", remedy=_RECORD_AGAIN)
    return _numbers(name, column).astype(np.float32).reshape(-1, 4, 4)
