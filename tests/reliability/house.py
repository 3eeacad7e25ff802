"""A place to walk in, and work for many Guides."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

from PIL import Image

from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.server import let_in
from pangea_server.stores.protocol import RecordStore, Transaction

WALK = ("door", "lamp", "sofa")


def build_corridor(folder: Path) -> str:
    """Three viewpoints in a row; returns the environment's name for ``--environment``."""
    folder.mkdir()
    for name in WALK:
        Image.new("RGB", (16, 8)).save(folder / f"{name}.jpg")
    viewpoints = [
        {"viewpoint_id": name, "image": f"{name}.jpg", "position": [0.0, 2.0 * number, 1.5]}
        for number, name in enumerate(WALK)
    ]
    graph = {
        "scan_id": "corridor",
        "viewpoints": viewpoints,
        "edges": [list(pair) for pair in pairwise(WALK)],
    }
    (folder / "graph.json").write_text(json.dumps(graph))
    return f"folder:{folder}"


def make_work(records: RecordStore, tasks: int, guides: int) -> list[str]:
    """So many Guide tasks, each on a path of its own, since a person meets a path once; tokens of so many Guides."""

    def write(transaction: Transaction) -> None:
        for number in range(1, tasks + 1):
            transaction.create(PathRecord(path_id=number, scan_id="corridor", path=WALK, heading=0.0))
            transaction.create(_guide_task(number))

    records.transact(write)
    return [let_in(records)[1] for _ in range(guides)]


def _guide_task(number: int) -> Task:
    return Task(
        kind="guide",
        number=number,
        path_id=number,
        scan_id="corridor",
        language="en-US",
        state=TaskState.OPEN,
    )
