"""Every file of a release is opened by somebody else's reader, in an environment that has nothing of ours."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from fnmatch import fnmatch
from pathlib import Path

import pytest

from docs.site.examples import shown_files
from pangea_server.annotate.alignments.lookups import alignment_of
from pangea_server.dataset.entries.dataset import Dataset
from tests.readers.conftest import ROOT, Opened

READERS = {
    "tables": ("*.parquet",),
    "arrays": ("*.npz",),
    "sounds": ("*.wav",),
    "pictures": ("*.png",),
    "rows": ("*.json", "*.json.gz", "*.jsonl", "*.jsonl.gz", "*.ctm"),
}
"""By which function of ``others.py`` files are opened that have no test of their own below."""
OWN_TESTS = ("*.vtt", "*.srt", "*.TextGrid", "*.tar", "*.svg", "*.xml")
TEXTS = ("README.md", "huggingface/README.md", "SHA256SUMS", "CITATION.cff")
"""Their readers: test_descriptions.py, and ``sha256sum`` in tests/exports/test_release.py."""


@pytest.fixture(scope="session")
def files(released: Path) -> list[Path]:
    return sorted(file for file in released.rglob("*") if file.is_file())


def matching(files: list[Path], *patterns: str) -> list[Path]:
    return [file for file in files if any(fnmatch(file.name, pattern) for pattern in patterns)]


def test_every_file_has_a_reader(files: list[Path], released: Path) -> None:
    read = set(matching(files, *OWN_TESTS, *(each for patterns in READERS.values() for each in patterns)))
    left = {file.relative_to(released).as_posix() for file in set(files) - read}
    assert left <= set(TEXTS)


@pytest.mark.parametrize("reader", READERS)
def test_it_is_opened(reader: str, files: list[Path], opened: Opened) -> None:
    found = matching(files, *READERS[reader])
    assert found
    assert len(opened(reader, *found)) == len(found)


def times(dataset: Dataset, number: int) -> list[tuple[float, float, str]]:
    words = alignment_of(dataset.store.records, number)
    assert words is not None
    return [(word.start_time, word.end_time, word.word) for word in words.timed_instruction]


def test_subtitles_have_the_words_at_their_times(released: Path, dataset: Dataset, opened: Opened) -> None:
    told = opened("subtitles", released / "webvtt/train/000002.vtt", released / "srt/train/000002.srt")
    words = times(dataset, 2)
    for cues in told.values():
        assert " ".join(text for *_, text in cues) == " ".join(word for *_, word in words)
        assert cues[0][0] == pytest.approx(words[0][0], abs=0.001)
        assert cues[-1][1] == pytest.approx(words[-1][1], abs=0.001)


def test_three_readers_find_the_same_intervals(released: Path, dataset: Dataset, opened: Opened) -> None:
    told = opened("textgrids", released / "textgrid/train/000001.TextGrid")
    for reader, tiers in told.items():
        found = [(start, end, word) for start, end, word in tiers["words"] if word]
        assert [word for *_, word in found] == [word for *_, word in times(dataset, 1)], reader
        assert [start for start, *_ in found] == pytest.approx([start for start, *_ in times(dataset, 1)])


def test_pictures_of_words_are_xml(files: list[Path]) -> None:
    drawn = matching(files, "*.svg", "*.xml")
    assert drawn
    assert {ElementTree.parse(file).getroot().tag.rpartition("}")[2] for file in drawn} == {"svg", "View"}


def test_label_studio_takes_the_tasks(released: Path, opened: Opened) -> None:
    folder = released / "label_studio"
    told = opened("label_studio", folder / "tasks_train.json", folder / "labeling_config.xml")
    assert all(each["fits"] and each["regions"] for each in told)
    assert [error for each in told for errors in each["errors"] for error in errors] == []


def test_a_shard_gives_whole_samples(released: Path, dataset: Dataset, opened: Opened) -> None:
    told = opened("web_dataset", released / "webdataset/guide/train-000000.tar")
    assert [each["key"] for each in told] == ["000001", "000002", "000003"]
    assert [each["seconds"] for each in told] == [2.0, 2.0, None]
    assert told[0]["row"]["instruction"] == dataset.guide(1).annotation.transcript
    assert set(told[0]["poses"]) >= {"pano", "time", "extrinsic_matrix", "intrinsic_matrix"}
    (walk,) = opened("web_dataset", released / "webdataset/follower/train-000000.tar")
    assert (walk["row"]["instruction_id"], walk["seconds"]) == (1, None)


def test_the_loader_of_the_documentation_needs_nothing_of_ours(
    released: Path, opened: Opened, tmp_path: Path
) -> None:
    page = ROOT / "docs" / "howto" / "load.md"
    for name, content in shown_files(page.read_text(), page.parent):
        (tmp_path / name).write_text(content)
    assert opened("loaded", tmp_path, released) == [
        {"number": 1, "samples": 32_000},
        {"number": 2, "samples": 32_000},
        {"number": 3, "samples": None},
        {"number": 1, "samples": 32_000},
    ]


@pytest.mark.parametrize("place", ["huggingface", ""])
def test_hugging_face_loads_it_in_one_line(
    place: str, released: Path, dataset: Dataset, opened: Opened
) -> None:
    told = opened("hugging_face", released / place)
    assert told["audio"] == "Audio"
    assert told["features"]["path"] == "List(Value('string'))"
    for rows in (told["guide"], told["streamed"]):
        assert [row["instruction_id"] for row in rows] == [1, 2, 3]
        assert [row["voice_seconds"] for row in rows] == [2.0, 2.0, None]
        assert rows[0]["instruction"] == dataset.guide(1).annotation.transcript
    (walk,) = told["follower"]
    known = dataset.follower(1).annotation.scores.as_rxr()
    assert {name: walk["metrics"][name] for name in known} == known
