"""The store of the benchmark: as large as Room-Across-Room, by a seeded generator.

Guides of 78 words each (RxR's mean) and as many Followers, in the documents that the store itself would write.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import groupby, takewhile
from pathlib import Path

import numpy as np

from align import GroundedWord, PoseTrace
from environments.geometry import extrinsic_matrix
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.alignments.word_columns import Words
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.core.records import Artefact, Record
from pangea_server.stores.documents import text_of
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.benchmarks.monitor.annotations import generated
from tests.benchmarks.server.annotations import WORDS
from tests.exports.filled import CORRIDOR, LENS, guide_records, stored_trace

WORDS_EACH, TEXTS = 78, 50
SECONDS, RATE = 40, 60


def fill(data_dir: Path, annotations: int) -> None:
    """A store with so many Guides and Followers, which came in without voice and camera as from ``pangea import``."""
    LocalStore.open(data_dir).close()
    _write(data_dir, _records(annotations))


def trace(data_dir: Path, annotations: int, traced: int) -> None:
    """Give the first so many of them a voice and a camera of 40 seconds at 60 Hz. The blobs of all would fill a disk
    and say no more."""
    with closing(LocalStore.open(data_dir)) as store:
        voice, pose_trace = _blobs(store)
    seen = {"voice": voice, "pose_trace": pose_trace, "duration": float(SECONDS)}
    answers = (
        each for each in _records(annotations) if isinstance(each, GuideAnnotation | FollowerAnnotation)
    )
    first = takewhile(lambda each: each.number <= traced, answers)
    _write(
        data_dir,
        (
            each.model_copy(update={key: seen[key] for key in seen if key in each.model_fields_set})
            for each in first
        ),
    )


def _write(data_dir: Path, records: Iterable[Record]) -> None:
    """Write past the store, which would sync each record."""
    with closing(sqlite3.connect(data_dir / "pangea.db")) as database:
        database.execute("PRAGMA synchronous = off")
        for collection, found in groupby(records, key=lambda record: record.collection):
            rows = ((record.record_id, text_of(record)) for record in found)
            database.executemany(
                f"INSERT OR REPLACE INTO {collection} (record_id, document) VALUES (?, ?)", rows
            )
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


def _records(annotations: int) -> Iterator[Record]:
    texts = [_words(random.Random(seed)) for seed in range(TEXTS)]
    for record in generated(annotations):
        if isinstance(record, GuideAnnotation):
            number, words = record.instruction_id, texts[record.instruction_id % TEXTS]
            text = " ".join(word.word for word in words)
            yield record.model_copy(update=_UNSEEN | {"transcript": text})
            yield AlignmentRecord(
                instruction_id=number, engine="viterbi", state="aligned", timed_instruction=words
            )
        elif isinstance(record, FollowerAnnotation):
            yield record.model_copy(update={"pose_trace": None})
        elif not isinstance(record, Review):  # all are good
            yield record


_UNSEEN = {"voice": None, "pose_trace": None, "duration": None, "sample_rate": None}


def _words(chance: random.Random) -> Words[GroundedWord]:
    """Words as precise in time as the aligner's, at their places in the text."""
    step, place, said = SECONDS / WORDS_EACH, 0, []
    for number in range(WORDS_EACH):
        word, start, end = chance.choice(WORDS), step * number, step * (number + 0.8)
        said.append(
            GroundedWord(
                word=word,
                start_time=round(start, 3),
                end_time=round(end, 3),
                source="aligned",
                start_char=place,
                end_char=place + len(word),
            )
        )
        place += len(word) + 1
    return Words.of(GroundedWord, said)
