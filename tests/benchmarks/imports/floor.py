"""The floor under an import: the same rows under the same indexes, in one transaction, and nothing checked.

Plain Python over ``json``, ``gzip`` and ``sqlite3``: what a script would do that trusts its files. Run as a process of
its own: ``python -m tests.benchmarks.imports.floor DATA_DIR GUIDE FOLLOWER``; the directory has an empty store.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import chain, count
from pathlib import Path
from typing import Any

Row = dict[str, Any]
Kept = tuple[str, str, Row]
"""A table, an id, a document."""

AT = "2026-01-01T00:00:00Z"
SCORES = dict.fromkeys(
    ("ne", "success", "spl", "oracle_success", "cls", "dtw", "ndtw", "sdtw", "path_length"), 0.123456789012345
)
"""As long as scores are; computing them is no part of the floor."""
TOGETHER = 1000


def main(data_dir: Path, guide: Path, follower: Path) -> None:
    told: dict[int, Row] = {}
    waiting: dict[str, list[tuple[str, str]]] = {}
    with closing(sqlite3.connect(data_dir / "pangea.db", isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = FULL")
        database.execute("BEGIN IMMEDIATE")
        for table, name, document in once(chain(of_guides(guide, told), of_followers(follower, told))):
            rows = waiting.setdefault(table, [])
            rows.append((name, json.dumps(document, ensure_ascii=False, separators=(",", ":"))))
            if len(rows) == TOGETHER:
                write(database, table, rows)
        for table, rows in waiting.items():
            write(database, table, rows)
        database.execute("COMMIT")


def write(database: sqlite3.Connection, table: str, rows: list[tuple[str, str]]) -> None:
    database.executemany(f"INSERT INTO {table} (record_id, document, seal) VALUES (?, ?, x'')", rows)
    rows.clear()


def once(kept: Iterator[Kept]) -> Iterator[Kept]:
    """Scans, paths and people stand in many rows, and are kept once."""
    shared: set[tuple[str, str]] = set()
    for table, name, document in kept:
        if table in {"scans", "paths", "annotators"}:
            if (table, name) in shared:
                continue
            shared.add((table, name))
        yield table, name, document


def of_guides(file: Path, told: dict[int, Row]) -> Iterator[Kept]:
    for row in rows_of(file):
        number, about = row["instruction_id"], _about(row["path_id"], row["scan"], row["language"])
        told[number] = about
        path = {key: row[key] for key in ("path_id", "split", "heading", "path")} | {"scan_id": row["scan"]}
        yield (
            "scans",
            row["scan"],
            {"scan_id": row["scan"], "environment": "imported", "viewpoint_count": 100},
        )
        yield "paths", _padded(row["path_id"]), path
        yield from _attempt("guide", number, row["annotator_id"], about)
        said = {"annotator_id": row["annotator_id"], "instruction_id": number, "split": row["split"]}
        walked = {"path": row["path"], "heading": row["heading"], "transcript": row["instruction"]}
        yield "guide_annotations", _padded(number), about | said | walked | {"version": 1, "submitted_at": AT}
        words = {"timed_instruction": row["timed_instruction"], "edit_distance": row["edit_distance"]}
        task_id = f"guide-{_padded(number)}"
        made = {"task_id": task_id, "version": 1, "engine": "imported", "state": "aligned"}
        yield "alignments", task_id, made | words | {"created_at": AT}


def of_followers(file: Path, told: dict[int, Row]) -> Iterator[Kept]:
    for row in rows_of(file):
        number, about = row["demonstration_id"], told[row["instruction_id"]]
        yield from _attempt("follower", number, row["annotator_id"], about)
        ids = {"demonstration_id": number, "instruction_id": row["instruction_id"]}
        walk = {"annotator_id": row["annotator_id"], "path": row["path"], "outcome": None, "scores": SCORES}
        yield "follower_annotations", _padded(number), about | ids | walk | {"submitted_at": AT}


def rows_of(file: Path) -> Iterator[Row]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


_changes = count()


def _attempt(kind: str, number: int, who: int, about: Row) -> Iterator[Kept]:
    task, lease = f"{kind}-{_padded(number)}", f"imported-{kind}-{_padded(number)}"
    person = {"annotator_id": who, "role": "annotator", "languages": [about["language"]], "imported": True}
    yield "annotators", _padded(who), person | {"created_at": AT}
    yield "tasks", task, about | {"kind": kind, "number": number, "state": "done", "lease_id": lease}
    attempt = {"lease_id": lease, "annotator_id": who, "created_at": AT}
    yield "leases", lease, attempt | {"task_id": task, "kind": kind, "state": "submitted", "expires_at": AT}
    yield (
        "recordings",
        lease,
        attempt | {"recording_id": lease, "attempt": 0, "state": "accepted", "holds": "walk"},
    )
    change = f"{next(_changes):024x}"
    yield "changes", change, {"change_id": change, "kind": kind, "number": number}


def _about(path_id: int, scan: str, language: str) -> Row:
    return {"path_id": path_id, "scan_id": scan, "language": language}


def _padded(number: int) -> str:
    return f"{number:06d}"


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
