"""The compact form of a pose trace: an npz of small differences, a sixtieth of the 2021 toolkit's JSON Lines.

A snapshot equal to the one before takes one bit. Times in microseconds and the float32 bits of changed cameras are kept
as differences, in planes of bytes, which compress well. Only fractions of a microsecond are lost.

========== ============== ===================================================================================
array      shape, type    content, for n snapshots with k different cameras at v visits
========== ============== ===================================================================================
pano       (v,) str       the viewpoint of each visit
pano_rows  (v,) uint32    how many snapshots each visit has
time       (4, n) uint8   microseconds since the previous snapshot: uint32, least significant byte first
audio_time (4, n) uint8   the same for the time within the voice (modulo 2**32); Followers only
changed    packed bits    n bits: whether the camera differs from that of the previous snapshot
camera     (32, 4, k)     uint8: 16 floats of the extrinsic and 16 of the intrinsic matrix, row-major, each as the
                          difference (modulo 2**32) of its bits from the expected bits
========== ============== ===================================================================================

The previous camera is expected, except for five numbers. A camera without roll has four free numbers in its rotation:
elements 1, 2, 9 and 10 are products of these. Element 16 is element 21 times the first camera's ratio of the two. A
product of two float32 is exact in float64, so that every machine expects the same bits.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from align.errors import PoseTraceError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    Bits = Callable[[int], NDArray[np.uint32]]  # of one of the floats, in each camera

REQUIRED = ("pano", "pano_rows", "time", "changed", "camera")

_MICROSECONDS = 1e6
_PRODUCTS = {1: (8, 6, 1.0), 2: (8, 5, -1.0), 9: (0, 6, -1.0), 10: (0, 5, 1.0)}
_WIDTH, _HEIGHT = 16, 21  # scale of the picture's width and height in the projection
_PREDICTED = (*_PRODUCTS, _WIDTH)
_FLOATS = 32  # of a camera: both matrices
_REMEDY = "Copy the file again, or read it with the program that wrote it."


class PoseColumns(Protocol):
    """The columns of a ``PoseTrace``. That module imports this one, so this one cannot import it."""

    @property
    def viewpoint_ids(self) -> Sequence[str]: ...

    @property
    def time(self) -> NDArray[np.float64]: ...

    @property
    def audio_time(self) -> NDArray[np.float64] | None: ...

    @property
    def extrinsic_matrix(self) -> NDArray[np.float32]: ...

    @property
    def intrinsic_matrix(self) -> NDArray[np.float32]: ...

    def __len__(self) -> int: ...


def pack(trace: PoseColumns) -> dict[str, NDArray[Any]]:
    """The columns of the compact npz.

    Raises:
        PoseTraceError: a time step is too long for 32 bits of microseconds.
    """
    visits = [(name, len(list(group))) for name, group in groupby(trace.viewpoint_ids)]
    columns: dict[str, NDArray[Any]] = {
        "pano": np.array([name for name, _ in visits]),
        "pano_rows": np.array([length for _, length in visits], np.uint32),
        "time": _planes(_steps("time", trace.time, np.uint32)),
    }
    if trace.audio_time is not None:
        columns["audio_time"] = _planes(_steps("audio_time", trace.audio_time, np.int32))
    changed, camera = _packed_cameras(trace)
    return columns | {"changed": changed, "camera": camera}


def unpack(columns: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    """The arguments of ``PoseTrace`` from the columns of a compact npz.

    Raises:
        PoseTraceError: the columns do not fit together.
    """
    try:
        time = np.cumsum(_words(columns["time"]), dtype=np.int64)
        rows = len(time)
        camera = _cameras(_words(columns["camera"]))
        row = np.cumsum(np.unpackbits(columns["changed"])[:rows], dtype=np.int64) - 1
        if row[0] != 0:
            raise ValueError("the first snapshot has no camera")
        extrinsic, intrinsic = camera[row, :16], camera[row, 16:]
        audio_time = columns.get("audio_time")
        heard = None if audio_time is None else np.cumsum(_words(audio_time).view(np.int32), dtype=np.int64)
        return {
            "time": time / _MICROSECONDS,
            "viewpoint_ids": tuple(map(str, _repeated(columns["pano"], columns["pano_rows"], rows))),
            "extrinsic_matrix": extrinsic.reshape(rows, 4, 4),
            "intrinsic_matrix": intrinsic.reshape(rows, 4, 4),
            "audio_time": None if heard is None else heard / _MICROSECONDS,
        }
    except (ValueError, IndexError, TypeError) as exc:
        raise PoseTraceError(
            f"The columns of the compact pose trace do not fit: {exc}.", remedy=_REMEDY
        ) from exc


def _steps(name: str, time: NDArray[np.float64], kind: type[np.uint32 | np.int32]) -> NDArray[np.uint32]:
    steps = np.diff(np.round(time * _MICROSECONDS), prepend=0.0)
    limits = np.iinfo(kind)
    if steps.min() < limits.min or steps.max() > limits.max:
        longest = steps[np.abs(steps).argmax()] / _MICROSECONDS
        raise PoseTraceError(
            f"{name} has a step of {longest} s, which is too long for the compact form.",
            remedy="Save it as RxR's npz.",
        )
    return steps.astype(np.int64).astype(np.uint32)


def _packed_cameras(trace: PoseColumns) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The columns ``changed`` and ``camera``, made float by float: a long trace is in memory once already."""
    matrices: list[NDArray[np.uint32]] = [
        np.ascontiguousarray(matrix, "<f4").reshape(len(trace), 16).view("<u4")
        for matrix in (trace.extrinsic_matrix, trace.intrinsic_matrix)
    ]
    changed = np.zeros(len(trace), bool)
    changed[0] = True
    for float_bits in (matrix[:, column] for matrix in matrices for column in range(16)):
        changed[1:] |= float_bits[1:] != float_bits[:-1]
    rows = np.flatnonzero(changed)

    def bits(element: int) -> NDArray[np.uint32]:
        column: NDArray[np.uint32] = matrices[element // 16][rows, element % 16]
        return column

    ratio = _ratio(bits)
    camera = np.empty((_FLOATS, 4, len(rows)), np.uint8)
    for element in range(_FLOATS):
        camera[element] = _planes(bits(element) - _expected(element, bits, ratio))
    return np.packbits(changed), camera


def _cameras(surprise: NDArray[np.uint32]) -> NDArray[np.float32]:
    """The floats (k, 32) of the differences (32, k) between each float's bits and the expected bits."""
    bits = np.cumsum(surprise, axis=1, dtype=np.uint32)
    ratio = _ratio(bits.__getitem__)
    for element in _PREDICTED:
        bits[element] = surprise[element] + _expected(element, bits.__getitem__, ratio)
    return bits.T.copy().view(np.float32)


def _expected(element: int, bits: Bits, ratio: float) -> NDArray[np.uint32]:
    """The bits that are expected of one float of each camera: those before, or computed from others of the camera."""
    if element not in _PREDICTED:
        return np.concatenate([np.zeros(1, np.uint32), bits(element)[:-1]])
    with np.errstate(over="ignore", invalid="ignore"):  # a damaged file may have any number
        if element == _WIDTH:
            exact = _exact(bits(_HEIGHT)) * ratio
        else:
            left, right, sign = _PRODUCTS[element]
            exact = sign * _exact(bits(left)) * _exact(bits(right))
        expected: NDArray[np.uint32] = exact.astype(np.float32).view(np.uint32)
    if element == _WIDTH:
        expected[0] = 0  # the first camera defines the ratio
    return expected


def _exact(bits: NDArray[np.uint32]) -> NDArray[np.float64]:
    return bits.view(np.float32).astype(np.float64)


def _ratio(bits: Bits) -> float:
    width, height = (float(_exact(bits(element)[:1])[0]) for element in (_WIDTH, _HEIGHT))
    return width / height if height else 0.0


def _planes(words: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """Split (..., n) 32-bit words into (..., 4, n) bytes, least significant first."""
    parts = np.ascontiguousarray(words, "<u4").view(np.uint8).reshape(*words.shape, 4)
    return np.ascontiguousarray(np.moveaxis(parts, -1, -2))


def _words(planes: NDArray[np.uint8]) -> NDArray[np.uint32]:
    if planes.dtype != np.uint8 or planes.ndim < 2 or planes.shape[-2] != 4:
        raise ValueError(f"planes of bytes have the shape {planes.shape} and hold {planes.dtype}")
    return np.ascontiguousarray(np.moveaxis(planes, -2, -1)).view("<u4")[..., 0]


def _repeated(names: NDArray[Any], lengths: NDArray[Any], rows: int) -> NDArray[Any]:
    if lengths.dtype != np.uint32 or int(lengths.sum()) != rows:
        raise ValueError(f"the visits have {lengths.sum()} of {rows} snapshots")
    return np.repeat(names, lengths)
