"""Recordings of people: their hand-made word starts, and how near the default engine comes to them."""

from __future__ import annotations

import json
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from align import Audio
from tests.benchmarks.people import HERE, Clone, Source, marks, write

SOURCES = json.loads((HERE / "sources.json").read_text())


@pytest.mark.parametrize("name", [name for name, source in SOURCES.items() if "annotations" not in source])
def test_two_readings_of_the_marks_agree_and_are_in_order(name: str) -> None:
    marked = json.loads((HERE / "marks.json").read_text())[name]
    for reading in (marked["first"], marked["second"]):
        assert all(earlier < later for earlier, later in pairwise(reading))
    apart = [abs(one - other) for one, other in zip(marked["first"], marked["second"], strict=True)]
    assert max(apart) <= 0.04
    assert sum(doubtful for _, doubtful in marks(name)) <= len(apart) / 2


def test_every_speaker_is_in_one_half() -> None:
    split = json.loads((HERE / "split.json").read_text())
    names = [name for half in split.values() for name in half]
    assert sorted(names) == sorted([*SOURCES, *(path.stem for path in HERE.glob("*.flac"))])


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with a recording twice, a table of transcripts, and words as EMU writes them."""
    repository = tmp_path / "clones" / "speech"
    repository.mkdir(parents=True)
    for name in ("a.flac", "b.flac"):
        (repository / name).write_bytes((HERE / "austen.flac").read_bytes())
    (repository / "table.md").write_text("| file | said |\n| --- | --- |\n| x/a.flac.wav | one two |\n")
    segments = [
        {"id": 3, "sampleStart": 8000, "sampleDur": 999},
        {"id": 4, "sampleStart": 9000, "sampleDur": 500},
    ]
    word = {"id": 2, "labels": [{"name": "Text", "value": "two"}]}
    levels = [{"name": "Word", "items": [word]}, {"name": "Phonetic", "items": segments}]
    links = [{"fromID": 2, "toID": 4}, {"fromID": 2, "toID": 3}]
    (repository / "b.json").write_text(json.dumps({"sampleRate": 16000, "levels": levels, "links": links}))
    for command in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "Speak"],
    ):
        subprocess.run(["git", "-C", str(repository), *command], check=True)
    return tmp_path


def _source(**more: str | list[str]) -> Source:
    return {
        "repository": "somebody/speech",
        "commit": "HEAD",
        "language": "en-US",
        "files": ["b.flac"],
        **more,
    }


def test_an_annotated_word_begins_with_its_first_segment(clone: Path) -> None:
    source = _source(annotations=["b.json"])
    write(clone / "said", Clone(clone / "clones", source), source)
    assert json.loads((clone / "said.json").read_text()) == [
        {"word": "two", "start_time": 0.5, "end_time": 0.5938}
    ]
    assert (clone / "said.txt").read_text() == "two\n"


def test_words_get_the_marks_of_their_recording_and_files_are_joined(clone: Path) -> None:
    marked = [start for start, _ in marks("te_sai")]
    source = _source(files=["a.flac", "b.flac"], text="naa peeru saayi krishna", until="30")
    write(clone / "te_sai", Clone(clone / "clones", source), source)
    words = json.loads((clone / "te_sai.json").read_text())
    assert [word["start_time"] for word in words] == marked
    assert words[-1]["end_time"] == Audio.open(clone / "te_sai.flac").duration == 30


def test_a_transcript_of_another_length_than_the_marks_is_refused(clone: Path) -> None:
    source = _source(table="table.md", rows=["a.flac.wav"], column="said")
    with pytest.raises(ValueError, match="te_sai has 2 words and 4 marks"):
        write(clone / "te_sai", Clone(clone / "clones", source), source)
