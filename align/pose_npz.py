"""Pose traces as RxR publishes them: a numpy archive of columns.

Keys (README of google-research-datasets/RxR): ``pano`` (str, [n, 1]), ``time`` and, for Followers, ``audio_time``
(float32, [n, 1]), ``extrinsic_matrix`` and ``intrinsic_matrix`` (float32, [n, 16]). Others are ignored.
"""

from __future__ import annotations

import io
import math
import zipfile
import zlib
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from align.errors import PoseTraceError
from align.pose_trace import PoseTrace

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

MAX_COLUMN_BYTES = 1 << 28
"""Largest column that is unpacked: 256 MiB, over six hours of matrices at 60 snapshots a second."""

_MAX_HEADER_BYTES = 4096
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)
_COPY_AGAIN = "Copy the whole file again; the form is that of RxR's pose traces."


def read_npz(source: str | Path | BinaryIO) -> PoseTrace:
    """See ``PoseTrace.load``."""
    name = str(source) if isinstance(source, str | Path) else getattr(source, "name", "the pose trace")
    try:
        with _opened(source, "rb") as file, zipfile.ZipFile(file) as archive:
            return _columns(archive)
    except OSError as exc:
        raise PoseTraceError(f"{name} cannot be read: {exc}.", remedy="Check the path.") from exc
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as exc:
        raise PoseTraceError(f"{name} is no whole numpy archive: {exc}.", remedy=_COPY_AGAIN) from exc


def write_npz(target: str | Path | BinaryIO, trace: PoseTrace) -> None:
    """See ``PoseTrace.save``."""
    columns: dict[str, NDArray[Any]] = {
        "pano": np.array(trace.viewpoint_ids, dtype=np.str_).reshape(-1, 1),
        "time": trace.time.astype(np.float32).reshape(-1, 1),
        "extrinsic_matrix": trace.extrinsic_matrix.reshape(-1, 16),
        "intrinsic_matrix": trace.intrinsic_matrix.reshape(-1, 16),
    }
    if trace.audio_time is not None:
        columns["audio_time"] = trace.audio_time.astype(np.float32).reshape(-1, 1)
    with _opened(target, "wb") as file, zipfile.ZipFile(file, "w") as archive:
        for key, column in columns.items():
            member = zipfile.ZipInfo(f"{key}.npy", _FIXED_DATE)
            archive.writestr(member, _npy(column), zipfile.ZIP_DEFLATED)


def _npy(column: NDArray[Any]) -> bytes:
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.ascontiguousarray(column), allow_pickle=False)
    return buffer.getvalue()


def _opened(file: str | Path | BinaryIO, mode: str) -> AbstractContextManager[Any]:
    return Path(file).open(mode) if isinstance(file, str | Path) else nullcontext(file)


def _columns(archive: zipfile.ZipFile) -> PoseTrace:
    audio_time = _floats(archive, "audio_time", 1) if "audio_time.npy" in archive.namelist() else None
    return PoseTrace(
        time=_floats(archive, "time", 1).ravel().astype(np.float64),
        viewpoint_ids=tuple(map(str, _read(archive, "pano", "U", 1).ravel().tolist())),
        extrinsic_matrix=_floats(archive, "extrinsic_matrix", 16).astype(np.float32).reshape(-1, 4, 4),
        intrinsic_matrix=_floats(archive, "intrinsic_matrix", 16).astype(np.float32).reshape(-1, 4, 4),
        audio_time=None if audio_time is None else audio_time.ravel().astype(np.float64),
    )


def _floats(archive: zipfile.ZipFile, key: str, width: int) -> NDArray[Any]:
    return _read(archive, key, "f", width)


def _read(archive: zipfile.ZipFile, key: str, kind: str, width: int) -> NDArray[Any]:
    """One column, unpacked only after its header has said how large it is."""
    if f"{key}.npy" not in archive.namelist():
        known = ", ".join(name.removesuffix(".npy") for name in archive.namelist())
        raise PoseTraceError(f"The key {key} is missing; there are {known}.", remedy=_COPY_AGAIN, key=key)
    try:
        with archive.open(f"{key}.npy") as member:
            _check_header(member, key, kind, width)
        with archive.open(f"{key}.npy") as member:
            return np.lib.format.read_array(member, allow_pickle=False, max_header_size=_MAX_HEADER_BYTES)
    except ValueError as exc:
        raise PoseTraceError(f"The key {key} cannot be read: {exc}.", remedy=_COPY_AGAIN, key=key) from exc


def _check_header(member: Any, key: str, kind: str, width: int) -> None:
    version = np.lib.format.read_magic(member)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, dtype = read(member, max_header_size=_MAX_HEADER_BYTES)
    size = math.prod(shape) * dtype.itemsize
    if dtype.kind != kind or len(shape) != 2 or shape[1] != width:
        wanted = "text" if kind == "U" else "floating-point numbers"
        message = f"The key {key} has the type {dtype} and the shape {shape}, not {wanted} of the shape (n, {width})."
        raise PoseTraceError(message, remedy=_COPY_AGAIN, key=key)
    if size > MAX_COLUMN_BYTES:
        message = f"The key {key} would unpack to {size} bytes; at most {MAX_COLUMN_BYTES} are read."
        raise PoseTraceError(message, remedy="Cut the trace into shorter ones.", key=key, size=size)
