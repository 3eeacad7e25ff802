"""``pangea review reviewers``: how much, how fast and how alike reviewers decide."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from pangea_server.core.cli.options import DataDir
from pangea_server.core.cli.tables import Listing
from pangea_server.stores.opening.command_line import StoreName, open_named

if TYPE_CHECKING:
    from pangea_server.quality.reviewers.figures import ReviewerFigures

UNKNOWN = "–"
COUNTED = (
    "decided",
    "accepted",
    "rejected",
    "sent back",
    "taken back",
    "seconds",
    "second reviews",
    "overturned",
)
COMPARED = ("annotations", "agreed", "kappa")


def reviewers(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Show each reviewer's decisions, their median seconds, what second reviews changed, and agreement by pairs."""
    from pydantic_core import to_json

    from pangea_server.quality.reviewers.decisions import read_figures

    with closing(open_named(data_dir, store)) as opened:
        figures = read_figures(opened.records)
    if as_json:
        typer.echo(to_json(figures))
    elif not figures.reviewers:
        typer.echo("Nobody has decided anything yet.")
    else:
        _show(figures)


def _show(figures: ReviewerFigures) -> None:
    listing = Listing("reviewer", *COUNTED, numbers=COUNTED)
    for row in figures.reviewers:
        counts = map(str, (row.decided, row.accepted, row.rejected, row.sent_back, row.taken_back))
        seconds = UNKNOWN if row.seconds is None else f"{row.seconds:.0f} ({row.timed})"
        share = UNKNOWN if row.overturned_share is None else f"{row.overturned} ({row.overturned_share:.0%})"
        listing.add(_name(row.reviewer_id), *counts, seconds, str(row.second_reviews), share)
    listing.show()
    if figures.pairs:
        typer.echo()
        compared = Listing("reviewer", "and", *COMPARED, "unknown because", numbers=COMPARED)
        for pair in figures.pairs:
            kappa = UNKNOWN if pair.kappa is None else f"{pair.kappa:.2f}"
            who = _name(pair.first), _name(pair.second)
            compared.add(*who, str(pair.annotations), str(pair.agreed), kappa, pair.reason)
        compared.show()
    alpha = figures.alpha
    if alpha.value is None:
        typer.echo(f"\nalpha unknown: {alpha.reason}")
    else:
        between = f", from {alpha.interval[0]:.2f} to {alpha.interval[1]:.2f}" if alpha.interval else ""
        typer.echo(f"\nalpha {alpha.value:.2f}{between}, {alpha.units} annotations")


def _name(reviewer: int | None) -> str:
    return "operator" if reviewer is None else str(reviewer)
