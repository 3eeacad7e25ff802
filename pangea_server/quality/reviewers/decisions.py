"""The decisions of a store, read fast: only the fields that the figures need."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from pangea_server.annotate.annotations.reviews import Decision, Verdict
from pangea_server.quality.reviewers.figures import ReviewerFigures, ReviewStep, reviewer_figures
from pangea_server.stores.paging import every_part
from pangea_server.stores.protocol import RecordReader


class _Decided(Struct):
    task_id: str
    version: int
    verdict: Verdict
    at: datetime
    actor: int | None = None
    claimed_at: datetime | None = None


def read_figures(records: RecordReader) -> ReviewerFigures:
    """The figures of all decisions in the store."""
    return reviewer_figures(_steps(records))


class Reviewers:
    """The figures of a running server, for any number of threads: they are made again when decisions were added, or
    went with a person who withdrew."""

    def __init__(self, records: RecordReader) -> None:
        self._records = records
        self._decisions = -1
        self._figures: ReviewerFigures | None = None
        self._turn = threading.Lock()

    def figures(self) -> ReviewerFigures:
        with self._turn:
            decisions = self._records.count(Decision)
            if self._figures is None or decisions != self._decisions:
                self._figures = read_figures(self._records)
                self._decisions = decisions
            return self._figures


def _steps(records: RecordReader) -> Iterator[ReviewStep]:
    for each in every_part(records, Decision, _Decided):
        yield ReviewStep(each.task_id, each.version, each.verdict, each.actor, each.claimed_at, each.at)
