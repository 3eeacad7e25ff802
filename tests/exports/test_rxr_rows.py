from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from align import Audio, PoseTrace, TimedWord, align_transcript, ground
from align.timed import check_times
from environments import RXR_KEYS, InvalidDataError, ScoredFollower
from pangea_server.annotate.alignments.word_columns import columns_of
from pangea_server.annotate.annotations.records import Scores
from pangea_server.dataset.entries.entries import FollowerEntry, GuideEntry
from pangea_server.dataset.entries.row_files import finite_row_file, row_file
from pangea_server.dataset.formats.rxr import (
    TimedRow,
    _Beside,
    follower_entry_row,
    guide_entry_row,
    timed_row,
    timed_rows,
    timed_words,
    trace_name,
)
from tests.exports.rows import write_rows


def rows_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def test_rows_are_rxrs_and_the_same_every_time(tmp_path: Path) -> None:
    guide = GuideEntry(
        split="train",
        instruction_id=26,
        annotator_id=19,
        language="hi-IN",
        path_id=11,
        scan="2n8kARJN3HM",
        path=("a", "b"),
        heading=3.1,
        transcript="रुक जाओ",
        words=(TimedWord("रुक", 0.1, 0.2, "aligned"), TimedWord("जाओ", 0.2, 0.4, "interpolated")),
        edit_distance=0.111,
    )
    for name in ("first.jsonl.gz", "second.jsonl.gz"):
        write_rows(tmp_path / name, [guide_entry_row(guide)])
    written = (tmp_path / "first.jsonl.gz").read_bytes()
    assert written == (tmp_path / "second.jsonl.gz").read_bytes()
    assert written[3:8] == bytes(5), "neither a name nor the time of writing"
    (row,) = rows_of(tmp_path / "first.jsonl.gz")
    assert row == guide_entry_row(guide)
    assert set(row) == {
        "split", "instruction_id", "annotator_id", "language", "path_id", "scan", "path", "heading", "instruction",
        "timed_instruction", "edit_distance",
    }  # fmt: skip
    assert row["timed_instruction"][1] == {
        "word": "जाओ",
        "start_time": 0.2,
        "end_time": 0.4,
        "source": "interpolated",
    }


def test_pose_traces_are_named_as_rxr_names_them() -> None:
    assert trace_name(26, "guide") == "000026_guide_pose_trace.npz"
    assert trace_name(1234567, "follower") == "1234567_follower_pose_trace.npz"


def test_a_follower_row_has_its_metrics(tmp_path: Path) -> None:
    metrics = {"ne": 0.0, "sr": 1.0, "spl": 0.9, "dtw": 1.5, "ndtw": 0.9, "sdtw": 0.9}
    row = follower_entry_row(FollowerEntry(7, 26, 43, ("a",), metrics))
    assert list(row) == ["demonstration_id", "instruction_id", "annotator_id", "path", "metrics"]
    assert row["metrics"] == metrics


def test_scores_have_the_same_keys_wherever_they_are_written() -> None:
    scores = Scores(**dict.fromkeys(Scores.model_fields, 0.5))
    assert tuple(scores.as_rxr()) == RXR_KEYS
    assert ScoredFollower.__struct_fields__ == ("demonstration_id", "instruction_id", *RXR_KEYS)


@pytest.mark.parametrize(("start", "end"), [(None, None), (1.0, None), (None, 2.0)])
def test_a_word_without_both_times_gets_its_neighbours(start: float | None, end: float | None) -> None:
    rows = [TimedRow("turn", 0.0, 0.5), TimedRow("left", start, end), TimedRow("now", 1.5, 2.5)]
    words = timed_words("turn left now", rows)
    assert [(word.start_time, word.end_time) for word in words] == [(0.0, 0.5), (0.5, 1.5), (1.5, 2.5)]
    assert [word.source for word in words][1] == "interpolated"


@pytest.mark.shared_data
def test_a_real_annotation_is_aligned_grounded_exported_and_read_back(shared: Path, tmp_path: Path) -> None:
    folder = shared / "data" / "pangea_sample"
    told = json.loads((folder / "args.json").read_text())
    voice = Audio.open(folder / told.pop("audio"))
    trace = PoseTrace.from_snapshots_2021(
        (folder / "snapshots.jsonl").read_bytes(), layout="row", time_unit="s"
    )
    alignment = align_transcript(voice, told["instruction"], language=told["language"])
    assert [word.word for word in alignment.words] == told["instruction"].split()
    check_times(alignment.words, min(voice.duration, 38.6381))
    assert {word.viewpoint_id for word in ground(alignment.words, trace)} <= set(told["path"])

    entry = replace(msgspec.convert(told, GuideEntry), words=tuple(alignment.words))
    write_rows(tmp_path / "guide.jsonl.gz", [guide_entry_row(entry)])
    trace.save_rxr(tmp_path / trace_name(told["instruction_id"], "guide"))
    (row,) = rows_of(tmp_path / "guide.jsonl.gz")
    back = PoseTrace.load(tmp_path / "046944_guide_pose_trace.npz")
    assert row | told == row
    assert (back.path(), back.time.tolist()) == (told["path"], trace.time.tolist())
    assert back.extrinsic_matrix.tobytes() == trace.extrinsic_matrix.tobytes()
    assert back.intrinsic_matrix.tobytes() == trace.intrinsic_matrix.tobytes()
    assert back.heading[0] == pytest.approx(told["heading"], abs=1e-6)


NUMBERS = (0.0, -0.0, 1.0, 0.1, 1e-4, 9.9e-5, 5e-6, 1e-7, -3.5e-05, 1.2e-300, 10.00003, 123456789.125, 2**53)


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz"])
def test_fast_rows_have_the_same_bytes(tmp_path: Path, name: str) -> None:
    rows: list[dict[str, Any]] = [
        {"text": 'one-2 e-5, {"a": [1]}\n\t\0\x7f\u2028 दीपक 😀 \\', "numbers": [number, {"b": number}]}
        for number in NUMBERS
    ] + [{"nothing": None, "empty": [[], {}], "flags": (True, False)}]
    with row_file(tmp_path / f"plain-{name}") as write:
        for row in rows:
            write(row)
    with finite_row_file(tmp_path / f"fast-{name}") as write:
        for row in rows:
            write(row)
    assert (tmp_path / f"plain-{name}").read_bytes() == (tmp_path / f"fast-{name}").read_bytes()


def test_words_in_columns_make_the_rows_of_words_one_by_one() -> None:
    words = (
        TimedWord("a", 0.1, 0.2, "aligned", 0.5),
        TimedWord("b", 0.2, 0.4, "interpolated", None, 2, 3),
        TimedWord("c", 0.5, 0.75, "aligned", 0.25, None, None, 0.125),
    )
    for some in ((), words, words[:1], words[1:2]):
        rows = timed_rows(columns_of(some))
        assert list(map(list, map(dict.items, rows))) == [list(timed_row(word).items()) for word in some]


def test_a_trace_or_a_voice_of_an_entry_is_the_only_one(tmp_path: Path) -> None:
    for name in ("voices/a/1.MP3", "voices/a/1.txt", "voices/a/._1.wav", "voices/a/2.wav", "voices/b/2.flac",
                 "pose_traces/a/t.npz", "pose_traces/b/u.npz", "pose_traces/a/u.npz"):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    beside = _Beside(tmp_path)
    assert (beside.voice("1"), beside.voice("3")) == (tmp_path / "voices" / "a" / "1.MP3", None)
    assert (beside.trace("t.npz"), beside.trace("x.npz")) == (tmp_path / "pose_traces" / "a" / "t.npz", None)
    with pytest.raises(InvalidDataError, match=r"a/2\.wav, .*b/2\.flac only one"):
        beside.voice("2")
    with pytest.raises(InvalidDataError, match=r"a/u\.npz, .*b/u\.npz only one"):
        beside.trace("u.npz")
