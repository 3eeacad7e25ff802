"""Which paths a campaign asks for, and in which split they are."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from environments import PanoramaFolder, is_unseen
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.campaigns.sample import sample_definition
from pangea_server.app.command_line import app
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.stores.protocol import Store

SCANS = tuple(f"street-{number}" for number in range(8))


@pytest.fixture
def streets(tmp_path: Path) -> Path:
    """Eight streets of twelve viewpoints in a zigzag, two metres apart."""
    names = [f"n{number}" for number in range(12)]
    for scan_id in SCANS:
        viewpoints = [
            {"viewpoint_id": name, "image": "none.jpg", "position": [number % 2, 2.0 * number, 1.5]}
            for number, name in enumerate(names)
        ]
        edges = [list(pair) for pair in pairwise(names)]
        (tmp_path / "streets" / scan_id).mkdir(parents=True)
        (tmp_path / "streets" / scan_id / "graph.json").write_text(
            json.dumps({"scan_id": scan_id, "viewpoints": viewpoints, "edges": edges})
        )
    return tmp_path / "streets"


def splits(store: Store) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path in store.records.find(PathRecord, limit=500):
        found.setdefault(path.scan_id, set()).add(path.split)
    return found


def test_a_scan_is_in_one_split_whatever_later_campaigns_want(store: Store, streets: Path) -> None:
    environment = PanoramaFolder(streets)
    create_campaign(
        store.records, environment, "streets", sample_definition("one", paths_per_scan=2, unseen=0.5, seed=1)
    )
    first = splits(store)
    assert first == {name: {"val_unseen" if is_unseen(name, 0.5) else "train"} for name in SCANS}
    assert {frozenset(split) for split in first.values()} == {frozenset({"train"}), frozenset({"val_unseen"})}
    create_campaign(
        store.records, environment, "streets", sample_definition("two", paths_per_scan=2, unseen=1.0, seed=2)
    )
    assert splits(store) == first


def test_the_sampler_decides_how_long_paths_are(store: Store, streets: Path) -> None:
    environment = PanoramaFolder(streets)
    create_campaign(store.records, environment, "streets", sample_definition(paths_per_scan=6, sampler="rxr"))
    lengths = [len(path.path) for path in store.records.find(PathRecord, limit=500)]
    assert min(lengths) >= 5
    assert max(lengths) > 7


def test_the_command_says_what_was_sampled(streets: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(
        app,
        [
            *[
                "campaign",
                "sample",
                "--environment",
                f"folder:{streets}",
                "--data-dir",
                str(tmp_path / "data"),
            ],
            *["--paths", "3", "--sampler", "r2r", "--unseen", "1"],
        ],
    )
    assert done.exit_code == 0, done.output
    assert "24 Guide tasks and 24 Follower tasks were made." in done.output
    assert "24 paths in 8 scans (val_unseen 24): 8.9 to 13.4 m, median 11.2 m" in done.output
    assert "5 to 7 viewpoints, median 6." in done.output
