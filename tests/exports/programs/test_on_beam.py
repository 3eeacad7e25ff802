"""Commands over a store as pipelines, also with two workers in processes of their own: the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
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


def test_a_release(tmp_path: Path, beam: list[str]) -> None:
    annotated(tmp_path / "data", guides=20).close()
    place = corridor(tmp_path / "place").directory
    where = "--version", "1.0", "--data-dir", tmp_path / "data", "--environment", f"folder:{place}"
    for name, on in (("plain", ["--jobs", 1]), ("beam", beam)):
        pangea("release", tmp_path / name / "dataset", *where, *on, "--format", "rxr", "--format", "webvtt")
    assert written(tmp_path / "beam") == written(tmp_path / "plain")
