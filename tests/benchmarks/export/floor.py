"""What an export is measured against, in plain Python over ``sqlite3``, ``json`` and ``gzip``, nothing checked.

``python -m tests.benchmarks.export.floor read DATA_DIR``: a *plain read of the store*. All records that the tables need
are read in order of their ids and decoded by ``json``, the words' columns too; each instruction is joined with its
words and each walk with its instruction by id. What a script does that trusts its store, before it writes anything.
Prints how many guides, walks and words there were.

``python -m tests.benchmarks.export.floor dump FOLDER``: *json and gzip of the same rows*. The rows of the ``rxr`` files
in FOLDER, as dicts, go through ``json.dumps`` to ``gzip`` at the level that the export uses. Prints the CPU seconds
that reading the rows took: they are no part of it; the interpreter's start, dumping and compressing are.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

LEVEL = 9
"""zlib's, as of ``align.exports.commented_gzip``."""
TOGETHER = 1000
BESIDE = {"reviews": "task_id", "flag_reports": "record_id", "heard_words": "instruction_id"}
"""What else the tables need, by table, and the key that joins it."""
Row = dict[str, Any]


def read(data_dir: Path) -> None:
    splits: dict[int, str] = {}
    guides = walks = words = 0
    with closing(sqlite3.connect(data_dir / "pangea.db")) as database:
        beside = {table: _by(database, table, key) for table, key in BESIDE.items()}
        for guide, aligned in database.execute(
            "SELECT g.document, a.document FROM guide_annotations g LEFT JOIN alignments a USING (record_id) "
            "ORDER BY record_id"
        ):
            said = json.loads(guide)
            number = said["instruction_id"]
            if aligned:
                known = json.loads(aligned)
                known["timed_instruction"] = json.loads(known["timed_instruction"])
                said["alignment"] = known
                words += len(known["timed_instruction"]["start_time"])
            _join(said, beside, "guide", number)
            splits[number] = said["split"]
            guides += 1
        for (document,) in database.execute("SELECT document FROM follower_annotations ORDER BY record_id"):
            walk = json.loads(document)
            walk["split"] = splits[walk["instruction_id"]]
            _join(walk, beside, "follower", walk["demonstration_id"])
            walks += 1
    sys.stdout.write(json.dumps({"guides": guides, "walks": walks, "words": words}))


def _by(database: sqlite3.Connection, table: str, key: str) -> dict[Any, Row]:
    rows = database.execute(f"SELECT {key}, document FROM {table}")
    return {name: json.loads(document) for name, document in rows}


def _join(row: Row, beside: dict[str, dict[Any, Row]], kind: str, number: int) -> None:
    name = f"{kind}-{number:06d}"
    row["review"], row["flags"] = beside["reviews"].get(name), beside["flag_reports"].get(name)
    row["heard"] = beside["heard_words"].get(number)


def dump(folder: Path) -> None:
    reading = 0.0
    with tempfile.TemporaryDirectory() as written:
        for file in sorted(folder.glob("*.jsonl.gz")):
            with gzip.open(Path(written) / file.name, "wt", encoding="utf-8", compresslevel=LEVEL) as out:
                rows = _rows(file)
                while True:
                    begun = time.process_time()
                    some = list(islice(rows, TOGETHER))
                    reading += time.process_time() - begun
                    if not some:
                        break
                    out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in some)
    sys.stdout.write(json.dumps({"reading": reading}))


def _rows(file: Path) -> Iterator[Row]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    what, where = sys.argv[1:]
    {"read": read, "dump": dump}[what](Path(where))
