"""A table of the outcomes of aligning: recordings that a person has to check come first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from rich.console import Console

    from align.batch import JobReport

MOST_FITTING = 20
"""The number of well-aligned recordings that are listed; of the rest, only the count is shown."""


def show(findings: Sequence[JobReport], console: Console, before: int = 0) -> int:
    """Print the table and a line of totals; returns how many failed.

    Args:
        before: how many of them were aligned in an earlier run.
    """
    if not findings:
        console.print("There is nothing to align.")
        return 0
    failed = [found for found in findings if found.report is None]
    doubtful = [found for found in findings if found.report and found.report.verdict == "doubtful"]
    fitting = [found for found in findings if found.report and found.report.verdict == "fits"]
    listed = [*failed, *doubtful, *(fitting if len(fitting) <= MOST_FITTING else ())]
    if listed:
        console.print(_table(listed))
    aligned = len(fitting) + len(doubtful)
    notes = [f"{len(doubtful)} doubtful"] * bool(doubtful) + [f"{before} before"] * bool(before)
    remarks = f" ({', '.join(notes)})" if notes else ""
    console.print(f"{aligned} aligned{remarks}, {len(failed)} failed.")
    return len(failed)


def _table(findings: Sequence[JobReport]) -> Table:
    table = Table("recording", "verdict")
    for name in ("timed", "unwritten", "silence", "unstable", "words/s"):
        table.add_column(name, justify="right")
    table.add_column("why", overflow="fold")
    if any(found.report and found.report.unwritten_share is None for found in findings):
        table.caption = "?: the engine cannot tell"
    for found in findings:
        table.add_row(*_cells(found))
    return table


def _cells(found: JobReport) -> tuple[str, ...]:
    report = found.report
    if report is None:
        return (escape(found.name), "[red]failed[/red]", "", "", "", "", "", escape(found.reason))
    return (
        escape(found.name),
        "[yellow]doubtful[/yellow]" if report.verdict == "doubtful" else "fits",
        f"{report.coverage:.0%}",
        _share(report.unwritten_share),
        _share(report.silence_share),
        "?" if report.unstable_words is None else str(report.unstable_words),
        f"{report.speaking_rate:.1f}",
        "; ".join(report.reasons),
    )


def _share(share: float | None) -> str:
    return "?" if share is None else f"{share:.0%}"
