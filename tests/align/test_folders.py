"""A folder of recordings into a folder of words."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from align.errors import TranscriptError
from align.folders import align_folder, recordings, target_of

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


def test_what_has_a_transcript_is_found(folder: Path) -> None:
    assert [str(file.relative_to(folder)) for file in recordings(folder)] == [
        "a/one.flac",
        "b/two.flac",
        "broken.wav",
    ]


def test_each_is_written_where_it_was_found_and_a_broken_one_stops_nobody(
    folder: Path, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    outcomes = align_folder(
        folder, recordings(folder), output, suffix=".json", language="en-US", engine="pocketsphinx", workers=2
    )
    reasons = {outcome.name: outcome.reason for outcome in outcomes}
    assert [name for name, reason in reasons.items() if reason] == ["broken.wav"]
    words = json.loads((output / "a" / "one.json").read_text())
    assert [word["word"] for word in words] == TEXT.split()
    assert words == json.loads((output / "b" / "two.json").read_text())
    assert sorted(file.name for file in output.rglob("*") if file.is_file()) == ["one.json", "two.json"]


def test_the_format_is_chosen_by_its_suffix(folder: Path, tmp_path: Path) -> None:
    file = folder / "a" / "one.flac"
    options = {"suffix": ".vtt", "language": "en-US", "engine": "pocketsphinx"}
    list(align_folder(folder, [file], tmp_path, workers=1, **options))
    assert target_of(file, folder, tmp_path, ".vtt").read_text().startswith("WEBVTT")


def test_a_folder_without_transcripts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TranscriptError, match="no recording with a transcript"):
        recordings(tmp_path)
