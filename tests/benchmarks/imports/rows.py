"""Rows of the size of Room-Across-Room's: Guides of 78 timed words, eight along each path, and as many Followers."""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from environments import Environment, open_environment
from tests.benchmarks.imports.walks import write_walks

WORDS_EACH, ALIKE = 78, 8


def write_rows(environment: Environment, folder: Path, count: int, seed: int) -> tuple[Path, Path]:
    """``count`` Guides and as many Followers, named and compressed as RxR's files are."""
    chance = random.Random(seed)
    guides, followers = write_walks(environment, folder, count, ALIKE, seed)
    named = files_in(folder)
    _write(named[0], (timed(row, chance) for row in rows_of(guides)))
    _write(named[1], (row | {"metrics": {}} for row in rows_of(followers)))
    guides.unlink()
    followers.unlink()
    return named


def files_in(folder: Path) -> tuple[Path, Path]:
    return folder / "rxr_train_guide.jsonl.gz", folder / "rxr_train_follower.jsonl.gz"


def rows_of(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def timed(row: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The row with times for its words, as precise as RxR's, and its path numbered once for all who describe it."""
    words = row["instruction"].split()[:WORDS_EACH]
    start, said = 0.0, []
    for word in words:
        start += round(chance.uniform(0.1, 0.6), 1)
        said.append({"end_time": round(start + 0.3, 1), "word": word, "start_time": round(start, 1)})
    told = {"instruction": " ".join(words), "timed_instruction": said, "edit_distance": 0.05}
    return row | told


def _write(file: Path, rows: Iterator[dict[str, Any]]) -> None:
    with gzip.open(file, "wt", encoding="utf-8", compresslevel=3) as written:
        written.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


if (
    __name__ == "__main__"
):  # for who does not want the memory of whole environments: ENVIRONMENT FOLDER COUNT SEED
    _, specification, place, *numbers = sys.argv
    write_rows(open_environment(specification), Path(place), *map(int, numbers))
