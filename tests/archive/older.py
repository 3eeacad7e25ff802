"""A data directory and a backup of it that were written with earlier names of fields, and how they are read.

``store_of_version_17.tar.xz`` was written by the last commit with the names ``instruction`` (now ``transcript``),
``take`` (``attempt``), ``sr`` (``success``) and ``osr`` (``oracle_success``).
"""

from __future__ import annotations

import json
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path
from typing import Any

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation, GuideVersion
from pangea_server.annotate.tasks.records import Recording
from pangea_server.dataset.monitoring.parts import part_of
from pangea_server.stores.protocol import Store

COLLECTIONS = ("guide_annotations", "guide_versions", "follower_annotations", "recordings")
Document = dict[str, Any]


def unpack_older(folder: Path) -> tuple[Path, Path]:
    """The data directory and the backup."""
    with tarfile.open(Path(__file__).parent / "store_of_version_17.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return folder / "store", folder / "backup.tar"


def documents(directory: Path, collection: str) -> list[tuple[str, Document]]:
    """The ids and documents of a local store, as they are on disk."""
    with closing(sqlite3.connect(directory / "pangea.db")) as connection:
        rows = connection.execute(f"SELECT record_id, document FROM {collection} ORDER BY 1").fetchall()
    return [(record_id, json.loads(document)) for record_id, document in rows]


def check_transcripts(store: Store) -> None:
    first, second = store.records.find(GuideAnnotation)
    assert (first.transcript, second.transcript) == ("Go past the <lamp> & stop.", "दीपक के पास रुकें।")
    assert first.instruction == first.transcript, "as packages of third parties read it"
    (before,) = store.records.find(GuideVersion)
    assert before.transcript == "Go past teh lamp."


def check_attempts(store: Store) -> None:
    recordings = store.records.find(Recording, {"lease_id": "l1"})
    assert {each.recording_id: each.attempt for each in recordings} == {"r1": 0, "r2": 3}


def check_scores(store: Store) -> None:
    arrived, missed = store.records.find(FollowerAnnotation)
    assert (arrived.scores.success, arrived.scores.oracle_success, missed.scores.success) == (1.0, 1.0, 0.0)
    assert (missed.scores.sr, missed.scores.osr) == (0.0, 1.0), "as packages of third parties read them"
    parts = store.records.find_parts(FollowerAnnotation, part_of(FollowerAnnotation))
    assert [(part.path_scores.success, part.path_scores.oracle_success) for _, part in parts] == [
        (1, 1),
        (0, 1),
    ]


CHECKS = (check_transcripts, check_attempts, check_scores)
