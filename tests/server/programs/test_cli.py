"""The command line as scripts use it: output, files, exit codes."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from socket import create_server

import pytest
import soundfile
from typer.testing import CliRunner

from align.phones.espeak_ng import synthesize
from pangea_server.app.command_line import VERBS, app
from tests.align.programs.test_regions import TEXT, TEXT_AS_IN_INDIA

DATA = Path(__file__).parents[2] / "data"


def pangea(*arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the real command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "pangea_server.app", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=os.environ | {"NO_COLOR": "1", "COLUMNS": "200"} | variables,
        timeout=120,
    )


def test_the_command_explains_itself() -> None:
    shown = pangea("--help")
    assert shown.returncode == 0, shown.stderr
    assert "Usage: pangea" in shown.stdout
    assert [verb for verb in VERBS if f"│ {verb} " not in shown.stdout] == []


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(verb: str) -> None:
    shown = CliRunner().invoke(app, [verb, "--help"])
    assert shown.exit_code == 0, shown.output
    assert f"Usage: pangea {verb} " in shown.output


def test_a_verb_does_not_wait_for_the_others() -> None:
    program = (
        "import sys; from pangea_server.app.command_line import Verbs; Verbs()['score']; print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "pangea_server.app.score" in loaded
    assert "pangea_server.collect.planning.command" not in loaded


def test_a_server_starts_without_what_only_some_requests_need() -> None:
    """Each of these takes up to a second to load, and every start of a server would pay for it."""
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, pangea_server.app.api; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "pangea_server.quality.comparison" in loaded
    heavy = {"scipy.stats", "scipy.optimize", "scipy.signal", "jsonschema", "numba", "cv2", "pyarrow"}
    assert heavy & set(loaded) == set()


def test_it_says_its_version() -> None:
    assert pangea("--version").stdout == f"pangea {version('pangea-toolkit')}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"],
        ["score", "nowhere.jsonl", "nowhere.jsonl", "--environment", "demo"],
        ["align", "nowhere.wav", "nowhere.txt"],
        ["serve", "--port", "99999"],
        ["campaign", "sample", "--environment", "castle:/nowhere"],
        ["campaign", "sample", "--environment", "folder:/nowhere"],
        ["campaign", "sample", "--environment", "folder:/no[/where]"],
    ],
)
def test_wrong_usage_ends_with_two(arguments: list[str], tmp_path: Path) -> None:
    if arguments[0] == "campaign":
        arguments = [*arguments, "--data-dir", str(tmp_path)]
    refused = pangea(*arguments)
    assert refused.returncode == 2, refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_campaign_and_its_people_from_nothing(tmp_path: Path, place: Path) -> None:
    made = pangea(
        "campaign",
        "sample",
        "--environment",
        "demo",
        "--paths",
        3,
        "--followers",
        2,
        "--data-dir",
        tmp_path / "data",
    )
    assert made.returncode == 0, made.stderr
    assert "3 Guide tasks and 6 Follower tasks" in made.stdout
    link = pangea("invite", "--role", "manager", "--data-dir", tmp_path / "data").stdout
    assert link.startswith("http://127.0.0.1:8000/monitor#token=")
    counted = json.loads(pangea("monitor", "--json", "--data-dir", tmp_path / "data").stdout)
    assert {row["kind"]: row["open"] + row["waiting"] for row in counted["tasks"]} == {
        "guide": 3,
        "follower": 6,
    }
    assert pangea("align", "--data-dir", tmp_path / "data").stdout == "There is nothing to align.\n"
    assert pangea("demo", "--data-dir", tmp_path / "data").returncode == 2


def test_scores_are_written_one_row_per_follower(tmp_path: Path, place: Path) -> None:
    path = ["door", "lamp", "sofa"]
    guide, follower, output = (
        tmp_path / name for name in ("guide.jsonl", "follower.jsonl.gz", "scores.jsonl")
    )
    guide.write_text(json.dumps({"instruction_id": 7, "scan": "corridor", "path": path, "language": "en-US"}))
    with gzip.open(follower, "wt") as file:
        file.write(json.dumps({"demonstration_id": 8, "instruction_id": 7, "path": path[:2]}))
    done = pangea("score", guide, follower, "--environment", f"folder:{place}", "--output", output)
    assert done.returncode == 0, done.stderr
    row = json.loads(output.read_text())
    assert row["demonstration_id"] == 8
    assert set(row) >= {"ne", "sr", "spl", "dtw", "ndtw", "sdtw", "osr", "cls", "path_length"}
    assert (row["ne"], row["sr"], row["path_length"]) == (2.0, 1.0, 2.0)


def test_scoring_long_files_goes_on_where_it_was_interrupted(tmp_path: Path, place: Path) -> None:
    guide, follower, output = (tmp_path / name for name in ("guide.jsonl", "follower.jsonl", "scores.jsonl"))
    row = {"instruction_id": 7, "scan": "corridor", "path": ["door", "lamp"]}
    rows = [{**row, "demonstration_id": number, "comment": 4000 * "-"} for number in range(5000)]
    guides = [{**rows[0], "instruction_id": number} for number in range(2000)]
    unheard = {**rows[0], "instruction_id": 2000, "scan": "elsewhere"}
    guide.write_text("\n".join(map(json.dumps, [*guides, unheard])))
    broken = [*map(json.dumps, rows[:4999]), "{"]
    follower.write_text("\n".join(broken))
    told = follower.stat().st_mtime_ns
    arguments = ("score", guide, follower, "--environment", f"folder:{place}", "--output", output)
    assert pangea(*arguments).returncode == 1
    (part,) = tmp_path.glob("scores.jsonl.*.part")
    earlier = part.read_bytes()
    assert 0 < earlier.count(b"\n") < 5000
    part.write_bytes(earlier.replace(b'"ne":0.0', b'"ne":9.0', 1) + b'{"demonstration_id":40')

    follower.write_text("\n".join(map(json.dumps, rows)))
    os.utime(follower, ns=(told, told))  # as if it had been whole all the time
    assert pangea(*arguments).returncode == 0
    scores = [json.loads(line) for line in output.read_text().splitlines()]
    assert [score["demonstration_id"] for score in scores] == list(range(5000))
    assert [score["ne"] for score in scores] == [9.0] + [0.0] * 4999
    assert list(tmp_path.glob("*.part")) == []


def test_a_bad_row_fails_with_one_and_leaves_the_old_scores(tmp_path: Path, place: Path) -> None:
    guide, follower, output = (tmp_path / name for name in ("guide.jsonl", "follower.jsonl", "scores.jsonl"))
    guide.write_text(json.dumps({"instruction_id": 7, "scan": "corridor", "path": ["door", "lamp"]}))
    follower.write_text(json.dumps({"demonstration_id": 8, "instruction_id": 7, "path": ["door", "sofa"]}))
    output.write_text("old\n")
    failed = pangea("score", guide, follower, "--environment", f"folder:{place}", "--output", output)
    assert failed.returncode == 1
    assert "follower.jsonl" in failed.stderr
    assert "sofa" in failed.stderr
    assert output.read_text() == "old\n"


def test_the_doctor_names_what_is_missing(tmp_path: Path, place: Path) -> None:
    healthy = pangea("doctor", "--environment", f"folder:{place}", "--data-dir", tmp_path / "data")
    assert "1 scans, 4 viewpoints" in healthy.stdout
    ill = pangea("doctor", PANGEA_WEB_DIR=str(tmp_path))
    assert ill.returncode == 1
    assert "npm run build" in ill.stdout


def test_a_misspelt_variable_is_wrong_usage(tmp_path: Path) -> None:
    refused = pangea("monitor", PANGEA_STROE="x")
    assert refused.returncode == 2
    assert "PANGEA_STORE" in refused.stderr


def test_a_port_that_is_taken_is_named(tmp_path: Path, place: Path, web: Path) -> None:
    with create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        options = ["--environment", f"folder:{place}", "--data-dir", tmp_path / "data"]
        refused = pangea("serve", "--port", port, *options, PANGEA_WEB_DIR=str(web))
    assert refused.returncode == 2
    assert f"Port {port} on 127.0.0.1 cannot be opened" in refused.stderr


def test_a_folder_is_aligned_once_and_a_second_run_goes_on(tmp_path: Path) -> None:
    for name in ("one", "two"):
        shutil.copy(DATA / "speech" / "instruction.flac", tmp_path / f"{name}.flac")
        shutil.copy(DATA / "speech" / "instruction.txt", tmp_path / f"{name}.txt")
    (tmp_path / "two.txt").write_text(" ")
    first = pangea("align", tmp_path, "--output", tmp_path / "words", "--jobs", 1)
    assert first.returncode == 1
    assert "two.flac" in first.stderr
    assert "1 aligned, 1 failed." in first.stderr
    shutil.copy(DATA / "speech" / "instruction.txt", tmp_path / "two.txt")
    second = pangea("align", tmp_path, "--output", tmp_path / "words", "--jobs", 1)
    assert second.returncode == 0
    assert "2 aligned (1 before), 0 failed." in second.stderr


def test_one_recording_is_written_in_the_format_that_the_extension_names(tmp_path: Path) -> None:
    speech = DATA / "speech"
    words, captions = tmp_path / "words.json", tmp_path / "words.vtt"
    picture, outputs = tmp_path / "picture.png", ("--output", words, "--output", captions)
    done = pangea(
        "align", speech / "instruction.flac", speech / "instruction.txt", *outputs, "--output", picture
    )
    assert done.returncode == 0, done.stderr
    assert "1 aligned, 0 failed." in done.stderr
    rows = json.loads(words.read_text())
    assert [row["word"] for row in rows] == (speech / "instruction.txt").read_text().split()
    assert all(0 <= row["start_time"] <= row["end_time"] for row in rows)
    assert captions.read_text().startswith("WEBVTT")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert json.loads((tmp_path / "words.report.json").read_text())["verdict"] == "fits"
    unknown = pangea(
        "align", speech / "instruction.flac", speech / "instruction.txt", "--output", tmp_path / "x.foo"
    )
    assert unknown.returncode == 2


def test_a_recording_has_own_pronunciations_and_its_region_is_told(tmp_path: Path) -> None:
    speech = synthesize(TEXT_AS_IN_INDIA, "hi-IN")
    voice, text, own = tmp_path / "voice.wav", tmp_path / "voice.txt", tmp_path / "own.dict"
    soundfile.write(voice, speech.samples, speech.sample_rate)
    text.write_text(TEXT)
    own.write_text("WALL  W AO1 L AH0\n")
    options = ("--language", "en-US", "--lexicon", own)
    done = pangea("align", voice, text, *options, "--output", tmp_path / "words.json")
    assert done.returncode == 0, done.stderr
    assert "voice.wav: sounds like en-IN; try --language en-IN" in done.stderr
    report = json.loads((tmp_path / "words.report.json").read_text())
    assert (report["region"], report["region_doubted"]) == ("en-IN", True)
    own.write_text("WALL  W QQ L\n")
    refused = pangea("align", voice, text, *options)
    assert refused.returncode != 0
    assert "own.dict, line 1: 'QQ' is no sound." in refused.stderr
