"""What ``pangea align`` refuses, and what it writes for one recording; the words come from a file, no engine runs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile
import typer
from typer.testing import CliRunner, Result

from pangea_server.annotate.alignments.align_command import align_command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A recording of two words, its transcript, and what a recogniser heard in it."""
    monkeypatch.chdir(tmp_path)
    soundfile.write("one.wav", np.full(32_000, 0.1), 16_000)
    Path("one.txt").write_text("\ufeffTurn left", encoding="utf-8")
    heard = [{"word": "turn", "start": 0.5, "end": 0.8}, {"word": "left", "start": 0.8, "end": 1.25}]
    Path("one.json").write_text(json.dumps({"segments": [{"start": 0.5, "end": 1.25, "words": heard}]}))
    Path("latin.txt").write_bytes(b"\xe4")
    return tmp_path


def run(*arguments: str) -> Result:
    app = typer.Typer()
    app.command()(align_command(lambda settings, names: None))
    return CliRunner().invoke(app, [*arguments, "--data-dir", "data"], catch_exceptions=True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("one.wav", "needs its TRANSCRIPT.txt"),
        ("one.txt one.wav", "is a text, not a"),
        ("one.wav latin.txt", "is not UTF-8"),
        (". --output a --output b", "one folder for the words"),
        (". --output one.json", "one folder for the words"),
        ("one.wav one.txt --recognise pocketsphinx_recognition", "without a RECORDING"),
        ("one.wav one.txt --engine viterbo:x", "viterbo"),
        ("one.wav one.txt --dtw slow", "slow"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_wrong_usage_is_refused_before_anything_is_written(arguments: str, told: str) -> None:
    before = sorted(Path().iterdir())
    result = run(*arguments.split())
    assert (result.exit_code, sorted(Path().iterdir())) == (2, before)
    assert told in result.output


WORDS = ["--engine", "recognised:{name}.json"]


@pytest.mark.usefixtures("folder")
def test_a_voice_that_is_cut_off_is_refused_by_name() -> None:
    Path("cut.wav").write_bytes(Path("one.wav").read_bytes()[:-100])
    result = run("cut.wav", "one.txt", *WORDS)
    assert "cut.wav is cut off after 2.0 s" in str(result.exception)


@pytest.mark.usefixtures("folder")
def test_whose_words_are_meant_is_an_option() -> None:
    speakers = [{"word": word, "start": at, "end": at + 0.3, "speaker": who} for word, at, who in
                (("turn", 0.5, "A"), ("left", 0.8, "A"), ("yes", 1.2, "B"))]  # fmt: skip
    Path("one.json").write_text(json.dumps({"words": speakers}))
    assert "words of 2 speakers: A (2), B (1)" in str(run("one.wav", "one.txt", *WORDS).exception)
    words = json.loads(run("one.wav", "one.txt", *WORDS, "--speaker", "A").stdout.partition("]")[0] + "]")
    assert [(each["word"], each["start_time"]) for each in words] == [("Turn", 0.5), ("left", 0.8)]


@pytest.mark.usefixtures("folder")
def test_the_words_of_one_recording_are_printed_where_no_output_is_named() -> None:
    result = run("one.wav", "one.txt", *WORDS)
    words = json.loads(result.stdout)
    assert [(each["word"], each["start_time"], each["end_time"]) for each in words] == [
        ("Turn", 0.5, 0.8),
        ("left", 0.8, 1.25),
    ]
    assert result.exit_code == 0
    assert "1 aligned, 0 failed." in result.stderr
    assert list(Path().glob("*.report.json")) == []


@pytest.mark.usefixtures("folder")
def test_every_output_is_written_and_the_report_lies_beside_the_first() -> None:
    assert run("one.wav", "one.txt", *WORDS, "--output", "a.vtt", "--output", "b.ctm").exit_code == 0
    made = {path.name for path in Path().iterdir() if path.stem[0] in "ab"}
    assert made == {"a.vtt", "b.ctm", "a.heard.json", "a.report.json"}
    assert Path("a.vtt").read_text().startswith("WEBVTT")
    assert [each["word"] for each in json.loads(Path("a.heard.json").read_text())["words"]] == [
        "turn",
        "left",
    ]
