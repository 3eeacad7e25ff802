"""Which recordings of a folder are aligned, what of, and where their words go; no engine runs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from align import PoseTrace, TimedWord
from align.batch import JobOutcome, JobReport
from align.errors import TranscriptError
from align.folders import FileVoice, FolderWork
from align.pipeline import Alignment
from align.recognisers.registry import RecogniserOptions
from align.report import AlignmentReport, Stretch
from environments.errors import ConfigurationError, InvalidDataError

REPORT = AlignmentReport(1.0, None, None, None, 2.0, None, unknown="The engine is blind.")
WORDS = (TimedWord("Go", 0.1, 0.4, "aligned", 0.9, 0, 2, 0.02), TimedWord("left.", 0.4, 0.8, "aligned"))
ALIGNMENT = Alignment(WORDS, "viterbi", "en-US", 1.0, None, (Stretch(0.8, 0.9),), REPORT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two takes in folders of their own, the later name first, a sound without transcript, and what is not read."""
    folder = tmp_path / "in"
    for take in ("b/two", "a/one"):
        (folder / take).parent.mkdir(parents=True)
        soundfile.write(folder / f"{take}.flac", np.full(16_000, 0.1), 16_000)
        (folder / f"{take}.txt").write_text("\ufeffGo left.", encoding="utf-8")
    (folder / "alone.WAV").write_bytes(b"sound")
    (folder / "notes.txt").write_text("no recording")
    for other in ("phone.3gp", "picture.png"):
        (folder / other).write_bytes(b"other")
        (folder / other).with_suffix(".txt").write_text("Go left.")
    (folder / "alone.3gp").write_bytes(b"other")
    return folder


def work_on(folder: Path, suffix: str = ".json", engine: str = "viterbi") -> FolderWork:
    return FolderWork(folder, folder.parent / "out", suffix, "en-US", engine)


def test_each_recording_is_aligned_left_out_or_in_a_form_that_is_not_read(folder: Path) -> None:
    work = work_on(folder)
    assert work.names() == ["a/one.flac", "b/two.flac"]
    assert work.without_transcript() == ["alone.WAV"]
    assert work.unreadable() == ["phone.3gp"]


def test_a_folder_without_transcripts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TranscriptError, match="has no recording with a transcript beside it") as caught:
        work_on(tmp_path).names()
    assert (
        "sound is .aac, .aif, .aiff, .caf, .flac, .m4a, .mp3, .mp4, .oga, .ogg, .opus, .w64, .wav, .weba, .webm."
        in caught.value.remedy
    )


def test_recordings_that_are_named_alike_get_a_file_each(folder: Path) -> None:
    (folder / "a/one.ogg").write_bytes(b"")
    work = work_on(folder)
    assert work.names() == ["a/one.flac", "a/one.ogg", "b/two.flac"]
    targets = [work.target(name).name for name in work.names()]
    assert targets == ["one.flac.json", "one.ogg.json", "two.json"]
    assert work.report_file("a/one.ogg").name == "one.ogg.report.json"


def test_names_are_those_that_people_read(tmp_path: Path) -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    for name in (f"{composed}.wav", f"._{composed}.wav", "LOUD.WAV", "._LOUD.TXT"):
        (tmp_path / name).write_bytes(b"sound")
    for name in (f"{decomposed}.TXT", "LOUD.Txt"):
        (tmp_path / name).write_text("Go left.")
    (tmp_path / f"{decomposed}.NPZ").write_bytes(b"trace")
    work = work_on(tmp_path)
    assert work.names() == ["LOUD.WAV", f"{composed}.wav"]
    assert work.without_transcript() == []
    job = work.job(f"{composed}.wav")
    assert (job.transcript, job.trace) == ("Go left.", b"trace")


def test_one_file_of_recognised_words_is_refused_for_several_recordings_only(folder: Path) -> None:
    work = work_on(folder, engine=f"recognised:{folder}/heard.json")
    with pytest.raises(
        ConfigurationError, match="the words of one recording, not of all 2 recordings in"
    ) as caught:
        work.names()
    assert "recognised:FOLDER/{name}.json" in caught.value.remedy
    (folder / "b" / "two.txt").unlink()
    assert work_on(folder, engine=work.engine).names() == ["a/one.flac"]


def test_an_unknown_format_is_refused_when_work_begins(folder: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"no writer for 'words\.doc'"), work_on(folder, ".doc"):
        pass
    work = work_on(folder, ".vtt")
    with work as entered:
        assert entered is work


def test_a_job_has_all_that_lies_beside_its_recording(folder: Path) -> None:
    options = RecogniserOptions(endpoint="localhost:1")
    own = {"go": (("G", "OW"),)}
    work = FolderWork(folder, folder, ".json", "en-IN", "recognised:{name}.json", options, "banded", own)
    (folder / "a/one.npz").write_bytes(b"a trace")
    (folder / "a/one.lexicon.txt").write_bytes(b"KOTHRUD K OW")
    job = work.job("a/one.flac")
    assert (job.name, job.voice) == ("a/one.flac", FileVoice(folder / "a/one.flac", folder))
    assert (job.transcript, job.language, job.engine) == ("Go left.", "en-IN", "recognised:a/one.json")
    assert (job.trace, job.own_lexicon, job.before) == (b"a trace", b"KOTHRUD K OW", ())
    assert (job.options, job.dtw) == (options, "banded")
    assert job.lexicon == own
    assert replace(work.job("b/two.flac"), own_lexicon=b"").trace is None
    assert work.job("b/two.flac").own_lexicon is None


@pytest.mark.parametrize(
    ("encoding", "reason"),
    [
        ("cp1252", "it is not UTF-8: unexpected end of data at byte 3"),
        ("utf-16", "it is not UTF-8, but UTF-16"),
    ],
)
def test_a_transcript_that_is_not_utf8_is_refused_not_altered(
    encoding: str, reason: str, folder: Path
) -> None:
    (folder / "a/one.txt").write_text("caf\u00e9", encoding=encoding)
    with pytest.raises(InvalidDataError) as caught:
        work_on(folder).job("a/one.flac")
    assert caught.value.message == f"The transcript one.txt: {reason}."


def test_a_transcript_that_has_gone_is_not_there(folder: Path) -> None:
    with pytest.raises(InvalidDataError, match=r"b/none\.txt cannot be read: No such file"):
        work_on(folder).job("b/none.flac")


@pytest.mark.parametrize("name", ["a/one.txt", "a/one.npz", "a/one.lexicon.txt"])
def test_a_file_outside_the_folder_is_not_read(name: str, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(tmp_path / "secret")
    with pytest.raises(InvalidDataError, match="cannot be read") as caught:
        work_on(folder).job("a/one.flac")
    assert name in caught.value.message


def test_a_voice_outside_the_folder_or_missing_is_not_opened(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "voice.wav").write_bytes(b"sound")
    for file in (tmp_path / "voice.wav", folder / "none.wav"):
        with pytest.raises(InvalidDataError, match="cannot be read"):
            FileVoice(file, folder).opened()
    with FileVoice(folder / "alone.WAV", folder).opened() as voice:
        assert voice.read() == b"sound"


def test_words_and_report_are_written_where_the_recording_was_found(folder: Path) -> None:
    work, name = work_on(folder), "a/one.flac"
    assert not work.is_done(name)
    work.write(JobOutcome(name, "Go left.", ALIGNMENT))
    assert work.is_done(name)
    out = folder.parent / "out" / "a"
    assert sorted(file.name for file in out.iterdir()) == ["one.json", "one.report.json"]
    assert [row["word"] for row in json.loads((out / "one.json").read_text())] == ["Go", "left."]
    assert json.loads((out / "one.report.json").read_text()) == {
        "recording": "a/one.flac", "state": "aligned", "reason": "", "engine": "viterbi", "language": "en-US",
        "duration": 1.0, "edit_distance": None, "unwritten": [{"start_time": 0.8, "end_time": 0.9}], "heard": None,
        "coverage": 1.0, "unwritten_share": None, "silence_share": None, "unstable_words": None, "speaking_rate": 2.0,
        "verdict": None, "reasons": [], "unknown": "The engine is blind.", "unspoken": None,
        "suggested_language": None, "region": None, "region_margin": None, "region_doubted": False,
    }  # fmt: skip


def test_a_pose_trace_adds_the_camera_and_a_recogniser_what_it_heard(folder: Path) -> None:
    work, still = work_on(folder), np.eye(4, dtype=np.float32)[np.newaxis]
    PoseTrace(np.zeros(1), ("door",), still, still).save(folder / "a/one.npz")
    heard = (TimedWord("go", 0.1, 0.4, "recognised", 0.5),)
    work.write(JobOutcome("a/one.flac", "Go left.", replace(ALIGNMENT, heard=heard)))
    words = json.loads(work.target("a/one.flac").read_text())
    assert {word["viewpoint_id"] for word in words} == {"door"}
    assert json.loads((folder.parent / "out/a/one.heard.json").read_text()) == {
        "words": [{"word": "go", "start": 0.1, "end": 0.4, "confidence": 0.5}]
    }


def test_a_failed_recording_has_a_report_and_no_words(folder: Path) -> None:
    work = work_on(folder)
    work.write(JobOutcome("a/one.flac", "Go left.", reason="It is silent.", fault="silent"))
    assert not work.is_done("a/one.flac")
    work.write(JobOutcome("b/two.flac", "Go left.", ALIGNMENT))
    assert list(work.findings(["b/two.flac", "a/one.flac", "c.flac"])) == [
        JobReport("b/two.flac", REPORT),
        JobReport("a/one.flac", reason="It is silent."),
        JobReport("c.flac", reason="The aligner did not reach this recording."),
    ]


def test_the_words_are_written_before_the_report(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted run must not leave a report that says "aligned" without words."""
    written: list[str] = []
    monkeypatch.setattr("align.folders.write_whole", lambda target, data: written.append(target.name))
    work_on(folder).write(JobOutcome("a/one.flac", "Go left.", replace(ALIGNMENT, heard=WORDS)))
    assert written == ["one.json", "one.heard.json", "one.report.json"]
