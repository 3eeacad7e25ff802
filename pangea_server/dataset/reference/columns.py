"""Columns of numbers on the disk, for measures of more instances than fit into memory; one is read at a time. And
numbers for the names that instances share."""

from __future__ import annotations

from tempfile import TemporaryFile
from typing import Any, Generic, TypeVar
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

NameT = TypeVar("NameT", str, tuple[str, ...])
AT_ONCE = 2**14
"""Numbers that are written together."""


class Column:
    """A growing column, which is gone when nobody has it any more."""

    def __init__(self, kind: str) -> None:
        self._kind = np.dtype(kind)
        self._file = TemporaryFile()  # noqa: SIM115 - it is closed with the column
        finalize(self, self._file.close)
        self._last: list[float] = []

    def add(self, value: float) -> None:
        """Append a number."""
        self._last.append(value)
        if len(self._last) >= AT_ONCE:
            self._write()

    def values(self) -> NDArray[Any]:
        """All of it (n,)."""
        self._write()
        self._file.seek(0)
        return np.fromfile(self._file, self._kind)

    def _write(self) -> None:
        np.array(self._last, self._kind).tofile(self._file)
        self._last.clear()


class Names(Generic[NameT]):
    """Names by the number that each got when it was met."""

    def __init__(self) -> None:
        self.known: dict[NameT, int] = {}

    def number(self, name: NameT) -> int:
        """The number of a name, new or known."""
        return self.known.setdefault(name, len(self.known))


def in_order(names: Names[str], numbers: NDArray[Any]) -> NDArray[np.intp]:
    """For the numbers (n,) of names the place of each name in order of the names, as units are resampled."""
    place = np.unique(np.array(list(names.known) or [""]), return_inverse=True)[1].astype(np.int32)
    return np.asarray(place[np.asarray(numbers, np.intp)])
