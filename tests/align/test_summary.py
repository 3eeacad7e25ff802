"""What ``pangea align`` prints at its end."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from align import AlignmentReport
from align.batch import JobReport
from pangea_server.annotate.alignments.align_summary import show

DOUBTFUL = AlignmentReport(
    coverage=0.93,
    unwritten_share=0.12,
    silence_share=0.3,
    unstable_words=2,
    speaking_rate=3.4,
    verdict="doubtful",
    reasons=("not said: “Enter the kitchen on the other side of…”", "not written: 3.6 s at 0:12"),
)
UNKNOWN = AlignmentReport(
    coverage=1.0,
    unwritten_share=None,
    silence_share=None,
    unstable_words=None,
    speaking_rate=3.0,
    verdict=None,
)


def printed(*findings: JobReport, before: int = 0) -> list[str]:
    out = io.StringIO()
    console = Console(file=out, width=80, force_terminal=True, no_color=True, color_system=None)
    show(findings, console, before)
    return [line.replace("\x1b[1m", "").replace("\x1b[0m", "") for line in out.getvalue().splitlines()]


def test_every_reason_is_a_line_below_a_table_of_80_columns() -> None:
    lines = printed(JobReport("000026_guide_voice.wav", DOUBTFUL), JobReport("b.wav", UNKNOWN))
    assert lines[0].split() == [
        "recording",
        "verdict",
        "timed",
        "unwritten",
        "silence",
        "unstable",
        "words/s",
    ]
    assert all(len(line) <= 80 for line in lines)
    assert "000026_guide_voice.wav: not said: “Enter the kitchen on the other side of…”" in lines
    assert "000026_guide_voice.wav: not written: 3.6 s at 0:12" in lines
    assert lines[-1] == "2 aligned (1 doubtful), 0 failed."


def test_a_verdict_that_the_engine_cannot_give_is_a_question_mark() -> None:
    lines = printed(JobReport("b.wav", UNKNOWN))
    assert lines[1].split() == ["b.wav", "?", "100%", "?", "?", "?", "3.0"]
    assert "?: the engine cannot tell" in lines


FITS = replace(DOUBTFUL, verdict="fits", reasons=(), coverage=1.0)


def test_what_failed_comes_first_then_what_is_doubtful_and_all_is_counted() -> None:
    found = [
        JobReport("fits.wav", FITS),
        JobReport("odd.wav", DOUBTFUL),
        JobReport("no.wav", reason="It is silent."),
    ]
    lines = printed(*found, before=3)
    assert [line.split()[0] for line in lines[1:4]] == ["no.wav", "odd.wav", "fits.wav"]
    assert lines[2].split() == ["odd.wav", "doubtful", "93%", "12%", "30%", "2", "3.4"]
    assert lines[4] == "no.wav: It is silent."
    assert lines[-1] == "2 aligned (1 doubtful, 3 before), 1 failed."
    assert show(found, Console(file=io.StringIO())) == 1
    assert "?: the engine cannot tell" not in lines


@pytest.mark.parametrize(("fitting", "rows"), [(20, 21), (21, 1)])
def test_of_more_than_twenty_that_fit_only_the_count_is_shown(fitting: int, rows: int) -> None:
    lines = printed(
        *(JobReport(f"{number}.wav", FITS) for number in range(fitting)), JobReport("x.wav", DOUBTFUL)
    )
    assert sum(".wav " in line for line in lines) == rows
    assert lines[-1] == f"{fitting + 1} aligned (1 doubtful), 0 failed."


def test_a_region_that_fits_better_is_named() -> None:
    lines = printed(JobReport("a.wav", replace(FITS, region="en-GB", region_doubted=True)))
    assert "a.wav: sounds like en-GB; try --language en-GB" in lines


def test_nothing_to_align_is_said_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    assert (show([], Console(stderr=True)), capsys.readouterr().out) == (0, "There is nothing to align.\n")
