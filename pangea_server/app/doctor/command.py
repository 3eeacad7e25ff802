"""``pangea doctor``: what is missing, and what to do about it."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.table import Table

from pangea_server.core.cli.options import DataDir, EnvironmentSpec, Host, Port
from pangea_server.stores.opening.command_line import StoreName

FAILED = 1


def doctor(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data_dir: DataDir = None,
    environment: EnvironmentSpec = None,
    store: StoreName = None,
) -> None:
    """Check everything that a server needs, with the arguments of `pangea serve`.

    Exit code 1 when the server would not start; advice is marked !.
    """
    from pangea_server.app.doctor import examine
    from pangea_server.app.doctor.deployment import Deployment
    from pangea_server.core.settings import read_settings

    settings = read_settings(data_dir=data_dir, environment=environment, store=store)
    findings = list(examine(Deployment(settings, host, port)))
    table = Table(show_header=False, box=None)
    for finding in findings:
        mark = (
            "[red]✗[/red]"
            if finding.refused
            else "[yellow]![/yellow]"
            if finding.remedy
            else "[green]✓[/green]"
        )
        table.add_row(mark, finding.name, finding.detail)
        if finding.remedy:
            table.add_row("", "", f"[yellow]{finding.remedy}[/yellow]")
    Console().print(table)
    if any(finding.refused for finding in findings):
        raise typer.Exit(FAILED)
