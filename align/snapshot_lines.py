"""Reading JSON Lines of snapshots, as browsers send them, into the columns of a pose trace."""

from __future__ import annotations

import gzip
import io
import json
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO, cast

import numpy as np
from numpy.typing import NDArray

from align.errors import PoseTraceError

MAX_BYTES = 2**28
"""Largest pose stream that is read, in unpacked bytes: two hours of snapshots at 60 Hz."""

LONGEST_LINE_BYTES = 2**20  # bytes; a snapshot has about 500
_GZIP = b"\x1f\x8b"
_RECORD_AGAIN = "Record the walk again, or read the file with the convention that it was written in."


SnapshotKeys = tuple[str, str, str, str, str]
"""The keys of a kind of snapshot for time, viewpoint, extrinsic and intrinsic matrix, and the time within the voice."""
BROWSER: SnapshotKeys = ("time", "viewpoint_id", "extrinsic_matrix", "intrinsic_matrix", "audio_time")
TOOLKIT_2021: SnapshotKeys = ("time", "id", "exmat", "inmat", "audio")

SnapshotColumns = tuple[
    NDArray[np.float64],
    tuple[str, ...],
    NDArray[np.float32],
    NDArray[np.float32],
    NDArray[np.float64] | None,
]
"""The arguments of ``PoseTrace``, in order."""


def read_lines(source: bytes | BinaryIO, keys: SnapshotKeys) -> SnapshotColumns:
    """Read columns from JSON Lines, plain or gzip (one member, or several joined), with one line at a time in memory.

    Raises:
        PoseTraceError: a line is wrong, which the message names; or the gzip is damaged or too large.
    """
    file = io.BytesIO(source) if isinstance(source, bytes) else source
    time, extrinsic, intrinsic, audio_time = array("d"), array("f"), array("f"), array("d")
    names: list[str] = []
    time_key, viewpoint_key, extrinsic_key, intrinsic_key, audio_time_key = keys
    for number, row in enumerate(_rows(_lines(file)), start=1):
        time.append(_field(row, time_key, _is_number, number))
        names.append(sys.intern(_field(row, viewpoint_key, _is_name, number)))
        extrinsic.extend(_field(row, extrinsic_key, _is_matrix, number))
        intrinsic.extend(_field(row, intrinsic_key, _is_matrix, number))
        if audio_time or (number == 1 and row.get(audio_time_key) is not None):
            audio_time.append(_field(row, audio_time_key, _is_number, number))
    return (
        np.array(time, np.float64),
        tuple(names),
        np.array(extrinsic, np.float32).reshape(-1, 4, 4),
        np.array(intrinsic, np.float32).reshape(-1, 4, 4),
        np.array(audio_time, np.float64) if audio_time else None,
    )


def _lines(file: BinaryIO) -> Iterator[bytes]:
    start = file.read(len(_GZIP))
    file.seek(0)
    unpacked = cast("BinaryIO", gzip.GzipFile(fileobj=file)) if start == _GZIP else file
    size = 0
    try:
        while line := unpacked.readline(LONGEST_LINE_BYTES):
            size += len(line)
            if size > MAX_BYTES:
                raise PoseTraceError(
                    f"The pose trace unpacks to over {MAX_BYTES} bytes.", remedy=_RECORD_AGAIN
                )
            yield line
    except EOFError as exc:
        raise PoseTraceError("The pose trace's gzip is cut off.", remedy=_RECORD_AGAIN) from exc
    except (zlib.error, gzip.BadGzipFile) as exc:
        raise PoseTraceError(f"The pose trace's gzip is damaged: {exc}.", remedy=_RECORD_AGAIN) from exc


def _rows(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as exc:
            raise PoseTraceError(
                f"Line {number} of the pose trace is not JSON.", remedy=_RECORD_AGAIN
            ) from exc
        if not isinstance(row, dict):
            raise PoseTraceError(f"Line {number} of the pose trace is not a snapshot.", remedy=_RECORD_AGAIN)
        yield row


def _field(row: dict[str, Any], key: str, check: Callable[[Any], bool], number: int) -> Any:
    value = row.get(key)
    if not check(value):
        shown = repr(value)[:60]
        raise PoseTraceError(f"Line {number} of the pose trace: {key} is {shown}.", remedy=_RECORD_AGAIN)
    return value


def _is_number(value: Any) -> bool:
    # a comparison with NaN is False, so NaN is refused as well
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e30


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _is_matrix(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 16 and all(map(_is_number, value))
