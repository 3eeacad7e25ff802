"""Transcripts and lists of the shared cases, with the right values that their README states."""

from __future__ import annotations

from pathlib import Path

import pytest

from align.folders import FolderWork
from environments import InvalidDataError
from environments.input.json_documents import decoded, items, lines
from environments.input.regular_files import read_regular
from pangea_server.dataset.formats.rxr import GuideRow

pytestmark = pytest.mark.shared_data


@pytest.fixture
def cases(shared: Path) -> Path:
    return shared / "data" / "cases"


def work_on(folder: Path) -> FolderWork:
    return FolderWork(folder, folder, ".json", "en", "viterbi")


@pytest.mark.parametrize("name", ["latin1.flac", "utf16.flac"])
def test_a_transcript_in_another_encoding_is_refused(name: str, cases: Path) -> None:
    with pytest.raises(InvalidDataError, match="it is not UTF-8"):
        work_on(cases / "transcripts" / "not_utf8").job(name)


def test_two_recordings_of_one_name_have_two_results(cases: Path) -> None:
    work = work_on(cases / "transcripts" / "same_name")
    assert [work.target(name).name for name in work.names()] == ["v.ogg.json", "v.wav.json"]


def test_names_in_decomposed_form_are_paired(cases: Path) -> None:
    work = work_on(cases / "transcripts" / "nfd_names")
    (name,) = work.names()
    assert work.job(name).transcript


def test_a_byte_order_mark_belongs_to_no_row(cases: Path) -> None:
    read = [decoded(line, place, GuideRow) for place, line in lines(cases / "datasets" / "bom_guide.jsonl")]
    assert [row.instruction_id for row in read] == [1, 2]


def test_not_a_number_is_refused_with_its_entry_and_key(cases: Path) -> None:
    with pytest.raises(InvalidDataError, match=r"R2R_nan\.json is no .*: entry \d+, key \w+ is NaN"):
        list(items(cases / "datasets" / "R2R_nan.json"))


def test_a_photograph_with_a_decomposed_name_is_found(cases: Path) -> None:
    folder = cases / "photographs" / "nfd_names"
    assert read_regular(folder / "K\u00fcche.jpg", folder)
