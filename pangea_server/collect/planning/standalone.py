"""Standalone tasks, created from what their kind plans for a scan."""

from __future__ import annotations

from collections.abc import Sequence

from environments import Environment, Scan
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.kinds.protocol import PlannedTask, TaskSpec
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import RecordStore


def create_tasks(
    records: RecordStore,
    environment: Environment,
    scan: Scan,
    planned: PlannedTask,
    *,
    languages: Sequence[str],
    count: int,
    seed: int = 0,
    split: str = "train",
) -> list[Task]:
    """Write the work that ``planned`` offers in a scan: at most ``count`` pieces, each once in each language."""
    specs = planned.plan(environment, scan, count, seed)
    paths = [
        _path(path_id, scan, spec, split)
        for path_id, spec in zip(take_numbers(records, "paths", len(specs)), specs, strict=True)
    ]
    wanted = [
        (path, spec, language) for path, spec in zip(paths, specs, strict=True) for language in languages
    ]
    numbers = take_numbers(records, declared(planned.kind).counter, len(wanted))
    tasks = [
        Task(
            kind=planned.kind,
            number=number,
            path_id=path.path_id,
            scan_id=scan.scan_id,
            language=language,
            state=TaskState.OPEN,
            args=dict(spec.args),
        )
        for number, (path, spec, language) in zip(numbers, wanted, strict=True)
    ]
    for record in (*paths, *tasks):
        records.create(record)
    return tasks


def _path(path_id: int, scan: Scan, spec: TaskSpec, split: str) -> PathRecord:
    return PathRecord(
        path_id=path_id, scan_id=scan.scan_id, path=spec.path, heading=spec.heading, split=split
    )
