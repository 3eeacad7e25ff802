"""A store as large as RxR: so many guide annotations with their tasks, and how long its questions take."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from pangea_server.annotate.annotations.records import GuideAnnotation, Scores
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.core.records import Artefact, Record
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.seals import seal
from tests.reliability.house import WALK

GUIDES = 126_000
OPEN_TASKS = 2_000  # still to do, after all those that are done
PEOPLE = 500
LANGUAGES = ("en-US", "en-IN", "hi-IN", "te-IN")
WORDS = ("turn", "left", "right", "door", "walk", "past", "the", "sofa", "lamp", "stairs", "and", "stop")


def fill(data_dir: Path, annotations: int, seed: int = 7) -> None:
    """Write the records past the store, which would sync each of them; they are the ones that it would write."""
    LocalStore.open(data_dir).close()
    with closing(sqlite3.connect(data_dir / "pangea.db")) as database:
        for kind, records in (
            (PathRecord, _paths(annotations)),
            (Task, _tasks(annotations)),
            (GuideAnnotation, _guides(annotations, random.Random(seed))),
        ):
            table = kind.collection
            written = ((record.record_id, record.model_dump_json()) for record in records)
            rows = ((*row, seal(table, *row)) for row in written)
            database.executemany(f"INSERT INTO {table} (record_id, document, seal) VALUES (?, ?, ?)", rows)
        database.commit()


def _paths(annotations: int) -> Iterator[Record]:
    for number in range(1, annotations + OPEN_TASKS + 1):
        yield PathRecord(path_id=number, scan_id="corridor", path=WALK, heading=0.0)


def _tasks(annotations: int) -> Iterator[Record]:
    for number in range(1, annotations + OPEN_TASKS + 1):
        yield Task(
            kind="guide",
            number=number,
            path_id=number,
            scan_id="corridor",
            language="en-US" if number > annotations else LANGUAGES[number % len(LANGUAGES)],
            state=TaskState.OPEN if number > annotations else TaskState.DONE,
        )


def _guides(annotations: int, anyhow: random.Random) -> Iterator[Record]:
    scores = Scores(
        ne=0.0,
        success=1.0,
        spl=1.0,
        oracle_success=1.0,
        cls=1.0,
        dtw=0.0,
        ndtw=1.0,
        sdtw=1.0,
        path_length=4.0,
    )
    for number in range(1, annotations + 1):
        recording = f"{number:032x}"
        yield GuideAnnotation(
            instruction_id=number,
            annotator_id=1 + anyhow.randrange(PEOPLE),
            path_id=number,
            split="train",
            scan_id="corridor",
            language=LANGUAGES[number % len(LANGUAGES)],
            path=WALK,
            heading=0.0,
            walked=WALK,
            transcript=" ".join(anyhow.choices(WORDS, k=100)),
            duration=60.0,
            sample_rate=16_000,
            voice=Artefact(blob=f"recordings/{recording}/voice.wav", size=1_920_044, sha256="0" * 64),
            pose_trace=Artefact(blob=f"recordings/{recording}/pose_trace.npz", size=40_000, sha256="0" * 64),
            phases=(),
            scores=scores,
            submitted_at=datetime(2026, 1, 1, tzinfo=UTC),
        )
