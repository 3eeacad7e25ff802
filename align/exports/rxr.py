"""RxR's files: guide and follower rows (JSON Lines, gzipped), and the names of pose traces.

Source: Ku et al. 2020, arXiv:2010.07954; https://github.com/google-research-datasets/RxR.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Protocol

from align.exports.whole import whole_text

RowWriter = Callable[[Mapping[str, Any]], object]


class Timed(Protocol):
    """A word with its times in seconds."""

    @property
    def word(self) -> str: ...

    @property
    def start_time(self) -> float: ...

    @property
    def end_time(self) -> float: ...


def guide_row(
    *,
    split: str,
    instruction_id: int,
    annotator_id: int,
    language: str,
    path_id: int,
    scan: str,
    path: Sequence[str],
    heading: float,
    instruction: str,
    timed_instruction: Sequence[Timed],
    edit_distance: float | None,
    **more: Any,
) -> dict[str, Any]:
    """A guide annotation under RxR's keys, in RxR's order.

    Args:
        heading: radians.
        timed_instruction: empty where the words were not aligned.
        edit_distance: between the transcript and the recognised words, as a fraction; None without recognition.
        more: keys beyond those of RxR.
    """
    return {
        "path_id": path_id,
        "split": split,
        "scan": scan,
        "heading": heading,
        "path": list(path),
        "instruction_id": instruction_id,
        "annotator_id": annotator_id,
        "language": language,
        "instruction": instruction,
        "timed_instruction": [
            {"start_time": word.start_time, "end_time": word.end_time, "word": word.word}
            for word in timed_instruction
        ],
        "edit_distance": edit_distance,
    } | more


def follower_row(
    *,
    demonstration_id: int,
    instruction_id: int,
    annotator_id: int,
    path: Sequence[str],
    metrics: Mapping[str, float],
) -> dict[str, Any]:
    """A follower annotation under RxR's keys; ``metrics`` may have keys besides RxR's ``ne sr spl dtw ndtw sdtw``."""
    return {
        "demonstration_id": demonstration_id,
        "instruction_id": instruction_id,
        "annotator_id": annotator_id,
        "path": list(path),
        "metrics": dict(metrics),
    }


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
