"""The three commands, as people call them."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from environments import ConfigurationError
from pangea_server.annotate.annotations.population import LeftOut
from pangea_server.app.command_line import Verbs, app, main
from pangea_server.dataset.entries.files import FailedFile
from pangea_server.dataset.entries.protocol import Readable
from pangea_server.dataset.exports.command import show
from pangea_server.dataset.exports.export import ExportReport
from pangea_server.dataset.formats import FORMATS, IMPORTED_LANDMARKS
from tests.exports.filled import annotated, corridor

CALLED = CliRunner()


def pangea(*arguments: str | Path) -> tuple[int, str]:
    result = CALLED.invoke(app, [str(argument) for argument in arguments])
    return result.exit_code, result.output


def test_a_dataset_goes_out_and_comes_in(tmp_path: Path) -> None:
    annotated(tmp_path / "data").close()
    corridor(tmp_path / "place")
    place = ("--environment", f"folder:{tmp_path / 'place'}", "--jobs", "1")
    code, told = pangea(
        "export",
        tmp_path / "out",
        "--format",
        "rxr",
        "--format",
        "r2r",
        "--data-dir",
        tmp_path / "data",
        *place,
    )
    assert code == 0, told
    assert "2 Guide and 1 Follower annotations" in told

    rows = [tmp_path / "out" / "rxr" / f"rxr_train_{kind}.jsonl.gz" for kind in ("guide", "follower")]
    code, told = pangea("import", *rows, "--format", "rxr", "--data-dir", tmp_path / "again", *place[:2])
    assert code == 0, told
    assert "2 Guide annotations came in." in told
    assert "1 Follower annotations came in." in told

    for number, file in enumerate(rows):
        (tmp_path / f"rows{number}.jsonl.gz").write_bytes(file.read_bytes())
    renamed = (tmp_path / "rows0.jsonl.gz", tmp_path / "rows1.jsonl.gz")
    code, told = pangea("import", *renamed, "--format", "rxr", "--data-dir", tmp_path / "unnamed", *place[:2])
    assert code == 0, told
    assert "1 Follower annotations came in." in told

    (tmp_path / "R2R_train.json").write_text("[]")
    code, told = pangea(
        "import", tmp_path / "R2R_train.json", "--format", "r2r", "--data-dir", tmp_path / "again", *place[:2]
    )
    assert code == 0, told
    assert "The files hold no entry" in told

    code, told = pangea(
        "release", tmp_path / "one", "--version", "1.0", "--data-dir", tmp_path / "again", *place
    )
    assert code == 0, told
    assert (tmp_path / "one" / "SHA256SUMS").exists()


def test_a_damaged_blob_is_named_and_the_exit_code_tells(tmp_path: Path) -> None:
    store = annotated(tmp_path / "data")
    store.blobs.delete(*(blob.name for blob in store.blobs.list("") if blob.name.endswith("voice.wav")))
    store.close()
    code, told = pangea("export", tmp_path / "out", "--data-dir", tmp_path / "data", "--jobs", "1")
    assert code == 1
    assert "rxr/voices/rxr_train/000001.wav" in told
    assert "2 files could not be made" in told


def test_what_an_export_could_not_write_is_told_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "500")
    report = ExportReport(
        guides=3,
        followers=2,
        answers=4,
        unaligned=1,
        lacking=Counter({"voice": 2, "pose trace": 0}),
        left_out={
            "Guide annotations": Counter(),
            "walks": Counter({LeftOut.LEARNING: 4, LeftOut.REJECTED: 1}),
        },
        notes=Counter({"Things of no use": 6}),
    )
    show(report, Path("out"))
    told = capsys.readouterr()
    assert told.out.splitlines() == [
        "3 Guide and 2 Follower annotations are in out.",
        "4 annotations of other kinds are in out/tasks.",
        "Guides' voices without word times: 1. Run pangea align, then export again.",
        "Left out of walks: 1 rejected, 4 of learning periods.",
        "Annotations without voice: 2.",
        "Things of no use: 6.",
    ]
    assert told.err == ""
    show(ExportReport(), Path("out"))
    assert capsys.readouterr().out == "0 Guide and 0 Follower annotations are in out.\n"


def test_the_first_twenty_files_that_could_not_be_made_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    faults = [
        FailedFile(f"{n}.wav", ConfigurationError(f"It is cut off at {n}.", remedy="")) for n in range(22)
    ]
    with pytest.raises(typer.Exit) as left:
        show(ExportReport(faults=faults), Path("out"))
    assert left.value.exit_code == 1
    *named, more, last = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in named] == [f"{n}.wav" for n in range(20)]
    assert (more, last) == ("... and 2 more.", "22 files could not be made.")


def test_of_several_formats_those_are_written_that_can_be(tmp_path: Path) -> None:
    annotated(tmp_path / "data").close()
    several = ("--format", "coco", "--format", "rxr", "--format", "r2r")
    code, told = pangea("export", tmp_path / "out", *several, "--data-dir", tmp_path / "data", "--jobs", "1")
    assert code == 1
    assert "coco could not be written: The store has no landmarks" in told
    assert "r2r could not be written: There is no scan 'corridor'." in told
    assert sorted(each.name for each in (tmp_path / "out").iterdir() if each.is_dir()) == ["rxr"]
    assert (tmp_path / "out" / "rxr" / "rxr_train_guide.jsonl.gz").exists()
    alone = ["export", str(tmp_path / "none"), "--format", "coco", "--data-dir", str(tmp_path / "data")]
    refused = CALLED.invoke(app, alone)
    assert str(refused.exception).startswith("The store has no landmarks, so nothing was written.")


def test_import_names_the_formats_that_it_reads(tmp_path: Path) -> None:
    readable = [name for name in FORMATS.builtin if isinstance(FORMATS.load(name)(), Readable)]
    assert {"rxr", "webvtt"} < set(readable) < set(FORMATS.builtin)
    (option,) = (each for each in Verbs()["import"].params if each.name == "format")
    readable += IMPORTED_LANDMARKS
    assert option.help.partition(", or ")[0] == ", ".join(readable)
    (tmp_path / "words.svg").touch()
    refused = CALLED.invoke(app, ["import", str(tmp_path / "words.svg"), "--format", "svg"]).exception
    assert isinstance(refused, ConfigurationError)
    assert refused.remedy == f"Choose from {', '.join(readable)}."


def test_brackets_in_what_is_refused_are_shown_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    corridor(tmp_path / "place")
    file = tmp_path / "R2R_train.json"
    row = {"path_id": 1, "scan": "[/red]", "path": ["door"], "heading": 0.0, "instructions": ["Stop."]}
    file.write_text(json.dumps([row]))
    place = ["--environment", f"folder:{tmp_path / 'place'}", "--data-dir", str(tmp_path / "data")]
    monkeypatch.setattr(
        sys, "argv", ["pangea", "import", str(file), "--format", "r2r", "--language", "en", *place]
    )
    with pytest.raises(SystemExit):
        main()
    assert "[/red]" in capsys.readouterr().err
