"""JSON Lines of snapshots, as browsers send them, read into the columns of a pose trace."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from align.errors import PoseTraceError

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_BYTES = 2**28
"""Largest pose stream that is read, unpacked: two hours of snapshots at 60 Hz."""

_GZIP = b"\x1f\x8b"
_GZIP_WINDOW = 16 + zlib.MAX_WBITS
_RECORD_AGAIN = "Record the walk again, or read the file with the convention that it was written in."


@dataclass(frozen=True, slots=True)
class Keys:
    """What a kind of snapshot calls its fields."""

    time: str
    viewpoint_id: str
    extrinsic_matrix: str
    intrinsic_matrix: str
    audio_time: str


BROWSER = Keys("time", "viewpoint_id", "extrinsic_matrix", "intrinsic_matrix", "audio_time")
TOOLKIT_2021 = Keys("time", "id", "exmat", "inmat", "audio")


class Columns(NamedTuple):
    """The arguments of ``PoseTrace``, in its order."""

    time: NDArray[np.float64]
    viewpoint_ids: tuple[str, ...]
    extrinsic_matrix: NDArray[np.float32]
    intrinsic_matrix: NDArray[np.float32]
    audio_time: NDArray[np.float64] | None


def read_lines(data: bytes, keys: Keys) -> Columns:
    """Columns from JSON Lines, plain or gzip (one member, or several joined).

    Raises:
        PoseTraceError: naming the line and what is wrong with it; or the gzip is damaged or absurdly large.
    """
    rows = list(_rows(_unpacked(data) if data.startswith(_GZIP) else data))
    with_audio = bool(rows) and rows[0].get(keys.audio_time) is not None
    return Columns(
        np.array(_column(rows, keys.time, _is_number), np.float64),
        tuple(_column(rows, keys.viewpoint_id, _is_name)),
        np.array(_column(rows, keys.extrinsic_matrix, _is_matrix), np.float32).reshape(-1, 4, 4),
        np.array(_column(rows, keys.intrinsic_matrix, _is_matrix), np.float32).reshape(-1, 4, 4),
        np.array(_column(rows, keys.audio_time, _is_number), np.float64) if with_audio else None,
    )


def _unpacked(data: bytes) -> bytes:
    lines = bytearray()
    try:
        while data:
            member = zlib.decompressobj(_GZIP_WINDOW)
            lines += member.decompress(data, MAX_BYTES + 1 - len(lines))
            if len(lines) > MAX_BYTES:
                raise PoseTraceError(
                    f"The pose trace unpacks to over {MAX_BYTES} bytes.", remedy=_RECORD_AGAIN
                )
            if not member.eof:
                raise PoseTraceError("The pose trace's gzip is cut off.", remedy=_RECORD_AGAIN)
            data = member.unused_data
    except zlib.error as exc:
        raise PoseTraceError(f"The pose trace's gzip is damaged: {exc}.", remedy=_RECORD_AGAIN) from exc
    return bytes(lines)


def _rows(data: bytes) -> Iterator[dict[str, Any]]:
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


def _column(rows: Sequence[dict[str, Any]], key: str, check: Callable[[Any], bool]) -> list[Any]:
    for number, row in enumerate(rows, start=1):
        if not check(row.get(key)):
            shown = repr(row.get(key))[:60]
            raise PoseTraceError(f"Line {number} of the pose trace: {key} is {shown}.", remedy=_RECORD_AGAIN)
    return [row[key] for row in rows]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e30  # NaN is not


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _is_matrix(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 16 and all(map(_is_number, value))
