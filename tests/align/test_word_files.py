"""Timed words as files of other programs: their exact form, and what comes back."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from align import Audio, TimedWord
from align.errors import AlignmentError
from align.exports import (
    WRITERS,
    AlignedRecording,
    ctm,
    read_ctm,
    read_srt,
    read_textgrid,
    read_webvtt,
    read_words,
    srt,
    textgrid,
    webvtt,
    writer_for,
)
from align.timed import Source, check_times
from environments.errors import ConfigurationError, InvalidDataError

WORDS = [
    TimedWord("Turn", 0.5, 0.88, "aligned", 0.931),
    TimedWord('"left"', 0.88, 1.2404, "interpolated"),
    TimedWord("<&>", 3725.25, 3725.25, "mended"),
    TimedWord("रुको", 3725.25, 3726.0, "recognised", 1.0),
]
LENGTH = 3727.0


def test_webvtt_escapes_and_labels() -> None:
    assert webvtt(WORDS) == (
        "WEBVTT\n\n"
        "00:00:00.500 --> 00:00:00.880\nTurn\n\n"
        '00:00:00.880 --> 00:00:01.240\n<c.interpolated>"left"</c>\n\n'
        "01:02:05.250 --> 01:02:05.251\n<c.mended>&lt;&amp;&gt;</c>\n\n"
        "01:02:05.250 --> 01:02:06.000\n<c.recognised>रुको</c>\n"
    )


def test_srt_counts_from_one_and_has_commas() -> None:
    assert srt(WORDS[:2]) == (
        '1\n00:00:00,500 --> 00:00:00,880\nTurn\n\n2\n00:00:00,880 --> 00:00:01,240\n"left"\n'
    )


def test_the_fourth_column_of_ctm_is_a_duration() -> None:
    assert ctm(WORDS[:2], "take-1").splitlines() == [
        "take-1 1 0.500 0.380 Turn 0.9310",
        'take-1 1 0.880 0.360 "left"',
    ]


def test_textgrid_fills_silence_in_and_ends_with_the_recording() -> None:
    lines = [line.strip() for line in textgrid(WORDS[:2], 2.0).splitlines()]
    assert lines[:4] == ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "xmin = 0.000000"]
    assert lines[4] == "xmax = 2.000000"
    assert [line for line in lines if line.startswith("text")] == [
        'text = ""',
        'text = "Turn"',
        'text = """left"""',
        'text = ""',
    ]
    assert "intervals: size = 4" in lines


def test_intervals_of_a_textgrid_touch_and_none_is_empty() -> None:
    overlapping = [TimedWord("a", 0.0, 0.9, "recognised"), TimedWord("b", 0.5, 0.5, "recognised")]
    at_the_end = [TimedWord(word, 1.0, 1.0, "interpolated") for word in "cd"]
    times = [
        float(line.split("=")[1])
        for line in textgrid(overlapping + at_the_end, 1.0).splitlines()
        if line.startswith("            xm")
    ]
    starts, ends = times[::2], times[1::2]
    assert starts == [0.0, *ends[:-1]]
    assert ends[-1] == 1.0
    assert all(start < end for start, end in zip(starts, ends, strict=True))


def sample(module: ModuleType) -> str:
    """The file that a module's docstring shows."""
    block = (module.__doc__ or "").split("::\n\n")[1]
    lines = takewhile(lambda line: not line or line.startswith("    "), block.splitlines())
    return dedent("\n".join(lines)).rstrip() + "\n"


def test_the_samples_in_the_docstrings_are_what_is_written() -> None:
    turn = TimedWord("Turn", 0.5, 0.88, "aligned", 0.931)
    left = TimedWord("left", 0.88, 1.24, "interpolated")
    assert webvtt([turn, left]) == sample(sys.modules["align.formats.webvtt"])
    assert srt([turn, left]) == sample(sys.modules["align.formats.srt"])
    assert ctm([turn, left], "instruction-26") == sample(sys.modules["align.formats.ctm"])
    assert textgrid([replace(turn, end_time=1.5)], 1.5) == sample(sys.modules["align.formats.textgrid"])


# ---- what is written comes back

tokens = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp")), min_size=1, max_size=8
).filter(lambda text: text.split() == [text])
moments = st.floats(0, 20_000, allow_nan=False)


@st.composite
def timed_words(draw: st.DrawFn, label: st.SearchStrategy[Source]) -> list[TimedWord]:
    """As an aligner gives them: in order, one ends before the next starts, some without any length."""
    texts = draw(st.lists(tokens, max_size=8))
    times = sorted(draw(st.lists(moments, min_size=2 * len(texts), max_size=2 * len(texts))))
    return [TimedWord(text, times[2 * i], times[2 * i + 1], draw(label)) for i, text in enumerate(texts)]


aligned_words = timed_words(st.just("aligned"))
Read = Callable[[bytes], Sequence[TimedWord]]


def agree(found: Sequence[TimedWord], words: Sequence[TimedWord], precision: float, shortest: float) -> None:
    assert [(word.word, word.source) for word in found] == [(word.word, word.source) for word in words]
    check_times(found, math.inf)
    for one, other in zip(found, words, strict=True):
        assert one.start_time == pytest.approx(other.start_time, abs=precision)
        end = max(other.end_time, other.start_time + shortest)
        assert one.end_time == pytest.approx(end, abs=precision + shortest)


@given(timed_words(st.sampled_from(("aligned", "recognised", "mended", "interpolated"))))
def test_webvtt_comes_back_with_its_labels(words: list[TimedWord]) -> None:
    written = webvtt(words)
    found = read_webvtt(written.encode(), source="aligned")
    agree(found, words, 0.00051, 0.001)
    assert webvtt(found) == written


@given(aligned_words)
def test_srt_comes_back(words: list[TimedWord]) -> None:
    written = srt(words)
    found = read_srt(b"\xef\xbb\xbf" + written.replace("\n", "\r\n").encode(), source="aligned")
    agree(found, words, 0.00051, 0.001)
    assert srt(found) == written


@given(aligned_words, st.none() | st.floats(0, 1))
def test_ctm_comes_back_with_its_confidences(words: list[TimedWord], confidence: float | None) -> None:
    words = [replace(word, confidence=confidence) for word in words]
    written = ctm(words, "take", "B")
    found = read_ctm(written.encode(), source="aligned").get(("take", "B"), [])
    agree(found, words, 0.00051, 0)
    assert ctm(found, "take", "B") == written
    assert all(word.confidence == pytest.approx(confidence, abs=5e-5) for word in found)


@given(aligned_words, st.sampled_from(("utf-8", "utf-16")))
def test_textgrid_comes_back(words: list[TimedWord], encoding: str) -> None:
    written = textgrid(words, 20_000.0)
    found = read_textgrid(written.encode(encoding), source="aligned")
    agree(found, words, 1e-6 * (len(words) + 1), 1e-6)
    assert textgrid(found, 20_000.0) == written


# ---- files of others, and files that are none


def test_a_textgrid_in_praats_short_form_is_read_by_the_name_of_its_tier() -> None:
    short = """File type = "ooTextFile"
Object class = "TextGrid"

0
1.5
<exists>
3
"TextTier"
"bell"
0
1.5
1
0.7
"ding"
"IntervalTier"
"phones"
0
1.5
1
0
1.5
""
"IntervalTier"
"words"
0
1.5
2 ! two of them
0
0.5
""
0.5
1.5
"say ""x\"""
"""
    with pytest.raises(InvalidDataError, match="has 2 words"):
        read_textgrid(short.encode("utf-16"), source="mended")
    found = read_textgrid(short.replace("say ", "").encode("utf-16"), source="mended")
    assert found == [TimedWord('"x"', 0.5, 1.5, "mended")]
    with pytest.raises(InvalidDataError, match="no interval tier 'nouns'"):
        read_textgrid(short.encode(), source="mended", tier="nouns")


def test_webvtt_of_others_is_read_without_its_styles_notes_and_settings() -> None:
    theirs = (
        "WEBVTT - a title\r\nKind: captions\r\n\r\nSTYLE\r\n::cue {}\r\n\r\nNOTE one\r\n\r\n"
        "intro\r\n00:01.000 --> 00:02.500 align:start\r\n<v Ann><b>Walk</b></v>\r\n"
    )
    assert read_webvtt(theirs.encode(), source="recognised") == [TimedWord("Walk", 1.0, 2.5, "recognised")]


def test_log_likelihoods_in_ctm_are_no_confidences() -> None:
    theirs = b";; sclite\n\n7654 A 11.34 0.2  YES -6.763\n7654 B 1.34 0.2 I 0.5\n"
    assert read_ctm(theirs, source="recognised") == {
        ("7654", "A"): [TimedWord("YES", 11.34, 11.54, "recognised")],
        ("7654", "B"): [TimedWord("I", 1.34, 1.54, "recognised", 0.5)],
    }


GRID = textgrid(WORDS[:2], 2.0)


@pytest.mark.parametrize(
    ("read", "data", "fault"),
    [
        (read_webvtt, b"1\n00:00:01,000 --> 00:00:02,000\nWalk\n", "not WebVTT"),
        (read_webvtt, b"WEBVTT\n\n00:01.000 --> 00:02.000\ntwo words\n", "Cue 1 has 2 words"),
        (read_webvtt, b"WEBVTT\n\n00:01.000 --> soon\nWalk\n", "not the start and end"),
        (read_webvtt, b"WEBVTT\n\n00:02.000 --> 00:01.000\nWalk\n", "Cue 1 goes from 2.0 s to 1.0 s"),
        (read_srt, b"1\n00:00:01,000 --> 00:00:02\nWalk\n", "not the start and end"),
        (read_srt, b"\xff\xfe\x00", "UTF-8 or UTF-16"),
        (read_ctm, b"a 1 0.5 0.5\n", "Line 1 has 4 columns"),
        (read_ctm, b"a 1 * * <ALT>\n", "Line 1"),
        (read_ctm, b"a 1 nan 0.5 Walk\n", "Line 1 goes from"),
        (read_textgrid, b"RIFF", "no TextGrid|cut off"),
        (read_textgrid, GRID[:400].encode(), "cut off"),
        (read_textgrid, GRID.replace("xmax = 0.88", "xmax = later 0.88", 1).replace("0.880000", '"x"', 1).encode(),
         "a number is expected"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(read: Callable[..., object], data: bytes, fault: str) -> None:
    with pytest.raises(InvalidDataError, match=fault):
        read(data, source="mended")


@pytest.mark.parametrize("point", ".,")
def test_times_of_cues_have_a_point_or_a_comma(point: str) -> None:
    cue = f"00:01{point}000 --> 00:00:02{point}500\nWalk\n"
    for read, text in ((read_srt, f"1\n{cue}"), (read_webvtt, f"WEBVTT\n\n{cue}")):
        assert read(text.encode(), source="mended") == [TimedWord("Walk", 1.0, 2.5, "mended")]


@pytest.mark.parametrize(
    "write", [webvtt, srt, lambda words: ctm(words, "take"), lambda words: textgrid(words, 9.0)]
)
def test_what_cannot_be_written_is_refused(write: Callable[[Sequence[TimedWord]], str]) -> None:
    for text in ("", "two words", "line\nbreak"):
        with pytest.raises(InvalidDataError, match="not one token"):
            write([TimedWord(text, 0.0, 1.0, "aligned")])
    with pytest.raises(AlignmentError, match="Word 0"):
        write([TimedWord("Walk", 2.0, 1.0, "aligned")])


def test_ctm_needs_a_name_and_textgrid_room() -> None:
    for name in ("", "my take", ";;take"):
        with pytest.raises(InvalidDataError):
            ctm(WORDS, name)
    with pytest.raises(InvalidDataError, match="do not fit"):
        textgrid([TimedWord(word, 0.0, 0.0, "interpolated") for word in "abc"], 0.000_002)


# ---- the table


def spoken() -> AlignedRecording:
    return AlignedRecording("my take.wav", Audio(np.zeros(32_000, np.float32), 16_000), WORDS[:2])


def test_the_writer_is_chosen_by_the_extension() -> None:
    assert writer_for("a/words.VTT")(spoken()).decode() == webvtt(WORDS[:2])
    assert writer_for("words.TextGrid")(spoken()).decode() == textgrid(WORDS[:2], 2.0)
    assert writer_for("words.ctm")(spoken()).startswith(b"my_take 1 0.500")
    assert b'"word": "Turn"' in writer_for("words.json")(spoken())
    with pytest.raises(ConfigurationError, match=r"words\.docx"):
        writer_for("words.docx")


def test_every_writer_takes_a_recording_without_a_trace_or_asks_for_it() -> None:
    for suffix, write in WRITERS.items():
        if suffix == ".jsonl":
            with pytest.raises(ConfigurationError, match="pose trace"):
                write(spoken())
        else:
            assert write(spoken())


@pytest.mark.parametrize("suffix", ["ctm", "json", "srt", "TextGrid", "vtt"])
def test_words_come_back_from_every_file(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"words.{suffix}"
    path.write_bytes(writer_for(path)(spoken()))
    found = read_words(path, source="aligned")
    for word, written in zip(found, WORDS[:2], strict=True):
        assert word.word == written.word
        assert word.start_time == pytest.approx(written.start_time, abs=0.001)
        assert word.end_time == pytest.approx(written.end_time, abs=0.001)


def test_a_file_that_holds_no_words_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no reader"):
        read_words(tmp_path / "words.docx", source="mended")
    with pytest.raises(InvalidDataError, match=r"none\.json"):
        read_words(tmp_path / "none.json", source="mended")
    (tmp_path / "words.json").write_text('[{"start_time": 1.0}]')
    with pytest.raises(InvalidDataError, match="not a list of timed words"):
        read_words(tmp_path / "words.json", source="mended")


def test_a_textgrid_with_two_tiers_of_one_name_is_refused() -> None:
    tier = '"IntervalTier" "words" 0 1 1 0 1 "go"\n'
    grid = '"ooTextFile" "TextGrid" 0 1 <exists> {count}\n{tiers}'
    assert [
        word.word for word in read_textgrid(grid.format(count=1, tiers=tier).encode(), source="mended")
    ] == ["go"]
    with pytest.raises(InvalidDataError, match="has 2 interval tiers 'words'"):
        read_textgrid(grid.format(count=2, tiers=tier * 2).encode(), source="mended")


def test_no_cue_is_dropped_in_silence() -> None:
    times = "00:00:00,100 --> 00:00:00,200"
    (word,) = read_srt(f"1\na name\nanother line\n{times}\ngo\n".encode(), source="mended")
    assert (word.word, word.start_time) == ("go", 0.1)
    (word,) = read_srt(f"\n1\n\n{times}\ngo\n\n2\n".encode(), source="mended")
    assert word.word == "go"
    with pytest.raises(InvalidDataError, match="'left' stands alone, without the start and end of a cue"):
        read_srt(f"1\n{times}\ngo\n\nleft\n".encode(), source="mended")
