"""Annotations in the form of the Room-Across-Room dataset (README of google-research-datasets/RxR)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

METRICS = ("ne", "sr", "spl", "dtw", "ndtw", "sdtw")


class HasTimes(Protocol):
    """A word with times in seconds: ``TimedWord``, or a record of one."""

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
    timed_instruction: Iterable[HasTimes],
    edit_distance: float | None,
) -> dict[str, Any]:
    """A Guide's annotation with RxR's keys in RxR's order; heading in radians, times in seconds."""
    return {
        "split": split,
        "instruction_id": instruction_id,
        "annotator_id": annotator_id,
        "language": language,
        "path_id": path_id,
        "scan": scan,
        "path": list(path),
        "heading": heading,
        "instruction": instruction,
        "timed_instruction": [
            {"word": word.word, "start_time": word.start_time, "end_time": word.end_time}
            for word in timed_instruction
        ],
        "edit_distance": edit_distance,
    }


def follower_row(
    *,
    demonstration_id: int,
    instruction_id: int,
    annotator_id: int,
    path: Sequence[str],
    metrics: Mapping[str, float],
) -> dict[str, Any]:
    """A Follower's annotation with RxR's keys in RxR's order; of ``metrics``, those that RxR has."""
    return {
        "demonstration_id": demonstration_id,
        "instruction_id": instruction_id,
        "annotator_id": annotator_id,
        "path": list(path),
        "metrics": {key: metrics[key] for key in METRICS},
    }


def trace_name(annotation_id: int, kind: Literal["guide", "follower"]) -> str:
    """The file name of a pose trace; the id is the instruction's (Guide) or the demonstration's (Follower)."""
    return f"{annotation_id:06}_{kind}_pose_trace.npz"


def write_rows(path: str | Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write JSON Lines, compressed if the name ends in ``.gz``; equal rows give equal bytes."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        if path.suffix == ".gz":
            with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
                packed.writelines(_lines(rows))
        else:
            file.writelines(_lines(rows))


def read_rows(path: str | Path) -> Iterator[dict[str, Any]]:
    """The rows of a JSON Lines file, compressed or not."""
    path = Path(path)
    with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
        for line in file:
            yield json.loads(line)


def _lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    return (json.dumps(row, ensure_ascii=False, allow_nan=False).encode() + b"\n" for row in rows)
