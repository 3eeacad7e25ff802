"""Reading JSON Lines of snapshots, as browsers send them, into the columns of a pose trace."""

from __future__ import annotations

import io
import json
import struct
from array import array
from collections.abc import Callable, Sequence
from itertools import chain, groupby, repeat
from typing import Annotated, Any, BinaryIO, NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from align.errors import PoseTraceError
from align.packed_lines import REMEDY, numbered_blocks

MAX_SNAPSHOTS = 2 * 60 * 60 * 63
"""Most snapshots that are read, 453,600: two hours of a browser's walk.

A browser records frames in which the camera moves, at most 63 a second (``SHORTEST_SECONDS`` in
``static/src/trace/PoseRecorder.ts``), and at most 20 a second while it rests. A snapshot has 144 bytes here, so that
all of them have 62 MiB.
"""

MAX_BYTES = 2**28
"""Largest pose stream that is read, in unpacked bytes, 256 MiB: ``MAX_SNAPSHOTS`` lines of 591 bytes.

A browser's line has at most 411 bytes and the viewpoint's id, which may have 180 then (Matterport3D's have 32): 108 of
names, brackets and times; and two matrices with 15 numbers of at most 17 bytes (``-0.00000123456789``), 17 of one or
two bytes, and 30 commas.
"""

MOST_VISITS = 20_000  # of a walk; nobody makes three steps a second for two hours
LONGEST_NAME = 200  # characters of a viewpoint id
LARGEST_NUMBER = 1e30
_MATRIX = struct.Struct("<16f")

Matrix = Annotated[list[float], msgspec.Meta(min_length=16, max_length=16)]
_MATRICES = msgspec.json.Decoder(list[Matrix])
ViewpointName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class BrowserSnapshot(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A line as today's pages send it; its matrices are decoded later, each of a block only once."""

    time: float
    viewpoint_id: ViewpointName
    extrinsic_matrix: msgspec.Raw
    intrinsic_matrix: msgspec.Raw
    audio_time: float | None = None


class Snapshot2021(BrowserSnapshot, gc=False, forbid_unknown_fields=False):
    """A line as the 2021 toolkit wrote it."""

    viewpoint_id: ViewpointName = msgspec.field(name="id")
    extrinsic_matrix: msgspec.Raw = msgspec.field(name="exmat")
    intrinsic_matrix: msgspec.Raw = msgspec.field(name="inmat")
    audio_time: float | None = msgspec.field(name="audio", default=None)


SnapshotColumns = tuple[
    NDArray[np.float64],
    tuple[str, ...],
    NDArray[np.float32],
    NDArray[np.float32],
    NDArray[np.float64] | None,
]
"""The arguments of ``PoseTrace``, in order."""

_Number = TypeVar("_Number", np.float32, np.float64)


def read_lines(
    source: bytes | BinaryIO,
    kind: type[BrowserSnapshot],
    before_block: Callable[[], None] = lambda: None,
) -> SnapshotColumns:
    """Read columns from JSON Lines, plain or gzip (one member, or several joined), with one block of them in memory.

    Args:
        before_block: is called before each block is read, and may raise an error to end the reading.

    Raises:
        PoseTraceError: a line is wrong, which the message names; the gzip is damaged; or the stream exceeds
            ``MAX_BYTES``, ``MAX_SNAPSHOTS`` or ``MOST_VISITS``.
    """
    file = io.BytesIO(source) if isinstance(source, bytes) else source
    columns = _Columns(kind)
    for number, block in numbered_blocks(file, MAX_BYTES):
        before_block()
        columns.read(block, number)
    return columns.arrays()


class _Columns:
    """The columns of the lines that were read so far; numbers in arrays, a block of lines each."""

    def __init__(self, kind: type[BrowserSnapshot]) -> None:
        self._kind = kind
        self._decoder = msgspec.json.Decoder(kind)
        self._rows = 0
        self._is_heard = False
        self._time: list[NDArray[np.float64]] = []
        self._audio_time: list[NDArray[np.float64]] = []
        self._extrinsic: list[NDArray[np.float32]] = []
        self._intrinsic: list[NDArray[np.float32]] = []
        self._places: list[str] = []
        self._stays = array("l")  # snapshots at each of these places

    def read(self, block: bytes, number: int) -> None:
        """Append the lines of a block, of which the first has this number."""
        rows = self._decoded(block)
        numbers = _numbers(rows)
        if numbers is None:
            raise self._fault(block, number)
        if self._rows + len(rows) > MAX_SNAPSHOTS:
            raise PoseTraceError(f"The pose trace has over {MAX_SNAPSHOTS} snapshots.", remedy=REMEDY)
        self._extend_audio(rows, numbers.heard)
        self._extend_places(rows)
        self._rows += len(rows)
        self._time.append(numbers.time)
        self._extrinsic.append(numbers.cameras[:, :16].copy())
        self._intrinsic.append(numbers.cameras[:, 16:].copy())

    def arrays(self) -> SnapshotColumns:
        """All columns; what they were joined from is let go."""
        return (
            _joined(self._time),
            tuple(chain.from_iterable(map(repeat, self._places, self._stays))),
            _joined(self._extrinsic).reshape(-1, 4, 4),
            _joined(self._intrinsic).reshape(-1, 4, 4),
            _joined(self._audio_time) if self._is_heard else None,
        )

    def _decoded(self, block: bytes) -> Sequence[BrowserSnapshot]:
        """The lines of a block; none if one of them is no snapshot."""
        try:
            rows = self._decoder.decode_lines(block)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return ()
        return rows if len(rows) == block.count(b"\n") + (not block.endswith(b"\n")) else ()

    def _fault(self, block: bytes, first: int) -> PoseTraceError:
        """What is wrong with the first wrong line of a block."""
        for number, line in enumerate(io.BytesIO(block), start=first):
            if _numbers(self._decoded(line)) is None:
                return _fault_of(line, self._kind, number)
        raise AssertionError("each line of a wrong block is right")

    def _extend_audio(self, rows: Sequence[BrowserSnapshot], heard: NDArray[np.float64]) -> None:
        """The first of all lines decides whether each has a time within the voice."""
        if not self._rows:
            self._is_heard = rows[0].audio_time is not None
        if len(heard) != (len(rows) if self._is_heard else 0):
            at = [row.audio_time is None for row in rows].index(self._is_heard)
            raise _refused(self._rows + 1 + at, "audio_time", rows[at].audio_time)
        self._audio_time.append(heard)

    def _extend_places(self, rows: Sequence[BrowserSnapshot]) -> None:
        for place, stay in groupby([row.viewpoint_id for row in rows]):
            if not self._places or self._places[-1] != place:
                self._places.append(place)
                self._stays.append(0)
            self._stays[-1] += len(list(stay))
        if len(self._places) > MOST_VISITS:
            raise PoseTraceError(f"The walk has over {MOST_VISITS} steps.", remedy=REMEDY)


def _joined(blocks: list[NDArray[_Number]]) -> NDArray[_Number]:
    whole = np.concatenate(blocks) if blocks else np.array([])
    blocks.clear()
    return whole


class _SnapshotRows(NamedTuple):
    """The numbers of n rows; ``heard`` has the times within the voice that are there, ``cameras`` (n, 32)."""

    time: NDArray[np.float64]
    heard: NDArray[np.float64]
    cameras: NDArray[np.float32]


def _numbers(rows: Sequence[BrowserSnapshot]) -> _SnapshotRows | None:
    """The numbers of these rows; None if there are no rows, or they hold something else."""
    try:
        cameras = _cameras(rows)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OverflowError):
        return None  # OverflowError: no float32 is that large
    time = np.array([row.time for row in rows], np.float64)
    heard = np.array([row.audio_time for row in rows if row.audio_time is not None], np.float64)
    largest = max(float(np.abs(column).max(initial=0.0)) for column in (time, heard, cameras))
    return _SnapshotRows(time, heard, cameras) if rows and largest < LARGEST_NUMBER else None


def _cameras(rows: Sequence[BrowserSnapshot]) -> NDArray[np.float32]:
    """Both matrices of each row, (n, 32): a lens seldom changes, and a camera often rests."""
    written = [bytes(matrix) for row in rows for matrix in (row.extrinsic_matrix, row.intrinsic_matrix)]
    different = list(dict.fromkeys(written))
    matrices = _MATRICES.decode(b"[" + b",".join(different) + b"]")
    packed = {text: _MATRIX.pack(*matrix) for text, matrix in zip(different, matrices, strict=True)}
    return np.frombuffer(b"".join([packed[text] for text in written]), "<f4").reshape(-1, 32)


def _fault_of(line: bytes, kind: type[BrowserSnapshot], number: int) -> PoseTraceError:
    """What is wrong with this line, by the name of its field."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return PoseTraceError(f"Line {number} of the pose trace is not JSON.", remedy=REMEDY)
    if not isinstance(row, dict):
        return PoseTraceError(f"Line {number} of the pose trace is not a snapshot.", remedy=REMEDY)
    keys = [field.encode_name for field in msgspec.structs.fields(kind)]
    checks = (_is_number, _is_name, _is_matrix, _is_matrix, _is_number_or_null)
    for key, check in zip(keys, checks, strict=True):
        if not check(value := row.get(key)):
            return _refused(number, key, value)
    unknown = sorted(row.keys() - set(keys))
    said = f"has the field {unknown[0]!r:.60}, which no snapshot has" if unknown else "is not JSON"
    return PoseTraceError(f"Line {number} of the pose trace {said}.", remedy=REMEDY)


def _refused(number: int, key: str, value: object) -> PoseTraceError:
    shown = repr(value)[:60]
    return PoseTraceError(f"Line {number} of the pose trace: {key} is {shown}.", remedy=REMEDY)


def _is_number(value: Any) -> bool:
    # a comparison with NaN is False, so NaN is refused as well
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LARGEST_NUMBER


def _is_number_or_null(value: Any) -> bool:
    return value is None or _is_number(value)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def _is_matrix(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 16 and all(map(_is_number, value))
