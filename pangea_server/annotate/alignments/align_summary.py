"""A table of the outcomes of aligning: recordings that a person has to check come first.

Why they have to be checked is said below the table, which so fits a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from pangea_server.core.cli.tables import Listing

if TYPE_CHECKING:
    from rich.console import Console

    from align import AlignmentReport
    from align.batch import JobReport

MEASURED = ("timed", "unwritten", "silence", "unstable", "words/s")
MOST_FITTING = 20
"""The number of well-aligned recordings that are listed; of the rest, only the count is shown."""


def show(findings: Sequence[JobReport], console: Console, before: int = 0) -> int:
    """Print the table and a line of totals; returns how many failed.

    Args:
        before: how many of them were aligned in an earlier run.
    """
    if not findings:
        typer.echo("There is nothing to align.")  # on stdout, which a server that runs this does not show
        return 0
    failed = [found for found in findings if found.report is None]
    doubtful = [found for found in findings if found.report and found.report.verdict == "doubtful"]
    fitting = [found for found in findings if found.report and found.report.verdict != "doubtful"]
    listed = [*failed, *doubtful, *(fitting if len(fitting) <= MOST_FITTING else ())]
    if listed:
        _listing(listed).show(console)
        for found in listed:
            for reason in _reasons(found):
                console.print(f"{found.name}: {reason}", markup=False, highlight=False, soft_wrap=False)
        if any(found.report and None in _known(found.report) for found in listed):
            console.print("?: the engine cannot tell")
    for found in findings:
        if found.report and found.report.region_doubted:
            console.print(
                f"{found.name}: sounds like {found.report.region}; try --language {found.report.region}"
            )
    aligned = len(fitting) + len(doubtful)
    notes = [f"{len(doubtful)} doubtful"] * bool(doubtful) + [f"{before} before"] * bool(before)
    remarks = f" ({', '.join(notes)})" if notes else ""
    console.print(f"{aligned} aligned{remarks}, {len(failed)} failed.")
    return len(failed)


def _listing(findings: Sequence[JobReport]) -> Listing:
    listing = Listing("recording", "verdict", *MEASURED, numbers=MEASURED)
    for found in findings:
        listing.add(*_cells(found))
    return listing


def _cells(found: JobReport) -> tuple[str, ...]:
    report = found.report
    if report is None:
        return (found.name, "failed", *[""] * len(MEASURED))
    return (
        found.name,
        report.verdict or "?",
        f"{report.coverage:.0%}",
        _share(report.unwritten_share),
        _share(report.silence_share),
        "?" if report.unstable_words is None else str(report.unstable_words),
        f"{report.speaking_rate:.1f}",
    )


def _reasons(found: JobReport) -> tuple[str, ...]:
    return (found.reason,) if found.report is None else found.report.reasons


def _known(report: AlignmentReport) -> tuple[object, ...]:
    return report.verdict, report.unwritten_share, report.silence_share, report.unstable_words


def _share(share: float | None) -> str:
    return "?" if share is None else f"{share:.0%}"
