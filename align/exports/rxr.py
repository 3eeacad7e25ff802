"""RxR's files: JSON Lines, gzipped, and the names of pose traces.

Source: Ku et al. 2020, arXiv:2010.07954; https://github.com/google-research-datasets/RxR.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec

from align.exports.whole import whole_bytes

RowWriter = Callable[[Mapping[str, Any]], object]


def trace_name(number: int, kind: Literal["guide", "follower"]) -> str:
    """The file name of a pose trace: ``000026_guide_pose_trace.npz`` for instruction (or demonstration) 26."""
    return f"{number:06d}_{kind}_pose_trace.npz"


def write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write JSON Lines; see ``row_file``."""
    with row_file(path) as write:
        for row in rows:
            write(row)


@contextmanager
def row_file(path: Path, comment: str = "") -> Iterator[RowWriter]:
    """Yield a function that writes a row to a file of JSON Lines; see ``whole_bytes``.

    It raises ValueError for a number that is not finite."""
    with whole_bytes(path, comment) as file:
        yield lambda row: file.write(_dumped(row))


@contextmanager
def finite_row_file(path: Path, comment: str = "") -> Iterator[RowWriter]:
    """The same bytes in a quarter of the time, for rows whose numbers are known to be finite and below 1e16."""
    encode = msgspec.json.Encoder().encode

    def write(row: Mapping[str, Any]) -> None:
        line = msgspec.json.format(encode(row), indent=0) + b"\n"
        file.write(_dumped(row) if any(sign in line for sign in SMALL) else line)

    with whole_bytes(path, comment) as file:
        yield write


SMALL = b"0.0000", b"e-"
"""Signs of a number that ``json`` writes as 5e-05, and ``msgspec`` in another way."""


def _dumped(row: Mapping[str, Any]) -> bytes:
    return (json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n").encode()
