"""Pose traces as JSON Lines: our own form, and that of PanGEA 2021."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from align.errors import PoseTraceError
from align.pose_trace import PoseTrace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike, NDArray

Layout = Literal["row", "column"]
TimeUnit = Literal["s", "ms"]
_SECONDS: dict[TimeUnit, float] = {"s": 1.0, "ms": 0.001}


def read_snapshots(data: bytes) -> PoseTrace:
    """See ``PoseTrace.from_jsonl``."""
    rows = _rows(data)
    return PoseTrace(
        time=_numbers(rows, "time", ()),
        viewpoint_ids=_names(rows, "viewpoint_id"),
        extrinsic_matrix=_matrices(rows, "extrinsic_matrix"),
        intrinsic_matrix=_matrices(rows, "intrinsic_matrix"),
        audio_time=_optional(rows, "audio_time"),
    )


def read_snapshots_2021(data: bytes, *, layout: Layout, time_unit: TimeUnit) -> PoseTrace:
    """See ``PoseTrace.from_jsonl_2021``."""
    if layout not in ("row", "column") or time_unit not in _SECONDS:
        raise PoseTraceError(
            f"layout={layout!r}, time_unit={time_unit!r}: the 2021 form comes in several conventions.",
            remedy='Say layout="row" or "column", and time_unit="s" or "ms".',
        )
    rows, second = _rows(data), _SECONDS[time_unit]
    audio = _optional(rows, "audio")
    order = (0, 1, 2) if layout == "row" else (0, 2, 1)
    return PoseTrace(
        time=_numbers(rows, "time", ()) * second,
        viewpoint_ids=_names(rows, "id"),
        extrinsic_matrix=_matrices(rows, "exmat").transpose(order),
        intrinsic_matrix=_matrices(rows, "inmat").transpose(order),
        audio_time=None if audio is None else audio * second,
    )


def _rows(data: bytes) -> list[dict[str, Any]]:
    rows = [_row(line, number) for number, line in enumerate(data.splitlines(), 1) if line.strip()]
    if not rows:
        raise PoseTraceError("The pose trace has no line.", remedy="Record it again.")
    return rows


def _row(line: bytes, number: int) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as exc:
        raise PoseTraceError(
            f"Line {number} of the pose trace is not JSON: {exc}.",
            remedy="It may be cut off; copy the whole file again.",
            line=number,
        ) from exc
    if not isinstance(row, dict):
        raise PoseTraceError(
            f"Line {number} of the pose trace is no object.", remedy="One snapshot per line.", line=number
        )
    return row


def _column(rows: Sequence[dict[str, Any]], key: str) -> list[Any]:
    for number, row in enumerate(rows, 1):
        if key not in row:
            raise _wrong(number, key, f"is missing; there are {', '.join(sorted(row))}")
    return [row[key] for row in rows]


def _names(rows: Sequence[dict[str, Any]], key: str) -> tuple[str, ...]:
    names = _column(rows, key)
    for number, name in enumerate(names, 1):
        if not isinstance(name, str) or not name:
            raise _wrong(number, key, f"is {name!r}, not a viewpoint id")
    return tuple(names)


def _numbers(
    rows: Sequence[dict[str, Any]], key: str, shape: tuple[int, ...], dtype: DTypeLike = np.float64
) -> NDArray[Any]:
    values = _column(rows, key)
    for number, value in enumerate(values, 1):
        if not _is_numbers(value, shape):
            expected = f"{shape[0]} finite numbers" if shape else "a finite number"
            raise _wrong(number, key, f"is not {expected}")
    return np.array(values, dtype)


def _is_numbers(value: Any, shape: tuple[int, ...]) -> bool:
    if shape:
        return (
            isinstance(value, list)
            and len(value) == shape[0]
            and all(_is_numbers(item, ()) for item in value)
        )
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e30


def _matrices(rows: Sequence[dict[str, Any]], key: str) -> NDArray[np.float32]:
    return _numbers(rows, key, (16,), np.float32).reshape(-1, 4, 4)


def _optional(rows: Sequence[dict[str, Any]], key: str) -> NDArray[np.float64] | None:
    if all(row.get(key) is None for row in rows):
        return None
    return _numbers(rows, key, ())


def _wrong(number: int, key: str, what: str) -> PoseTraceError:
    return PoseTraceError(
        f"Snapshot {number} of the pose trace: {key} {what}.",
        remedy="See PoseTrace.from_jsonl for the form of a line.",
        snapshot=number,
        key=key,
    )
