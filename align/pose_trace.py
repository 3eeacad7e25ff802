"""What the camera did: the timestamped sequence of its states."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from align.errors import PoseTraceError
from environments.geometry import camera_pose

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from align.pose_jsonl import Layout, TimeUnit


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """One camera state; heading and elevation in radians, matrices (4, 4) as in ``PoseTrace``."""

    index: int
    time: float
    viewpoint_id: str
    heading: float
    elevation: float
    extrinsic_matrix: NDArray[np.float32]
    intrinsic_matrix: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class PoseTrace:
    """Camera states in columns of n >= 1 rows.

    Attributes:
        time: (n,) float64, seconds since the recording began, never decreasing.
        viewpoint_ids: (n,) where the camera was.
        extrinsic_matrix: (n, 4, 4) float32, camera-to-world, row-major, three.js frame (y up), metres.
        intrinsic_matrix: (n, 4, 4) float32, OpenGL projection.
        audio_time: (n,) float64, seconds into the Guide's voice as a Follower heard it; None for Guides.

    Raises:
        PoseTraceError: columns that do not fit together, or numbers that are not finite.
    """

    time: NDArray[np.float64]
    viewpoint_ids: tuple[str, ...]
    extrinsic_matrix: NDArray[np.float32]
    intrinsic_matrix: NDArray[np.float32]
    audio_time: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        rows = len(self.viewpoint_ids)
        if not rows:
            raise PoseTraceError("The pose trace has no snapshot.", remedy="Record it again.")
        _check("time", self.time, (rows,))
        _check("extrinsic_matrix", self.extrinsic_matrix, (rows, 4, 4))
        _check("intrinsic_matrix", self.intrinsic_matrix, (rows, 4, 4))
        if self.audio_time is not None:
            _check("audio_time", self.audio_time, (rows,))
        backwards = np.flatnonzero(np.diff(self.time) < 0)
        if backwards.size:
            row = int(backwards[0]) + 1
            message = f"time: snapshot {row} is at {self.time[row]} s, before the one in front of it."
            raise PoseTraceError(message, remedy="Put the snapshots in the order they were taken.", row=row)

    @classmethod
    def load(cls, source: str | Path | BinaryIO) -> PoseTrace:
        """Read RxR's npz form, as ``save`` writes it.

        Raises:
            PoseTraceError: it is cut off, pickled, too large, or has other keys or shapes.
        """
        from align.pose_npz import read_npz

        return read_npz(source)

    @classmethod
    def from_jsonl(cls, data: bytes) -> PoseTrace:
        """Read JSON Lines of snapshots as the browser sends them: ``time``, ``viewpoint_id``, ``extrinsic_matrix``
        and ``intrinsic_matrix`` (16 numbers each, row-major), ``audio_time`` (may be null).

        Raises:
            PoseTraceError: naming the line and the key.
        """
        from align.pose_jsonl import read_snapshots

        return read_snapshots(data)

    @classmethod
    def from_jsonl_2021(cls, data: bytes, *, layout: Layout, time_unit: TimeUnit) -> PoseTrace:
        """Read the JSON Lines of PanGEA 2021 (``id time audio exmat inmat``), whose files do not say what they mean.

        Args:
            layout: "row" or "column", the order of the 16 numbers of ``exmat`` and ``inmat``.
            time_unit: "s" or "ms", of ``time`` and ``audio``.

        Raises:
            PoseTraceError: naming the line and the key.
        """
        from align.pose_jsonl import read_snapshots_2021

        return read_snapshots_2021(data, layout=layout, time_unit=time_unit)

    def save(self, target: str | Path | BinaryIO) -> None:
        """Write RxR's npz form: equal traces give equal bytes; times are rounded to float32, as RxR has them."""
        from align.pose_npz import write_npz

        write_npz(target, self)

    def __len__(self) -> int:
        return len(self.viewpoint_ids)

    @property
    def heading(self) -> NDArray[np.float64]:
        """(n,) radians, 0 along +y of the z-up world, growing to the right."""
        return camera_pose(self.extrinsic_matrix).heading

    @property
    def elevation(self) -> NDArray[np.float64]:
        """(n,) radians, 0 at the horizon, growing upwards."""
        return camera_pose(self.extrinsic_matrix).elevation

    def index_at(self, time: float) -> int:
        """Row of the state that holds at a time: the last one taken until then, the first one before all of them."""
        return max(0, int(np.searchsorted(self.time, time, side="right")) - 1)

    def at(self, time: float) -> Snapshot:
        """The state that holds at a time in seconds; see ``index_at``."""
        index = self.index_at(time)
        _, heading, elevation = camera_pose(self.extrinsic_matrix[index])
        return Snapshot(
            index=index,
            time=float(self.time[index]),
            viewpoint_id=self.viewpoint_ids[index],
            heading=float(heading),
            elevation=float(elevation),
            extrinsic_matrix=self.extrinsic_matrix[index],
            intrinsic_matrix=self.intrinsic_matrix[index],
        )

    def path(self) -> list[str]:
        """Viewpoint ids in the order they were visited, each stay once."""
        return [viewpoint_id for viewpoint_id, _ in groupby(self.viewpoint_ids)]


def _check(name: str, column: NDArray[np.floating], shape: tuple[int, ...]) -> None:
    if column.shape != shape:
        raise PoseTraceError(
            f"{name} has the shape {column.shape}, not {shape}.",
            remedy="Every column has one row per snapshot.",
        )
    if not np.isfinite(column).all():
        row = int(np.argwhere(~np.isfinite(column))[0][0])
        raise PoseTraceError(
            f"{name} of snapshot {row} is not a number.", remedy="Leave that snapshot out.", row=row
        )
