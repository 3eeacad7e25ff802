"""The task door: what kind of work people can be given.

A task has a Python half, which fits ``TaskType`` and is named in the entry-point group ``pangea.tasks``, and a browser
half, which is a page that asks for leases of its ``kind``. Guide and Follower are two such tasks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from align import PoseTrace
from environments import Scan
from pangea_server.people.media_links import Media
from pangea_server.records import Annotator, Artefact, Lease, PathRecord, Record, Recording, Scores, Task
from pangea_server.schemas import Submission
from pangea_server.stores.protocol import RecordStore, Transaction


@dataclass(frozen=True, slots=True)
class Voice:
    """A take's voice: where it is stored, and its length in seconds."""

    artefact: Artefact
    sample_rate: int
    duration: float


@dataclass(frozen=True, slots=True)
class Answer:
    """A submission with everything that was checked and computed on the way."""

    task: Task
    lease: Lease
    person: Annotator
    recording: Recording
    submission: Submission
    scan: Scan
    path: PathRecord
    trace: PoseTrace
    walked: tuple[str, ...]
    scores: Scores


class TaskType(Protocol):
    """One kind of task."""

    kind: str
    has_voice: bool

    def args(self, task: Task, records: RecordStore, media: Media) -> dict[str, Any]:
        """The part of ``LeaseView`` that is this kind's: ``{field: arguments}``.

        Args:
            media: makes links to voices for the person who holds the task.
        """

    def check(self, answer: Answer) -> None:
        """Refuse an answer that cannot be used, before anything of it is stored.

        Raises:
            SubmissionError: naming what is missing, and what to do.
        """

    def annotation(self, answer: Answer, trace: Artefact, voice: Voice | None) -> Record:
        """The record of a checked answer."""

    def follow_up(self, answer: Answer, transaction: Transaction) -> Sequence[Record]:
        """Other records to replace in the transaction that stores the annotation (reads only)."""
