"""From records to rows: of all annotations, or of some."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import chain, islice
from math import nan
from operator import attrgetter
from typing import Any, TypeVar

import numpy as np
from msgspec import Struct

from environments import Environment
from environments.errors import PangeaError
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.kinds import annotation_records, declared
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.records import Record, padded
from pangea_server.dataset.monitoring.parts import (
    AnnotationPart,
    PathPart,
    ReportPart,
    ReviewPart,
    TaskPart,
    part_of,
)
from pangea_server.dataset.monitoring.table import (
    ASIDE,
    FLAGGED,
    OUTCOMES,
    REVIEW_STATES,
    ROW,
    SCORES,
    Rows,
    StringCodes,
    key,
    keys_of,
    looked_up,
    own_scores,
)
from pangea_server.quality.flags.records import FlagReport
from pangea_server.stores.paging import every_part
from pangea_server.stores.protocol import RECORD_ID, RecordStore

P = TypeVar("P", bound=Struct)
BATCH_ROWS = 5000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
SCORES_OF = attrgetter(*SCORES)


@dataclass
class Facts:
    """Data about annotations from other records, in columns, before it is joined with them.

    Attributes:
        lengths: metres of each path.
        campaigns, pools, states, flags: codes, by ``key`` of the annotation.
    """

    names: dict[str, StringCodes]
    paths: array[int] = field(default_factory=lambda: array("q"))
    lengths: array[float] = field(default_factory=lambda: array("f"))
    tasks: array[int] = field(default_factory=lambda: array("q"))
    campaigns: array[int] = field(default_factory=lambda: array("H"))
    pools: array[int] = field(default_factory=lambda: array("H"))
    reviewed: array[int] = field(default_factory=lambda: array("q"))
    states: array[int] = field(default_factory=lambda: array("B"))

    looked_at: array[int] = field(default_factory=lambda: array("q"))
    flags: array[int] = field(default_factory=lambda: array("B"))

    def add_path(self, path: PathPart, length: float) -> None:
        self.paths.append(path.path_id)
        self.lengths.append(length)

    def add_task(self, task: TaskPart) -> None:
        self.tasks.append(key(self.names, task.kind, task.number))
        self.campaigns.append(self.names["campaign"].code(task.campaign_id))
        self.pools.append(self.names["pool"].code(task.pool))

    def add_review(self, review: ReviewPart) -> None:
        self.reviewed.append(key(self.names, review.kind, review.number))
        self.states.append(REVIEW_STATES.index(review.state))

    def add_report(self, report: ReportPart) -> None:
        self.looked_at.append(key(self.names, report.kind, report.annotation_id))
        self.flags.append(FLAGGED.index("true" if any(each.raised for each in report.findings) else "false"))

    def join(self, rows: Rows) -> Rows:
        """Fill in the columns that come from other records."""
        keys, tasks = keys_of(rows), np.asarray(self.tasks)
        rows["length"] = looked_up(rows["path"], np.asarray(self.paths), np.asarray(self.lengths), nan)
        rows["campaign"] = looked_up(keys, tasks, np.asarray(self.campaigns), 0)
        rows["pool"] = looked_up(keys, tasks, np.asarray(self.pools), 0)
        rows["review"] = looked_up(keys, np.asarray(self.reviewed), np.asarray(self.states), 0)
        rows["flagged"] = looked_up(keys, np.asarray(self.looked_at), np.asarray(self.flags), 0)
        return rows


@dataclass(frozen=True)
class Gatherer:
    """Reads rows out of a store; ``environment`` says how long paths are."""

    records: RecordStore
    environment: Environment

    def all(self, names: dict[str, StringCodes], watch: Callable[[int], None] = lambda read: None) -> Rows:
        """A row for every annotation; ``watch`` is called now and then with the number of annotations read."""
        facts = Facts(names)
        for path in every_part(self.records, PathRecord, PathPart):
            facts.add_path(path, self._length(path))
        for task in every_part(self.records, Task, TaskPart):
            facts.add_task(task)
        for review in every_part(self.records, Review, ReviewPart):
            facts.add_review(review)
        for report in every_part(self.records, FlagReport, ReportPart):
            facts.add_report(report)
        annotations: Iterator[AnnotationPart] = chain.from_iterable(
            every_part(self.records, record, part_of(record)) for record in annotation_records()
        )
        parts, read = [np.empty(0, ROW)], 0
        while batch := list(islice(annotations, BATCH_ROWS)):
            parts.append(_rows(batch, names))
            read += len(batch)
            watch(read)
        rows = np.concatenate(parts)
        parts.clear()  # or all would be there twice while they are joined
        return facts.join(rows)

    def some(
        self, wanted: Collection[tuple[str, int]], names: dict[str, StringCodes]
    ) -> tuple[Rows, list[int]]:
        """The rows of these annotations, and the keys of those that no longer exist."""
        ids: dict[type[Annotation], list[str]] = {record: [] for record in annotation_records()}
        for kind, number in wanted:
            record = declared(kind).record
            ids[record].append(record.id_of(kind, number))
        found = [each for record in ids for each in self._parts(record, part_of(record), ids[record])]
        paths = {padded(each.path_id) for each in found}
        tasks = [f"{each.kind}-{padded(each.number)}" for each in found]
        facts = Facts(names)
        for path in self._parts(PathRecord, PathPart, paths):
            facts.add_path(path, self._length(path))
        for task in self._parts(Task, TaskPart, tasks):
            facts.add_task(task)
        for review in self._parts(Review, ReviewPart, tasks, "task_id"):
            facts.add_review(review)
        for report in self._parts(FlagReport, ReportPart, tasks):
            facts.add_report(report)
        rows = facts.join(_rows(found, names))
        gone = {key(names, *each) for each in wanted} - set(keys_of(rows).tolist())
        return rows, sorted(gone)

    def _parts(
        self, kind: type[Record], parts: type[P], values: Collection[str], field: str = RECORD_ID
    ) -> Iterator[P]:
        return (part for _, part in self.records.find_parts_of(kind, parts, values, field))

    def _length(self, path: PathPart) -> float:
        """Metres; NaN where the place is not this server's."""
        try:
            return self.environment.scan(path.scan_id).graph.path_length(path.path)
        except PangeaError:
            return nan


def _rows(annotations: Iterable[AnnotationPart], names: dict[str, StringCodes]) -> Rows:
    return np.array([_row(each, names) for each in annotations], ROW)


def _row(annotation: AnnotationPart, names: dict[str, StringCodes]) -> tuple[Any, ...]:
    """The fields of ``ROW``; those of other records, and those that depend on other rows, come later."""
    is_walk = declared(annotation.kind).follows_words  # without a voice: the walk is what was recorded
    recording = annotation.seconds("walk") if is_walk else annotation.duration
    return (
        names["kind"].code(annotation.kind),
        annotation.number,
        annotation.about or 0,
        annotation.annotator_id,
        0,
        annotation.path_id,
        0,
        0,
        names["scan"].code(annotation.scan_id),
        names["language"].code(annotation.language),
        names["system"].code(annotation.system),
        names["condition"].code(annotation.condition),
        nan,
        (annotation.submitted_at - EPOCH) // MICROSECOND,
        nan if recording is None else recording,
        annotation.seconds("transcribe"),
        annotation.seconds(),
        *(_own(annotation, names) if annotation.own_scores else SCORES_OF(annotation.path_scores)),
        OUTCOMES.index(annotation.outcome or ""),
        0,
        0,
        sum(bit * getattr(annotation, name) for name, bit in ASIDE.items()),
        0,
        0,
        annotation.place_hidden,
        0,
    )


def _own(annotation: AnnotationPart, names: dict[str, StringCodes]) -> tuple[float, ...]:
    """The scores of its kind's own, as ``own_scores`` names them."""
    for score in annotation.own_scores:
        names["score"].code(f"{annotation.kind}/{score}")
    known = own_scores(names, annotation.kind)
    values = [annotation.own_scores.get(score) for score in known]
    return (*(nan if value is None else value for value in values), *(nan,) * (len(SCORES) - len(values)))
