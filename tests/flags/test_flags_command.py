"""``pangea flags``, as people call it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pangea_server import Settings
from pangea_server.app.align import flag_again
from pangea_server.app.command_line import app
from pangea_server.quality.flags.runner import FlagRunner
from tests.exports.filled import annotated, corridor


def test_it_tells_what_is_known_of_all_annotations_however_few_are_due(tmp_path: Path) -> None:
    annotated(tmp_path / "data").close()
    corridor(tmp_path / "place")
    options = ["--data-dir", str(tmp_path / "data"), "--environment", f"folder:{tmp_path / 'place'}"]

    def told(*arguments: str) -> tuple[str, list[list[str]]]:
        done = CliRunner(env={"PANGEA_ENVIRONMENT": options[3]}).invoke(
            app, ["flags", *arguments, *options[:2]]
        )
        assert done.exit_code == 0, done.output
        head, *rows = [line for line in done.stderr.splitlines() if line.strip() and "━" not in line]
        return head, [row.split() for row in rows]

    head, first = told()
    assert head == "Annotations with flags: 3, checked now: 3"
    assert {int(row[-1]) for row in first[1:]} <= {1, 2, 3}
    assert told() == ("Annotations with flags: 3, checked now: 0", first)
    head, one = told("guide-000001")
    assert head == "Annotations checked now: 1"
    assert {row[-1] for row in one[1:]} == {"1"}


def test_after_an_alignment_the_flags_of_these_answers_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(environment=f"folder:{tmp_path / 'place'}", data_dir=tmp_path / "data")
    flag_again(settings, [])  # opens no store: there is none
    annotated(tmp_path / "data").close()
    corridor(tmp_path / "place")
    flagged: list[str] = []
    monkeypatch.setattr(FlagRunner, "run", lambda _, report: flagged.append(report))
    flag_again(settings, ["guide-000002", "guide_two-000001"])
    assert flagged == ["guide-000002", "guide_two-000001"]
