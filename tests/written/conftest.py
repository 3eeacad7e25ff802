"""The corridor and its server serve these tests as well."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from environments import PanoramaFolder
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.written.files import WrittenFile
from pangea_server.dataset.written.tasks import WantedTasks, WrittenReport, make_written_tasks
from pangea_server.stores.protocol import Store
from tests.server.conftest import people, place, server, settings, store, web

__all__ = ["people", "place", "server", "settings", "store", "web"]

PATHS = (("door", "lamp", "sofa"), ("window", "sofa", "lamp"), ("sofa", "window"), ("door", "lamp"))
SYSTEMS = ("people-of-2020", "marky-model")
Make = Callable[..., WrittenReport]
Rows = Sequence[Mapping[str, Any]]


def rows_of(systems: Sequence[str] = SYSTEMS, paths: Sequence[Sequence[str]] = PATHS) -> list[dict[str, Any]]:
    """An instruction of each system for each path."""
    return [
        {
            "scan": "corridor",
            "path": list(path),
            "instruction": f"Walk from the {path[0]} to the {path[-1]}, in words of style {number}.",
            "language": "en-US",
            "system": system,
        }
        for number, system in enumerate(systems)
        for path in paths
    ]


def written_file(file: Path, rows: Rows) -> Path:
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    return file


@pytest.fixture
def make(store: Store, place: Path, tmp_path: Path) -> Make:
    """Makes tasks of rows, as the commands do."""

    def run(rows: Rows, *, dry_run: bool = False, **wanted: Any) -> WrittenReport:
        file = written_file(tmp_path / "instructions.jsonl", rows)
        plan = replace(WantedTasks("comparison", followers=2, compares=True, sure=True), **wanted)
        (source,) = open_formats(["instructions"])
        return make_written_tasks(
            store,
            PanoramaFolder(place),
            f"folder:{place}",
            source,
            [WrittenFile(file)],
            plan,
            dry_run=dry_run,
        )

    return run
