"""A folder of recordings into a folder of words."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from align import PoseTrace
from align.batch import run_work
from align.errors import TranscriptError
from align.folders import FolderWork
from environments.errors import ConfigurationError

SPEECH = Path(__file__).parents[1] / "data" / "speech"
TEXT = (SPEECH / "instruction.txt").read_text().strip()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two good takes in folders of their own, a sound without transcript, and a file that is no sound."""
    folder = tmp_path / "in"
    for take in ("a/one", "b/two"):
        (folder / take).parent.mkdir(parents=True)
        shutil.copy(SPEECH / "instruction.flac", folder / f"{take}.flac")
        (folder / f"{take}.txt").write_text(TEXT)
    shutil.copy(SPEECH / "instruction.flac", folder / "alone.flac")
    (folder / "broken.wav").write_text("no sound")
    (folder / "broken.txt").write_text(TEXT)
    return folder


def work_on(folder: Path, output: Path, suffix: str = ".json") -> FolderWork:
    return FolderWork(folder, output, suffix, "en-US", "pocketsphinx")


def test_what_has_a_transcript_is_found(folder: Path, tmp_path: Path) -> None:
    assert work_on(folder, tmp_path).names() == [
        "a/one.flac",
        "b/two.flac",
        "broken.wav",
    ]


def test_what_has_none_is_named(folder: Path, tmp_path: Path) -> None:
    assert work_on(folder, tmp_path).without_transcript() == ["alone.flac"]


def test_a_pose_trace_beside_a_recording_adds_the_camera(folder: Path, tmp_path: Path) -> None:
    still = np.eye(4, dtype=np.float32)[np.newaxis]
    PoseTrace(np.zeros(1), ("door",), still, still).save(folder / "a" / "one.npz")
    work = work_on(folder, tmp_path)
    list(run_work(work, ["a/one.flac"], workers=1))
    assert {word["viewpoint_id"] for word in json.loads(work.target("a/one.flac").read_text())} == {"door"}


def test_each_is_written_where_it_was_found_and_a_broken_one_stops_nobody(
    folder: Path, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    work = work_on(folder, output)
    reasons = {outcome.name: outcome.reason for outcome in run_work(work, work.names(), workers=2)}
    assert [name for name, reason in reasons.items() if reason] == ["broken.wav"]
    words = json.loads((output / "a" / "one.json").read_text())
    assert [word["word"] for word in words] == TEXT.split()
    assert words == json.loads((output / "b" / "two.json").read_text())
    assert sorted(file.name for file in output.rglob("*") if file.is_file()) == [
        "broken.report.json", "one.json", "one.report.json", "two.json", "two.report.json",
    ]  # fmt: skip
    report = json.loads((output / "a" / "one.report.json").read_text())
    assert (report["recording"], report["state"], report["engine"]) == (
        "a/one.flac",
        "aligned",
        "pocketsphinx",
    )
    assert (report["coverage"], report["verdict"], report["edit_distance"]) == (1.0, "fits", None)
    assert "no unwritten speech" in report["unknown"]
    assert "edit distance" in report["unknown"]


def test_what_is_done_is_known_and_what_failed_too(folder: Path, tmp_path: Path) -> None:
    work = work_on(folder, tmp_path / "out")
    list(run_work(work, ["a/one.flac", "broken.wav"], workers=1))
    assert [name for name in work.names() if work.is_done(name)] == ["a/one.flac"]
    one, broken, two = work.findings(["a/one.flac", "broken.wav", "b/two.flac"])
    assert (one.report and one.report.coverage, one.reason) == (1.0, "")
    assert (broken.report, two.report) == (None, None)
    assert "broken.wav" in broken.reason or "cannot be read" in broken.reason
    assert two.reason == "The aligner did not reach this recording."


def test_the_format_is_chosen_by_its_suffix(folder: Path, tmp_path: Path) -> None:
    work = work_on(folder, tmp_path, ".vtt")
    list(run_work(work, ["a/one.flac"], workers=1))
    assert work.target("a/one.flac").read_text().startswith("WEBVTT")


def test_an_unknown_format_is_refused_before_anything_is_aligned(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no writer"):
        list(run_work(work_on(folder, tmp_path, ".doc"), ["a/one.flac"], workers=1))


def test_a_folder_without_transcripts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TranscriptError, match="no recording with a transcript"):
        work_on(tmp_path, tmp_path).names()
