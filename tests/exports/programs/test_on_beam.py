"""Commands over a store as pipelines, also with two workers in processes of their own: the same bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from pangea_server.app.command_line import app
from tests.exports.filled import annotated, corridor
from tests.two_workers import on_runner


@pytest.fixture(scope="module", params=["direct", "dask"])
def beam(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """The options of a command for a runner."""
    with on_runner(request.param) as (runner, options):
        yield ["--runner", runner, *(f"--beam-option={each}" for each in options)]


def written(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def pangea(*arguments: object) -> None:
    done = CliRunner().invoke(app, list(map(str, arguments)))
    assert done.exit_code == 0, done.output


def streets(folder: Path) -> Path:
    """A grid of 1,156 corners, more than there is a table for, in which walks are scored one by one."""
    folder.mkdir()
    Image.new("RGB", (64, 32)).save(folder / "street.jpg")
    corners = [(x, y) for x in range(34) for y in range(34)]
    viewpoints = [
        {
            "viewpoint_id": f"{x}-{y}",
            "image": "street.jpg",
            "position": [9.1 * x, 8.3 * y, 1.5],
            "height": 1.5,
        }
        for x, y in corners
    ]
    edges = [
        [f"{x}-{y}", f"{a}-{b}"] for x, y in corners for a, b in ((x + 1, y), (x, y + 1)) if max(a, b) < 34
    ]
    graph = {"scan_id": "streets", "viewpoints": viewpoints, "edges": edges}
    (folder / "graph.json").write_text(json.dumps(graph))
    return folder


def test_scores(tmp_path: Path, beam: list[str]) -> None:
    place, chance = streets(tmp_path / "place"), random.Random(1)
    paths = [[f"{n}-{k}" for k in range(n % 7, 12)] for n in range(30)]
    guides = [{"instruction_id": n, "scan": "streets", "path": path} for n, path in enumerate(paths)]
    followers = [
        {"demonstration_id": n, "instruction_id": n % 30, "path": paths[n % 30][: chance.randrange(1, 6)]}
        for n in range(450)
    ]
    guide, follower = tmp_path / "guide.jsonl", tmp_path / "follower.jsonl"
    for file, rows in ((guide, guides), (follower, followers)):
        file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    for name, on in (("plain", []), ("beam", beam)):
        output = tmp_path / name / "scores.jsonl"
        pangea("score", guide, follower, "--environment", f"folder:{place}", "--output", output, *on)
    assert written(tmp_path / "beam") == written(tmp_path / "plain")
    assert len((tmp_path / "plain" / "scores.jsonl").read_text().splitlines()) == 450


def test_a_release(tmp_path: Path, beam: list[str]) -> None:
    annotated(tmp_path / "data", guides=20).close()
    place = corridor(tmp_path / "place").directory
    where = "--version", "1.0", "--data-dir", tmp_path / "data", "--environment", f"folder:{place}"
    for name, on in (("plain", ["--jobs", 1]), ("beam", beam)):
        pangea("release", tmp_path / name / "dataset", *where, *on, "--format", "rxr", "--format", "webvtt")
    assert written(tmp_path / "beam") == written(tmp_path / "plain")
