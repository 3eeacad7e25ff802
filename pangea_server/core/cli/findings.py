"""Findings of `pangea env check`, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby

import typer
from rich.console import Console

from environments.check import PlaceFinding, Severity, Sureness

EXAMPLES = 3
COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


def print_json(findings: Sequence[PlaceFinding]) -> None:
    """Every finding, worst first."""
    rows = [asdict(finding) | {"severity": finding.severity.name.lower()} for finding in _sorted(findings)]
    typer.echo(json.dumps(rows, indent=1))


def print_findings(findings: Sequence[PlaceFinding]) -> None:
    """Each kind of finding, worst first, with a few examples and the remedy."""
    console = Console(soft_wrap=True, highlight=False)
    for (severity, kind), group in groupby(
        _sorted(findings), lambda finding: (finding.severity, finding.kind)
    ):
        same = list(group)
        console.print(
            f"[{COLOURS[severity]}]{severity.name.lower():8}[/] [bold]{kind}[/bold], {_count(same)}"
        )
        for line in _examples(same):
            console.print(f"         {line}", markup=False)
        console.print(f"         → {same[0].remedy}\n", markup=False)
    console.print(_summary(findings))


def _sorted(findings: Sequence[PlaceFinding]) -> list[PlaceFinding]:
    return sorted(findings, key=lambda finding: (-finding.severity, finding.kind, finding.scan_id))


def _count(findings: list[PlaceFinding]) -> str:
    scans = len({finding.scan_id for finding in findings})
    return f"{len(findings)} in {scans} scan{'s' if scans > 1 else ''}"


def _examples(findings: list[PlaceFinding]) -> list[str]:
    lines = [_line(finding) for finding in findings[:EXAMPLES]]
    more = len(findings) - EXAMPLES
    return [*lines, f"and {more} more; --json lists them"] if more > 0 else lines


def _line(finding: PlaceFinding) -> str:
    where = " ".join([finding.scan_id, *_few(finding.viewpoint_ids)])
    sure = "" if finding.sure is Sureness.CERTAIN else f" ({finding.sure})"
    return f"{where}: {finding.what}{sure}"


def _few(names: Sequence[str]) -> Sequence[str]:
    return names if len(names) <= EXAMPLES else [*names[:EXAMPLES], f"and {len(names) - EXAMPLES} more"]


def _summary(findings: Sequence[PlaceFinding]) -> str:
    counts = {severity: sum(finding.severity is severity for finding in findings) for severity in Severity}
    if not counts[Severity.ERROR] + counts[Severity.WARNING]:
        return "[green]No mistakes found.[/green]"
    words = [f"{counts[severity]} {severity.name.lower()}" for severity in sorted(Severity, reverse=True)]
    return ", ".join(word if word.startswith("1 ") else f"{word}s" for word in words) + "."
