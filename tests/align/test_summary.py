"""What ``pangea align`` prints at its end."""

from __future__ import annotations

import io

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


def printed(*findings: JobReport) -> list[str]:
    out = io.StringIO()
    show(findings, Console(file=out, width=80, force_terminal=True, no_color=True, color_system=None))
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
