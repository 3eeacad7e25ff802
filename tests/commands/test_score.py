"""What `pangea score` prints and writes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from environments import InvalidDataError, NavigationGraph, score_path
from pangea_server.app.command_line import app

ROW = {"instruction_id": 7, "scan": "corridor", "path": ["door", "lamp", "sofa"]}


@pytest.fixture
def scored(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A Guide's path of four metres, and Followers of whom one stopped two metres before its end."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)
    Path("guide.jsonl").write_text(json.dumps(ROW))
    walks = [["door", "lamp"], ["door", "lamp", "sofa"]]
    rows = [
        {"demonstration_id": number, "instruction_id": 7, "path": walk}
        for number, walk in enumerate(walks, start=8)
    ]
    Path("follower.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return ["score", "guide.jsonl", "follower.jsonl", "--environment", f"folder:{place}"]


def table(text: str) -> dict[str, str]:
    rows = [line.strip("│").split("│") for line in text.splitlines() if "│" in line]
    return {key.strip(): value.strip() for key, value in rows}


def test_the_means_of_all_followers_are_printed(scored: list[str]) -> None:
    done = CliRunner().invoke(app, scored)
    assert done.exit_code == 0, done.output
    assert "Followers: 2" in done.stdout
    means = table(done.stdout)
    assert {key: means[key] for key in ("ne", "sr", "spl", "dtw", "ndtw", "sdtw", "path_length")} == {
        "ne": "1.0000",
        "sr": "1.0000",
        "spl": "1.0000",
        "dtw": "1.0000",
        "ndtw": "0.9004",
        "sdtw": "0.9004",
        "path_length": "3.0000",
    }


def test_a_pipeline_scores_the_walks_of_large_graphs_ahead(
    scored: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("environments.metrics.guides.ALL_PAIRS_LIMIT", 3)
    plain = CliRunner().invoke(app, [*scored, "--output", "plain.jsonl"])
    alone = list[str]()

    def score_alone(scan_id: str, graph: NavigationGraph, walked: Sequence[str], path: Sequence[str]) -> Any:
        alone.append(" ".join(walked))
        return list(score_path(graph, walked, path).as_rxr().values())

    monkeypatch.setattr("pangea_server.app.score_on_beam.score_alone", score_alone)
    beam = CliRunner().invoke(app, [*scored, "--output", "beam.jsonl", "--runner", "direct"])
    assert beam.stdout == plain.stdout
    assert Path("beam.jsonl").read_bytes() == Path("plain.jsonl").read_bytes()
    assert sorted(alone) == ["door lamp", "door lamp sofa"]  # once, by the pipeline
    assert sorted(path.name for path in Path().glob("*.jsonl*")) == [
        "beam.jsonl", "follower.jsonl", "guide.jsonl", "plain.jsonl"
    ]  # fmt: skip


def test_faults_are_those_of_one_process(scored: list[str]) -> None:
    with Path("follower.jsonl").open("a") as rows:
        rows.write('\n{"demonstration_id": 8, "instruction_id": 7, "path": ["lamp"]}\n')
    plain, beam = (
        CliRunner().invoke(app, [*scored, "--output", "scores.jsonl", "--runner", name])
        for name in ("local", "direct")
    )
    assert isinstance(plain.exception, InvalidDataError)
    assert str(beam.exception) == str(plain.exception)
    assert not Path("scores.jsonl").exists()


def test_a_pipeline_needs_an_output(scored: list[str]) -> None:
    assert "it needs --output" in CliRunner().invoke(app, [*scored, "--runner", "direct"]).output


def test_of_nobody_there_is_no_mean(scored: list[str]) -> None:
    Path("follower.jsonl").write_text("")
    done = CliRunner().invoke(app, scored)
    assert "Followers: 0" in done.stdout
    assert set(table(done.stdout).values()) == {"-"}


def test_each_follower_has_a_row_and_a_second_run_gives_the_same(scored: list[str]) -> None:
    first = CliRunner().invoke(app, [*scored, "--output", "scores.jsonl"])
    assert first.exit_code == 0, first.output
    rows = [json.loads(line) for line in Path("scores.jsonl").read_text().splitlines()]
    assert [
        (row["demonstration_id"], row["instruction_id"], row["ne"], row["path_length"]) for row in rows
    ] == [
        (8, 7, 2.0, 2.0),
        (9, 7, 0.0, 4.0),
    ]
    again = CliRunner().invoke(app, [*scored, "--output", "scores.jsonl"])
    assert again.stdout == first.stdout
    assert sorted(path.name for path in Path().glob("scores*")) == ["scores.jsonl"]
