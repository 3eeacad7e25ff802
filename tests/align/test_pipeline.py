from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from align import (
    AlignmentError,
    Audio,
    PoseTrace,
    TimedWord,
    Transcript,
    TranscriptError,
    TranscriptMismatchError,
    align_transcript,
    ground,
)
from align.engines.carried_over import CarriedOver
from align.engines.protocol import Aligned
from align.exports import alignment_row, word_rows
from align.pipeline import open_engine, refuse_silence
from align.recognisers.recognised import Recognised
from environments.errors import ConfigurationError, PluginNotFoundError
from environments.geometry import extrinsic_matrix

DATA = Path(__file__).parents[1] / "data" / "align"
VOICE = Audio(np.full(16_000, 0.1, np.float32), 16_000)


class Backwards:
    """An aligner that is wrong."""

    name = "backwards"

    def align(self, recording: Audio, transcript: Transcript) -> Aligned:
        tokens = transcript.tokens
        return Aligned([TimedWord(token.text, 1.0 - token.start / 10, 1.0, "aligned") for token in tokens])


def turning_trace() -> PoseTrace:
    """Four snapshots, one a second, first at "a" then at "b", turning right by half a radian each."""
    headings = [0.0, 0.5, 1.0, 1.5]
    return PoseTrace(
        time=np.arange(4.0),
        viewpoint_ids=("a", "a", "b", "b"),
        extrinsic_matrix=np.array([extrinsic_matrix((0, 0, 1.5), h, 0.1) for h in headings], np.float32),
        intrinsic_matrix=np.array([np.eye(4)] * 4, np.float32),
    )


def test_an_unknown_engine_is_named_with_the_known_ones() -> None:
    with pytest.raises(PluginNotFoundError, match="'parrot'") as caught:
        align_transcript(VOICE, "go", language="en-US", engine="parrot")
    assert "pocketsphinx" in caught.value.remedy


def test_what_is_no_engine_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="neither aligns nor recognises"):
        align_transcript(VOICE, "go", language="en-US", engine=object())  # type: ignore[arg-type]


def test_silence_and_empty_transcripts_are_refused_before_any_engine_runs() -> None:
    silence = Audio(np.zeros(16_000, np.float32), 16_000)
    with pytest.raises(TranscriptMismatchError, match="is silent"):
        align_transcript(silence, "go", language="en-US", engine=Backwards())
    with pytest.raises(TranscriptError, match="0 tokens"):
        align_transcript(VOICE, " \n", language="en-US", engine=Backwards())


def test_an_engine_that_runs_backwards_is_caught() -> None:
    with pytest.raises(AlignmentError, match=r"Word 1 starts at 0\.6 s"):
        align_transcript(VOICE, "one two", language="en-US", engine=Backwards())


def test_words_become_rows_with_their_place_in_the_text_and_the_camera() -> None:
    text = (DATA / "door.txt").read_text()
    voice = Audio.open(DATA / "door.flac")
    rows = word_rows(align_transcript(voice, text, language="en-US").words, turning_trace())
    assert [row["word"] for row in rows] == text.split()
    assert [text[row["start_char"] : row["end_char"]] for row in rows] == text.split()
    assert list(rows[0]) == [
        "word", "start_time", "end_time", "source", "confidence", "start_char", "end_char",
        "expected_error",
        "viewpoint_id", "heading", "elevation", "first_snapshot", "last_snapshot",
    ]  # fmt: skip
    by_word = {row["word"]: row for row in rows}
    assert (by_word["Walk"]["viewpoint_id"], by_word["stop."]["viewpoint_id"]) == ("a", "b")
    assert by_word["turn"]["heading"] == pytest.approx(1.0, abs=1e-6)
    assert by_word["turn"]["elevation"] == pytest.approx(0.1, abs=1e-6)


def test_the_row_of_an_alignment_is_flat_and_has_no_words() -> None:
    alignment = align_transcript(
        Audio.open(DATA / "door.flac"), (DATA / "door.txt").read_text(), language="en-US"
    )
    row = alignment_row(alignment)
    assert not {"words", "report"} & set(row)
    assert (row["engine"], row["duration"], row["coverage"], row["verdict"]) == (
        alignment.engine,
        alignment.duration,
        alignment.report.coverage,
        alignment.report.verdict,
    )


def test_a_word_has_the_snapshots_of_its_interval() -> None:
    words = [TimedWord("turn", 0.5, 2.2, "aligned"), TimedWord("right", 2.9, 9.0, "aligned")]
    turn, right = ground(words, turning_trace())
    assert (turn.viewpoint_id, turn.first_snapshot, turn.last_snapshot) == ("a", 0, 2)
    assert (right.viewpoint_id, right.first_snapshot, right.last_snapshot) == ("b", 2, 3)
    assert [turn.heading, right.heading] == pytest.approx([0.0, 1.0])


@pytest.mark.parametrize(("peak", "silent"), [(0.00099, True), (0.00101, False), (-0.00101, False)])
def test_a_recording_is_silent_below_60_decibels(peak: float, silent: bool) -> None:
    sound = Audio(np.array([0.0, peak], np.float32), 16_000)
    if not silent:
        refuse_silence(sound)
        return
    with pytest.raises(TranscriptMismatchError, match="is silent"):
        refuse_silence(sound)


class Heard:
    """A recogniser, which hears the first word."""

    name = "heard"

    def recognize(self, recording: Audio, language: str) -> list[TimedWord]:
        return [TimedWord("go", 0.2, 0.4, "recognised", 0.5)]


class Forwards:
    """An aligner that finds the first word."""

    name = "forwards"

    def align(self, recording: Audio, transcript: Transcript) -> Aligned:
        return Aligned([TimedWord("go", 0.2, 0.4, "aligned"), *[None] * (len(transcript.tokens) - 1)])


def test_only_what_a_recogniser_heard_has_an_edit_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(
        "align.pipeline.other_sound", lambda _, words, unwritten: asked.append((words, unwritten))
    )
    aligned = align_transcript(VOICE, "go now", language="en-US", engine=Forwards())
    assert (aligned.engine, aligned.edit_distance, aligned.heard, aligned.unwritten) == (
        "forwards",
        None,
        None,
        None,
    )
    assert "forwards recognises nothing" in aligned.report.unknown
    carried = align_transcript(VOICE, "go now", language="en-US", engine=Heard())
    assert (carried.engine, carried.heard) == ("heard", (TimedWord("go", 0.2, 0.4, "recognised", 0.5),))
    assert carried.edit_distance == pytest.approx(4 / 6)
    assert "recognises nothing" not in carried.report.unknown
    assert asked == [([(0.2, 0.4)], ()), ([(0.2, 0.4)], ())]  # words with a time of their own


def test_an_engine_is_named_with_its_argument(tmp_path: Path) -> None:
    heard = tmp_path / "heard.ctm"
    heard.write_text("take 1 0.50 0.30 Walk\n")
    engine = open_engine(f"recognised:{heard}")
    assert isinstance(engine, CarriedOver)
    assert isinstance(engine.recogniser, Recognised)
    for wrong, remedy in {"recognised": "recognised:ARGUMENT", "pocketsphinx:x": "'pocketsphinx'"}.items():
        with pytest.raises(ConfigurationError) as refused:
            open_engine(wrong)
        assert remedy in refused.value.remedy
