"""Label Studio's masks: the pixels of a picture, red, green, blue and opacity in turn, as packed run-lengths.

Bits from the highest on: 32 for the number of values, 5 for the bits of a value less 1, four times 4 for the bits of a
length less 1. Then a bit that says whether one value follows or many, two for which of the four lengths, the length
less 1, and the value or values. What is not wholly transparent is painted.

Source: https://github.com/thi-ng/umbrella/tree/develop/packages/rle-pack, which Label Studio calls with every pixel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from environments import InvalidDataError

CHANNELS = 4
"""Red, green, blue and opacity."""
VALUE_BITS = 8
LENGTH_BITS = (3, 4, 8, 16)
PAINTED = 255
REMEDY = "Export it again from Label Studio."


def packed(painted: NDArray[np.bool_]) -> list[int]:
    """The bytes of which pixels (rows, columns) of a picture are painted, as Label Studio has them."""
    head = f"{painted.size * CHANNELS:032b}{VALUE_BITS - 1:05b}"
    head += "".join(f"{bits - 1:04b}" for bits in LENGTH_BITS)
    bits = head + "".join(_run(length * CHANNELS, value) for length, value in _runs(painted))
    whole = bits.ljust(-(-len(bits) // 8) * 8, "0")
    return list(int(whole, 2).to_bytes(len(whole) // 8))


def unpacked(told: Sequence[int], rows: int, columns: int) -> NDArray[np.bool_]:
    """Which pixels (rows, columns) are painted. Memory is that of the picture's values, whatever the bytes say.

    Raises:
        InvalidDataError: they are no bytes, are of another size, or do not add up.
    """
    bits = _Bits(_bytes(told))
    wanted = rows * columns * CHANNELS
    if (number := bits.read(32)) != wanted:
        raise InvalidDataError(
            f"rle has {number:,} values.",
            remedy=f"A picture of {columns} x {rows} pixels has {wanted:,}, four for each.",
        )
    size = bits.read(5) + 1
    lengths = [bits.read(4) + 1 for _ in LENGTH_BITS]
    values = np.zeros(wanted, np.bool_)
    at = 0
    while at < wanted:
        one, length = bits.read(1), bits.read(lengths[bits.read(2)]) + 1
        if at + length > wanted:
            raise InvalidDataError(f"rle adds up to more than its {wanted:,} values.", remedy=REMEDY)
        values[at : at + length] = bits.read(size) if one else [bits.read(size) for _ in range(length)]
        at += length
    opacity: NDArray[np.bool_] = values.reshape(rows, columns, CHANNELS)[..., 3]
    return opacity


class _Bits:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def read(self, count: int) -> int:
        """The next bits as a number.

        Raises:
            InvalidDataError: there are fewer.
        """
        first, self._at = self._at, self._at + count
        last = -(-self._at // 8)
        if last > len(self._data):
            raise InvalidDataError(
                f"rle ends after {len(self._data):,} bytes, amid its values.", remedy=REMEDY
            )
        number = int.from_bytes(self._data[first // 8 : last])
        return number >> (last * 8 - self._at) & (1 << count) - 1


def _bytes(told: Sequence[int]) -> bytes:
    try:
        return bytes(told)
    except ValueError as error:
        raise InvalidDataError("rle has a number outside 0 to 255.", remedy=REMEDY) from error


def _runs(painted: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """The lengths of runs, row by row, and the value of each."""
    flat = painted.ravel()
    changes = [0, *(np.flatnonzero(flat[1:] != flat[:-1]) + 1).tolist(), flat.size]
    for before, after in pairwise(changes):
        yield after - before, PAINTED * int(flat[before])


def _run(length: int, value: int) -> str:
    """The bits of a run; a long one is several."""
    full, rest = divmod(length - 1, 1 << LENGTH_BITS[-1])
    return full * _bits(1 << LENGTH_BITS[-1], value) + _bits(rest + 1, value)


def _bits(length: int, value: int) -> str:
    which = next(n for n, bits in enumerate(LENGTH_BITS) if length <= 1 << bits)
    return f"1{which:02b}{length - 1:0{LENGTH_BITS[which]}b}{value:0{VALUE_BITS}b}"
