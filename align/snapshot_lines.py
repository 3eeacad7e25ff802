"""Reading JSON Lines of snapshots, as browsers send them, into the columns of a pose trace."""

from __future__ import annotations

import gzip
import io
import json
import sys
import zlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Annotated, Any, BinaryIO, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from align.errors import PoseTraceError

MAX_BYTES = 2**28
"""Largest pose stream that is read, in unpacked bytes: two hours of snapshots at 60 Hz."""

MAX_SNAPSHOTS = 500_000
"""Most snapshots that are read: two hours at 60 Hz. A snapshot has 136 bytes in memory, and may have fewer in JSON."""

LONGEST_LINE_BYTES = 2**20  # bytes; a snapshot has about 500
LONGEST_NAME = 200  # characters of a viewpoint id
BLOCK_BYTES = 2**17  # bytes that are decoded at a time
LARGEST_NUMBER = 1e30
_GZIP = b"\x1f\x8b"
_RECORD_AGAIN = "Record the walk again, or read the file with the convention that it was written in."

Matrix = Annotated[list[float], msgspec.Meta(min_length=16, max_length=16)]
ViewpointName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class BrowserSnapshot(msgspec.Struct, gc=False):
    """A line as today's pages send it."""

    time: float
    viewpoint_id: ViewpointName
    extrinsic_matrix: Matrix
    intrinsic_matrix: Matrix
    audio_time: float | None = None


class Snapshot2021(BrowserSnapshot, gc=False):
    """A line as the 2021 toolkit wrote it."""

    viewpoint_id: ViewpointName = msgspec.field(name="id")
    extrinsic_matrix: Matrix = msgspec.field(name="exmat")
    intrinsic_matrix: Matrix = msgspec.field(name="inmat")
    audio_time: float | None = msgspec.field(name="audio", default=None)


SnapshotColumns = tuple[
    NDArray[np.float64],
    tuple[str, ...],
    NDArray[np.float32],
    NDArray[np.float32],
    NDArray[np.float64] | None,
]
"""The arguments of ``PoseTrace``, in order."""


def read_lines(
    source: bytes | BinaryIO, kind: type[BrowserSnapshot], most_bytes: int = MAX_BYTES
) -> SnapshotColumns:
    """Read columns from JSON Lines, plain or gzip (one member, or several joined), with one block of them in memory.

    Args:
        most_bytes: a stream that unpacks to more is refused, as is one of more than ``MAX_BYTES`` or
            ``MAX_SNAPSHOTS``.

    Raises:
        PoseTraceError: a line is wrong, which the message names; or the gzip is damaged or too large.
    """
    file = io.BytesIO(source) if isinstance(source, bytes) else source
    columns = _Columns(kind)
    for block in _blocks(file, min(most_bytes, MAX_BYTES)):
        columns.read(block)
    return columns.arrays()


def _blocks(file: BinaryIO, most: int) -> Iterator[bytes]:
    """The unpacked stream in blocks of whole lines."""
    stream = io.BufferedReader(cast("io.RawIOBase", file))
    size = 0
    try:
        is_packed = stream.peek(len(_GZIP)).startswith(_GZIP)
        unpacked = gzip.GzipFile(fileobj=stream) if is_packed else stream
        while block := unpacked.read(BLOCK_BYTES):
            if not block.endswith(b"\n"):
                block += unpacked.readline(LONGEST_LINE_BYTES)
            size += len(block)
            if size > most:
                raise PoseTraceError(f"The pose trace unpacks to over {most} bytes.", remedy=_RECORD_AGAIN)
            yield block
    except EOFError as exc:
        raise PoseTraceError("The pose trace's gzip is cut off.", remedy=_RECORD_AGAIN) from exc
    except (zlib.error, gzip.BadGzipFile) as exc:
        raise PoseTraceError(f"The pose trace's gzip is damaged: {exc}.", remedy=_RECORD_AGAIN) from exc
    finally:
        stream.detach()  # the caller's file stays open


class _Columns:
    """The columns of the lines that were read so far."""

    def __init__(self, kind: type[BrowserSnapshot]) -> None:
        self._kind = kind
        self._decoder = msgspec.json.Decoder(kind)
        self._time, self._audio_time = array("d"), array("d")
        self._names: list[str] = []
        self._extrinsic, self._intrinsic = array("f"), array("f")

    def read(self, block: bytes) -> None:
        """Append the lines of a block; the first of all lines decides whether each has a time within the voice."""
        rows, cameras = self._rows(block)
        if len(self._names) + len(rows) > MAX_SNAPSHOTS:
            raise PoseTraceError(f"The pose trace has over {MAX_SNAPSHOTS} snapshots.", remedy=_RECORD_AGAIN)
        if self._audio_time or (not self._names and rows[0].audio_time is not None):
            self._extend_audio(rows)
        self._time.extend([row.time for row in rows])
        self._names += [sys.intern(row.viewpoint_id) for row in rows]
        self._extrinsic.frombytes(cameras[:, :16].tobytes())
        self._intrinsic.frombytes(cameras[:, 16:].tobytes())

    def arrays(self) -> SnapshotColumns:
        return (
            np.array(self._time, np.float64),
            tuple(self._names),
            np.array(self._extrinsic, np.float32).reshape(-1, 4, 4),
            np.array(self._intrinsic, np.float32).reshape(-1, 4, 4),
            np.array(self._audio_time, np.float64) if self._audio_time else None,
        )

    def _extend_audio(self, rows: Sequence[BrowserSnapshot]) -> None:
        for number, row in enumerate(rows, start=len(self._audio_time) + 1):
            if row.audio_time is None:
                raise _refused(number, "audio_time", None)
            self._audio_time.append(row.audio_time)

    def _rows(self, block: bytes) -> tuple[Sequence[BrowserSnapshot], NDArray[np.float32]]:
        """The lines of a block, and their matrices (n, 32): quickly where nothing is wrong with the whole block;
        otherwise line by line, which finds what is."""
        rows = self._quickly(block)
        cameras = _cameras(rows)
        if not rows or not _are_in_range(rows, cameras):
            lines = enumerate(io.BytesIO(block), start=len(self._names) + 1)
            rows = [_row(line, self._kind, number) for number, line in lines]
            cameras = _cameras(rows)
        return rows, cameras

    def _quickly(self, block: bytes) -> Sequence[BrowserSnapshot]:
        try:
            rows = self._decoder.decode_lines(block)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return ()
        return rows if len(rows) == block.count(b"\n") + (not block.endswith(b"\n")) else ()


def _cameras(rows: Sequence[BrowserSnapshot]) -> NDArray[np.float32]:
    numbers = chain.from_iterable([row.extrinsic_matrix + row.intrinsic_matrix for row in rows])
    with np.errstate(over="ignore"):  # an infinity is out of range
        return np.fromiter(numbers, np.float64, 32 * len(rows)).astype(np.float32).reshape(-1, 32)


def _are_in_range(rows: Sequence[BrowserSnapshot], cameras: NDArray[np.float32]) -> bool:
    times = [time for row in rows for time in (row.time, row.audio_time or 0.0)]
    return bool(abs(cameras).max() < LARGEST_NUMBER > max(map(abs, times)))


def _row(line: bytes, kind: type[BrowserSnapshot], number: int) -> BrowserSnapshot:
    """One line, with every field checked by name."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as exc:
        raise PoseTraceError(f"Line {number} of the pose trace is not JSON.", remedy=_RECORD_AGAIN) from exc
    if not isinstance(row, dict):
        raise PoseTraceError(f"Line {number} of the pose trace is not a snapshot.", remedy=_RECORD_AGAIN)
    checks = (_is_number, _is_name, _is_matrix, _is_matrix, _is_number_or_null)
    fields = msgspec.structs.fields(kind)
    return kind(
        *(_field(row, field.encode_name, check, number) for field, check in zip(fields, checks, strict=True))
    )


def _field(row: dict[str, Any], key: str, check: Callable[[Any], bool], number: int) -> Any:
    value = row.get(key)
    if not check(value):
        raise _refused(number, key, value)
    return value


def _refused(number: int, key: str, value: object) -> PoseTraceError:
    shown = repr(value)[:60]
    return PoseTraceError(f"Line {number} of the pose trace: {key} is {shown}.", remedy=_RECORD_AGAIN)


def _is_number(value: Any) -> bool:
    # a comparison with NaN is False, so NaN is refused as well
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LARGEST_NUMBER


def _is_number_or_null(value: Any) -> bool:
    return value is None or _is_number(value)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def _is_matrix(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 16 and all(map(_is_number, value))
