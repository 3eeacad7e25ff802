"""The tables that a person reads."""

from __future__ import annotations

from statistics import median

from rich.console import Console
from rich.table import Table

from tests.benchmarks.viewer.contest import NAMES
from tests.benchmarks.viewer.measure_regions import IN_VIEW
from tests.benchmarks.viewer.results import Claim, Results

WIDTH = 130


def show(results: Results) -> None:
    """Print every viewer's medians, then every claim."""
    console = Console(width=WIDTH)
    console.print(f"Shown: {results.source}. Chromium at 1024x768, drawing in software.")
    console.print(_viewers(results))
    usable = median(results.guide)
    console.print(f"The Guide's own page, on the same line: can be used after {1000 * usable:.0f} ms.")
    with_regions = median(turns.shown.frame_rate for turns in results.regions)
    without = median(turns.without.frame_rate for turns in results.regions)
    console.print(f"{IN_VIEW} regions in view: {with_regions:.1f} frames/s; without: {without:.1f}.")
    console.print(_claims(results.claims()))


def _viewers(results: Results) -> Table:
    table = Table(title="10 Mbit/s, 40 ms: first pixels / sharp; milliseconds but for the frame rate")
    for heading in ("viewer", "load", "prefetched step", "cold step", "frames/s", "CPU a frame", "sharpness"):
        table.add_column(heading, justify="left" if heading == "viewer" else "right")
    for viewer, name in NAMES.items():
        figures = results.figures(viewer)
        table.add_row(
            name,
            f"{figures['first_ms']:.0f} / {figures['sharp_ms']:.0f}",
            f"{figures['prefetched_seen_ms']:.0f} / {figures['prefetched_sharp_ms']:.0f}",
            f"{figures['cold_seen_ms']:.0f} / {figures['cold_sharp_ms']:.0f}",
            f"{figures['frame_rate']:.1f}",
            f"{figures['cpu_per_frame_ms']:.0f}",
            f"{figures['sharpness']:.2f}",
        )
    return table


def _claims(claims: list[Claim]) -> Table:
    table = Table(title="What is asked of PanGEA's viewer")
    for heading in ("", "median", "least to greatest", "against", "asked", "goal", ""):
        table.add_column(heading, justify="right" if heading in ("median", "asked", "goal") else "left")
    for claim in claims:
        sign = "≤" if claim.at_most else "≥"
        goal = "" if claim.goal is None else f"{sign} {claim.goal:.3g}"
        table.add_row(
            claim.name,
            f"{claim.value:.3g}",
            "" if claim.spread is None else "{:.3g} to {:.3g}".format(*claim.spread),
            claim.rival or "",
            f"{sign} {claim.bound:.3g}",
            goal,
            _mark(claim),
        )
    return table


def _mark(claim: Claim) -> str:
    if not claim.holds:
        return "[red]✗[/red]"
    return (
        "[green]✓ goal[/green]"
        if claim.goal is not None and claim.reaches(claim.goal)
        else "[green]✓[/green]"
    )
