"""Records and blobs to store."""

from __future__ import annotations

import hashlib
from typing import Any

from align import GroundedWord
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.stores.protocol import BlobInfo, Store


def task(number: int, **fields: Any) -> Task:
    """An open guide task."""
    given = {"path_id": 1, "scan_id": "house", "language": "en-US", "state": TaskState.OPEN, **fields}
    return Task(kind="guide", number=number, **given)


def alignment(words: int = 5) -> AlignmentRecord:
    """A record with nesting, floats, nulls, a date and words in three scripts."""
    said = ("turn", "घर", "తలుపు", 'a "quoted" word\n', "😀")
    timed = [
        GroundedWord(word=said[n % 5], start_time=0.1 + n, end_time=1e-17, source="aligned")
        for n in range(words)
    ]
    return AlignmentRecord(
        task_id="guide-000001", engine="viterbi", state="aligned", timed_instruction=tuple(timed)
    )


def blob_info(name: str, data: bytes) -> BlobInfo:
    """What a store reports about these bytes."""
    return BlobInfo(name, len(data), hashlib.sha256(data).hexdigest())


def fill(store: Store, records: list[Task]) -> None:
    for record in records:
        store.records.create(record)


def ids(records: Any) -> list[str]:
    return [record.record_id for record in records]
