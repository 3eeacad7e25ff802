"""Mended words in a store: new versions, and a new alignment that leaves them alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from align import TimedWord
from align.batch import JobOutcome, JobReport
from align.exports import read_words
from pangea_server import Settings
from pangea_server.annotate.alignments.aligner import StoreWork
from pangea_server.annotate.alignments.mending import mend_words
from pangea_server.annotate.alignments.records import AlignmentRecord, AlignmentVersion
from pangea_server.app.command_line import app
from pangea_server.app.testing.server import People
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.stores.protocol import Store
from tests.exports.exported import exported
from tests.server.programs.test_aligning import TRANSCRIPT, align_store, alignment, guide_speaks, spoken

pytestmark = pytest.mark.usefixtures("campaign")


def moved(record: AlignmentRecord, place: int, seconds: float) -> list[TimedWord]:
    words: list[TimedWord] = list(record.timed_instruction)
    start, end = words[place].start_time, words[place].end_time
    words[place] = replace(words[place], start_time=start + seconds, end_time=end + seconds)
    return words


@pytest.fixture
def aligned(people: People, store: Store, settings: Settings) -> AlignmentRecord:
    guide_speaks(people, spoken())
    align_store(settings)
    return alignment(store)


def test_mending_is_a_new_version_and_the_old_one_stays(aligned: AlignmentRecord, store: Store) -> None:
    mend_words(store, 1, moved(aligned, 3, 0.05))
    record = alignment(store)
    sources = [word.source for word in record.timed_instruction]
    assert (record.version, sources.count("mended"), sources[3]) == (2, 1, "mended")
    assert record.timed_instruction[3].viewpoint_id is not None
    (before,) = store.records.find(AlignmentVersion, {"task_id": "guide-000001"})
    assert before.timed_instruction == aligned.timed_instruction
    assert (before.version, before.created_at) == (1, aligned.created_at)


def test_a_textgrid_goes_out_to_praat_and_comes_back_mended(
    aligned: AlignmentRecord, store: Store, settings: Settings, tmp_path: Path
) -> None:
    exported(store, tmp_path, "textgrid")
    file = tmp_path / "textgrid" / "train" / "000001.TextGrid"
    unchanged = read_words(file, source="mended")
    assert mend_words(store, 1, unchanged) == aligned
    end = aligned.timed_instruction[-1].end_time
    text = file.read_text().replace(f"{end:g}", f"{end - 0.02:g}")
    file.write_text(text)
    done = CliRunner().invoke(app, ["mend", "1", str(file), "--data-dir", str(settings.data_dir)])
    assert "Instruction 1: 1 mended words, version 2." in done.stdout
    last = alignment(store).timed_instruction[-1]
    assert last.source == "mended"
    assert last.end_time == pytest.approx(end - 0.02)


def test_aligning_again_keeps_what_was_mended(
    aligned: AlignmentRecord, store: Store, settings: Settings
) -> None:
    mended = mend_words(store, 1, moved(aligned, 3, 0.05)).timed_instruction[3]
    align_store(settings, redo=True)
    record = alignment(store)
    assert record.version == 3
    assert record.timed_instruction[3] == mended
    assert [found.version for found in store.records.find(AlignmentVersion, {"task_id": "guide-000001"})] == [
        1,
        2,
    ]


def test_an_alignment_that_knew_nothing_of_the_mending_takes_no_place(
    aligned: AlignmentRecord, store: Store, settings: Settings
) -> None:
    mended = mend_words(store, 1, moved(aligned, 3, 0.05))
    with StoreWork(settings) as work:
        work.write(JobOutcome("guide-000001", TRANSCRIPT, reason="The engine crashed on this recording."))
    assert alignment(store) == mended


def test_two_people_who_mend_the_same_version_do_not_overwrite_each_other(
    aligned: AlignmentRecord, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = moved(aligned, 3, 0.05)
    monkeypatch.setattr("pangea_server.annotate.alignments.mending.alignment_of", lambda *_: aligned)
    mend_words(store, 1, first)
    with pytest.raises(StoreConflictError, match="somebody else"):
        mend_words(store, 1, moved(aligned, 4, 0.05))


def test_what_has_no_words_cannot_be_mended(people: People, store: Store) -> None:
    guide_speaks(people, spoken())
    with pytest.raises(RecordNotFoundError, match="no timed words"):
        mend_words(store, 1, [])


def test_findings_are_read_from_the_store(aligned: AlignmentRecord, settings: Settings) -> None:
    with StoreWork(settings) as work:
        known, unknown = work.findings(["guide-000001", "guide-000002"])
    assert (known.report and known.report.verdict) == "fits"
    assert unknown == JobReport("guide-000002", reason="The aligner did not reach this recording.")
