"""``make bench-export``: a store as large as Room-Across-Room, exported to its end; seconds and memory of each format.

126,000 Guides of 78 words each (RxR's mean) and as many Followers, by a seeded generator. The first ``--traced`` of
them have a voice and a camera of 40 seconds at 60 Hz, whose files are made with all masks; the others came in without,
as ``pangea import`` leaves them, because the blobs of all would fill a disk and say no more.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from align import GroundedWord, PoseTrace
from environments.geometry import extrinsic_matrix
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.core.records import Artefact, Record
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.benchmarks.export.memory import peak_megabytes, workers_of
from tests.benchmarks.monitor.annotations import generated
from tests.benchmarks.server.annotations import WORDS
from tests.exports.filled import CORRIDOR, LENS, corridor, guide_records, stored_trace

FORMATS = ("rxr", "r2r", "cvdn", "vlnce", "label_studio", "parquet", "huggingface", "webvtt")
WORDS_EACH, TEXTS = 78, 50
SECONDS, RATE = 40, 60
LOOK = 0.5
"""Seconds between looks at the memory of the processes; each tells the most that it has held."""


@dataclass(frozen=True, slots=True)
class Run:
    """One ``pangea export``: seconds, MB that it and its largest worker held, MB and number of files that it wrote."""

    seconds: float
    memory: float
    workers: float
    written: float
    files: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--annotations", type=int, default=126_000, help="of each kind")
    parser.add_argument("--traced", type=int, default=500)
    parser.add_argument("--format", action="append", choices=FORMATS)
    parser.add_argument("--runner", default="local", help="or direct: the Apache Beam pipeline")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        corridor(Path(folder) / "corridor")
        environment = f"folder:{folder}/corridor"
        began = time.perf_counter()
        fill(Path(folder) / "data", options.annotations, options.traced)
        Console().print(f"The store was filled in {time.perf_counter() - began:.0f} s.")
        runs = {}
        for name in options.format or FORMATS:
            runs[name] = exported(Path(folder), name, environment, options.runner)
            show(runs, options.annotations, options.traced)


def fill(data_dir: Path, annotations: int, traced: int) -> None:
    """Write the records past the store, which would sync each of them; they are the ones that it would write."""
    with closing(LocalStore.open(data_dir)) as store:
        blobs = _blobs(store)
    records = _records(annotations, traced, *blobs)
    with closing(sqlite3.connect(data_dir / "pangea.db")) as database:
        database.execute("PRAGMA synchronous = off")
        for collection, found in groupby(records, key=lambda record: record.collection):
            rows = ((record.record_id, record.model_dump_json()) for record in found)
            database.executemany(f"INSERT INTO {collection} (record_id, document) VALUES (?, ?)", rows)
        database.commit()


def _blobs(store: Store) -> tuple[Artefact, Artefact]:
    """A voice and a pose trace, which all of the traced share; the voice is shorter, for it is only copied."""
    guide, _ = guide_records(store, 1)
    assert guide.voice is not None
    return guide.voice, stored_trace(store, "recordings/long/pose_trace.npz", _walk())


def _walk() -> PoseTrace:
    """Somebody who looks around on their way along the corridor."""
    time = np.arange(SECONDS * RATE) / RATE
    place = np.minimum(time / SECONDS * len(CORRIDOR), len(CORRIDOR) - 1)
    turns = 1.2 * np.sin(time), 0.3 * np.sin(time / 3)
    cameras = [extrinsic_matrix((0.0, 2.0 * y, 1.5), *turn) for y, *turn in zip(place, *turns, strict=True)]
    return PoseTrace(
        time,
        tuple(CORRIDOR[int(y)] for y in place),
        np.array(cameras, np.float32),
        np.array([LENS] * len(time), np.float32),
    )


def _records(annotations: int, traced: int, voice: Artefact, trace: Artefact) -> Iterator[Record]:
    texts = [_words(random.Random(seed)) for seed in range(TEXTS)]
    for record in generated(annotations):
        if isinstance(record, GuideAnnotation):
            number, words = record.instruction_id, texts[record.instruction_id % TEXTS]
            text = " ".join(word.word for word in words)
            seen = (
                {"voice": voice, "pose_trace": trace, "duration": float(SECONDS)}
                if number <= traced
                else _UNSEEN
            )
            yield record.model_copy(update={"transcript": text} | seen)
            yield AlignmentRecord(
                instruction_id=number, engine="viterbi", state="aligned", timed_instruction=words
            )
        elif isinstance(record, FollowerAnnotation):
            known = record.demonstration_id <= traced
            yield record.model_copy(update={"pose_trace": trace if known else None})
        elif not isinstance(record, Review):  # all are good
            yield record


_UNSEEN = {"voice": None, "pose_trace": None, "duration": None, "sample_rate": None}


def _words(chance: random.Random) -> tuple[GroundedWord, ...]:
    step = SECONDS / WORDS_EACH
    return tuple(
        GroundedWord(
            word=chance.choice(WORDS),
            start_time=step * place,
            end_time=step * (place + 0.8),
            source="aligned",
        )
        for place in range(WORDS_EACH)
    )


def exported(folder: Path, name: str, environment: str, runner: str) -> Run:
    """A process of its own, whose bar is seen."""
    output = folder / f"out-{name}"
    command = [sys.executable, "-m", "pangea_server.app", "export", str(output), "--format", name]
    chosen = ["--environment", environment, "--runner", runner, "--data-dir", str(folder / "data")]
    memory = workers = 0.0
    began = time.perf_counter()
    process = subprocess.Popen([*command, *chosen])
    while process.poll() is None:
        memory = max(memory, peak_megabytes(process.pid))
        workers = max(workers, *map(peak_megabytes, workers_of(process.pid)), 0.0)
        time.sleep(LOOK)
    if process.returncode:
        raise SystemExit(f"The export to {name} ended with status {process.returncode}.")
    seconds = time.perf_counter() - began
    sizes = [file.stat().st_size for file in output.rglob("*") if file.is_file()]
    return Run(seconds, memory, workers, sum(sizes) / 1e6, len(sizes))


def show(runs: dict[str, Run], annotations: int, traced: int) -> None:
    table = Table(title=f"{annotations} Guides and as many Followers, {traced} of each with voice and camera")
    for column in ("format", "seconds", "peak memory, MB", "of a worker, MB", "written, MB", "files"):
        table.add_column(column, justify="left" if column == "format" else "right")
    for name, run in runs.items():
        told = (run.seconds, run.memory, run.workers, run.written, run.files)
        table.add_row(name, *(f"{each:.0f}" for each in told))
    Console().print(table)


if __name__ == "__main__":
    main()
