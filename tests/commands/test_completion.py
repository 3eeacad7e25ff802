"""What the shell completes: values, not only names of options."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from align.beam import RUNNERS
from environments.plugins import ENVIRONMENTS
from pangea_server.annotate.kinds.kinds import KINDS
from pangea_server.app.command_line import app
from pangea_server.dataset.entries.protocol import Readable
from pangea_server.dataset.formats import FORMATS, IMPORTED_LANDMARKS, LANDMARK_FORMATS, READABLE_FORMATS
from pangea_server.dataset.landmarks.entries import ReadsLandmarks
from pangea_server.dataset.landmarks.landmark_format import LandmarkFormat
from pangea_server.people.access.records import Role
from tests.commands.verbs import parameters

NAMED = {
    "--store", "--environment", "--campaign", "--kind", "--role", "--runner", "--engine", "--recognise", "--format",
    "--by", "--state", "--from", "CAMPAIGN", "KIND:DIRECTORY", "TASK", "ROLE", "PLATFORM", "STUDY", "DECISION",
    "--sampler", "--layout", "--time-unit", "--matcher",
}  # fmt: skip
"""Parameters that take one of several names, wherever a command has one."""
NUMBERS = {"mend --by", "import --by"}
"""Those of the same name that take a person's number."""


def completed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str) -> list[str]:
    """What bash is offered for the last word of a command line."""
    words = line.split(" ")
    monkeypatch.setenv("_PANGEA_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    with pytest.raises(SystemExit):
        get_command(app).main(args=[], prog_name="pangea")
    return capsys.readouterr().out.split()


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("pangea export out --format ", sorted(FORMATS.builtin)),
        ("pangea export out --format r", ["r2r", "refer360", "reverie", "rxr"]),
        ("pangea landmarks match out --format ", sorted(IMPORTED_LANDMARKS)),
        ("pangea landmarks match out --matcher ", ["exact", "lemma"]),
        ("pangea import x --format ", sorted((*READABLE_FORMATS, *IMPORTED_LANDMARKS))),
        ("pangea invite --role ", [*Role]),
        ("pangea people role 3 m", ["manager"]),
        ("pangea serve --store ", ["firebase", "local", "postgres"]),
        ("pangea migrate --from ", ["firebase", "local", "postgres"]),
        (
            "pangea env check ",
            ["demo", *(f"{name}:" for name in sorted(ENVIRONMENTS.builtin) if name != "demo")],
        ),
        ("pangea serve --environment st", ["streetlearn:"]),
        ("pangea review list --kind ", sorted(KINDS.builtin)),
        ("pangea review list --state ", ["pending", "accepted", "rejected", "sent_back"]),
        ("pangea align --runner ", ["local", *RUNNERS]),
        ("pangea monitor --by sc", ["scan"]),
        ("pangea trust decide 3 house guide ", ["reinstated", "upheld"]),
    ],
)
def test_values_come_from_what_is_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str, values: list[str]
) -> None:
    assert completed(capsys, monkeypatch, line) == values


def test_every_parameter_that_takes_a_name_completes_it(
    monkeypatch: pytest.MonkeyPatch, data_dir: Path
) -> None:
    monkeypatch.setenv("PANGEA_DATA_DIR", str(data_dir))
    with sqlite3.connect(data_dir / "pangea.db") as database:
        database.execute("INSERT INTO studies (record_id, document, seal) VALUES ('s-1', '{}', x'')")
    context = get_command(app).make_context("pangea", ["demo"])
    named = [
        (name, each)
        for name, each in parameters()
        if name.rpartition(" ")[2] in NAMED and name not in NUMBERS
    ]
    assert len(named) > 60
    assert [name for name, each in named if not each.shell_complete(context, "")] == []


def test_campaigns_come_from_the_store_that_the_line_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data_dir: Path
) -> None:
    line = f"pangea campaign pause --data-dir {data_dir} ho"
    assert completed(capsys, monkeypatch, line) == ["hotel", "house"]
    monkeypatch.setenv("PANGEA_DATA_DIR", str(data_dir))
    assert completed(capsys, monkeypatch, "pangea votes show --campaign ") == ["garden", "hotel", "house"]
    assert completed(capsys, monkeypatch, "pangea votes show --store firebase --campaign ") == []


@pytest.mark.parametrize("content", [None, b"", b"no database" * 100])
def test_nothing_is_said_or_made_where_there_is_no_store(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / "pangea.db").write_bytes(content)
    there = sorted(tmp_path.iterdir())
    assert completed(capsys, monkeypatch, f"pangea campaign pause --data-dir {tmp_path} ") == []
    assert capsys.readouterr().err == ""
    assert sorted(tmp_path.iterdir()) == there
    if content is not None:
        assert (tmp_path / "pangea.db").read_bytes() == content


def test_directories_are_completed_after_a_kind(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "notes.txt").touch()
    found = completed(capsys, monkeypatch, f"pangea env check folder:{tmp_path}/")
    assert found == [f"folder:{tmp_path}/photos/"]


def test_a_campaign_is_completed_without_what_is_slow_to_load(data_dir: Path) -> None:
    line = f"pangea campaign pause --data-dir {data_dir} h"
    program = (
        "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr));"
        "from pangea_server.app.command_line import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ
        | {"_PANGEA_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.split() == ["hotel", "house"]
    assert {"numpy", "pydantic_settings", "langcodes", "fastapi", "align"} & {*done.stderr.split()} == set()


def test_the_formats_that_are_written_down_as_readable_are() -> None:
    assert [name for name in FORMATS.builtin if isinstance(FORMATS.load(name)(), Readable)] == [
        *READABLE_FORMATS
    ]


def test_the_formats_of_landmarks_are_written_and_read() -> None:
    for name in LANDMARK_FORMATS:
        assert isinstance(FORMATS.load(name)(), LandmarkFormat)
        assert isinstance(FORMATS.load(name)(), ReadsLandmarks)
