"""A folder of recordings into a folder of words."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import soundfile

from align import Audio
from align.batch import run_work
from align.folders import FolderWork
from tests.align.contained import FORMS, write_contained
from tests.server.programs.test_cli import pangea

SPEECH = Path(__file__).parents[2] / "data" / "speech"
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
    assert (report["coverage"], report["verdict"], report["edit_distance"]) == (1.0, None, None)
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


@pytest.mark.parametrize("suffix", FORMS)
def test_what_browsers_record_is_aligned_too(suffix: str, folder: Path, tmp_path: Path) -> None:
    samples, rate = soundfile.read(SPEECH / "instruction.flac", dtype="float32")
    write_contained(folder / f"three{suffix}", Audio(samples, rate).resampled(48_000).samples, 48_000)
    (folder / "three.txt").write_text(TEXT)
    work = work_on(folder, tmp_path / "out")
    assert f"three{suffix}" in work.names()
    outcomes = list(run_work(work, ["a/one.flac", f"three{suffix}"], workers=1))
    assert [outcome.reason for outcome in outcomes] == ["", ""]
    first, second = (outcome.alignment.words for outcome in outcomes if outcome.alignment)
    late = [abs(a.start_time - b.start_time) for a, b in zip(first, second, strict=True)]
    assert sorted(late)[len(late) // 2] < 0.06


def test_the_command_counts_and_names_what_it_leaves_out(folder: Path, tmp_path: Path) -> None:
    for name in ("phone.3gp", "browser.webm"):
        (folder / name).write_bytes(b"no sound")
        (folder / name).with_suffix(".txt").write_text(TEXT)
    for take in ("a/one", "b/two"):
        (folder / f"{take}.flac").unlink()
    done = pangea("align", str(folder), "--output", str(tmp_path / "out"), "--engine", "pocketsphinx")
    assert done.returncode == 1
    assert "Left out 1, because they have no transcript beside them: alone.flac" in done.stderr
    assert (
        "Left out 1, because their format is not read (convert them to FLAC or WAV): phone.3gp" in done.stderr
    )
    report = json.loads((tmp_path / "out" / "browser.report.json").read_text())
    assert report["reason"].startswith("the recording cannot be read as sound")


def test_each_recording_has_its_own_file_of_recognised_words(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "heard" / "a").mkdir(parents=True)
    words = [{"word": word, "start": i / 4, "end": i / 4 + 0.2} for i, word in enumerate(TEXT.split())]
    (tmp_path / "heard" / "a" / "one.json").write_text(json.dumps({"words": words}))
    engine = f"recognised:{tmp_path}/heard/{{name}}.json"
    work = FolderWork(folder, tmp_path / "out", ".json", "en-US", engine, dtw="fastdtw")
    assert {work.job(name).dtw for name in work.names()} == {"fastdtw"}
    outcomes = {outcome.name: outcome for outcome in run_work(work, work.names(), workers=1)}
    one = outcomes["a/one.flac"].alignment
    assert one is not None
    assert [word.start_time for word in one.words][:3] == [0.0, 0.25, 0.5]
    assert outcomes["b/two.flac"].reason.startswith(
        f"There are no recognised words at {tmp_path}/heard/b/two.json"
    )
