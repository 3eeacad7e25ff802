"""From a place to work for people: sample paths, make a Guide task of each, and its Follower tasks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from environments import SAMPLERS, Environment, Scan, is_unseen
from pangea_server.errors import StoreConflictError
from pangea_server.numbering import take_numbers
from pangea_server.records import PathRecord, ScanRecord, Task, TaskState
from pangea_server.stores.protocol import RecordStore


@dataclass(frozen=True, slots=True)
class Plan:
    """What a campaign asks for, per scan.

    Attributes:
        sampler: how paths are chosen, a name in ``environments.SAMPLERS``.
        unseen: share of the scans whose paths go to the split ``val_unseen``; the others are ``train``.
    """

    languages: Sequence[str] = ("en-US",)
    sampler: str = "r2r"
    unseen: float = 0.0
    paths_per_scan: int = 6
    followers_per_guide: int = 1
    seed: int = 0


def create_campaign(
    records: RecordStore, environment: Environment, environment_name: str, plan: Plan
) -> list[Task]:
    """Write paths and tasks for every scan of the environment; returns the Guide tasks.

    Each path is described once in each language. A Follower task waits until its Guide has submitted.
    """
    guides: list[Task] = []
    for scan_id in environment.scan_ids():
        scan = environment.scan(scan_id)
        _know_scan(records, scan, environment_name)
        for path in _write_paths(records, scan, plan):
            guides.extend(_write_tasks(records, path, plan))
    return guides


def _know_scan(records: RecordStore, scan: Scan, environment_name: str) -> None:
    record = ScanRecord(
        scan_id=scan.scan_id, environment=environment_name, viewpoint_count=len(scan.viewpoints)
    )
    with suppress(StoreConflictError):  # an earlier campaign was here already
        records.create(record)


def _write_paths(records: RecordStore, scan: Scan, plan: Plan) -> list[PathRecord]:
    sampled = SAMPLERS[plan.sampler](scan.graph, plan.paths_per_scan, plan.seed)
    headings = random.Random(plan.seed)
    split = _split(records, scan.scan_id, plan)
    paths = [
        PathRecord(
            path_id=path_id,
            scan_id=scan.scan_id,
            path=path,
            heading=headings.uniform(0, 6.283),
            split=split,
        )
        for path_id, path in zip(take_numbers(records, "paths", len(sampled)), sampled, strict=True)
    ]
    for path in paths:
        records.create(path)
    return paths


def _split(records: RecordStore, scan_id: str, plan: Plan) -> str:
    """Where a scan's paths belong; what an earlier campaign said of it stays, so that no scan is in two splits."""
    earlier = records.find(PathRecord, {"scan_id": scan_id}, limit=1)
    return earlier[0].split if earlier else "val_unseen" if is_unseen(scan_id, plan.unseen) else "train"


def _write_tasks(records: RecordStore, path: PathRecord, plan: Plan) -> list[Task]:
    guides = [
        Task(
            kind="guide",
            number=number,
            path_id=path.path_id,
            scan_id=path.scan_id,
            language=language,
            state=TaskState.OPEN,
        )
        for number, language in zip(
            take_numbers(records, "instructions", len(plan.languages)), plan.languages, strict=True
        )
    ]
    for guide in guides:
        records.create(guide)
        for number in take_numbers(records, "demonstrations", plan.followers_per_guide):
            records.create(
                guide.model_copy(
                    update={
                        "kind": "follower",
                        "number": number,
                        "state": TaskState.WAITING,
                        "instruction_id": guide.number,
                    }
                )
            )
    return guides
