"""``pangea doctor``: what is missing, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import typer
from rich.console import Console
from rich.table import Table

from environments.errors import PangeaError
from pangea_server.cli.options import DataDir, EnvironmentSpec, StoreName

FAILED = 1


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; ``remedy`` is empty when it is in order."""

    name: str
    detail: str
    remedy: str = ""


def doctor(data_dir: DataDir = None, environment: EnvironmentSpec = None, store: StoreName = None) -> None:
    """Look at everything that a server needs; exit code 1 when something is missing."""
    from pangea_server.doctor import checks
    from pangea_server.settings import read_settings

    settings = read_settings(data_dir=data_dir, environment=environment, store=store)
    findings = [_look(name, check) for name, check in checks(settings).items()]
    table = Table(show_header=False, box=None)
    for finding in findings:
        mark = "[red]✗[/red]" if finding.remedy else "[green]✓[/green]"
        table.add_row(mark, finding.name, finding.detail)
        if finding.remedy:
            table.add_row("", "", f"[yellow]{finding.remedy}[/yellow]")
    Console().print(table)
    if any(finding.remedy for finding in findings):
        raise typer.Exit(FAILED)


def _look(name: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(name, check())
    except PangeaError as error:
        return Finding(name, error.message, error.remedy or "See the documentation.")
