"""RxR's files: JSON Lines, gzipped, and the names of pose traces.

Source: Ku et al. 2020, arXiv:2010.07954; https://github.com/google-research-datasets/RxR.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from align.exports.whole import whole_text

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
    """Yield a function that writes a row to a file of JSON Lines; see ``whole_text``."""
    with whole_text(path, comment) as text:
        yield lambda row: text.write(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n")
