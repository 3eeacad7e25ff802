"""``pangea doctor``: what is missing, and what to do about it."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pangea_server.core.cli.exit_codes import FAILED
from pangea_server.core.cli.options import DataDir, EnvironmentSpec, Host, Port
from pangea_server.stores.opening.command_line import StoreName


def doctor(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data_dir: DataDir = None,
    environment: EnvironmentSpec = None,
    store: StoreName = None,
) -> None:
    """Check everything that `pangea serve`, `backup` and `env build` need, with the arguments of `serve`.

    Reads every record, and decodes every picture that is not cut into tiles yet. Exit code 1 when the server would not
    start or stored data is damaged; advice is marked !.
    """
    from pangea_server.app.doctor import examine
    from pangea_server.app.doctor.deployment import Deployment
    from pangea_server.core.settings import read_settings

    settings = read_settings(data_dir=data_dir, environment=environment, store=store)
    findings = list(examine(Deployment(settings, host, port)))
    table = Table(show_header=False, box=None)
    table.add_column()
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    for finding in findings:
        mark = (
            "[red]✗[/red]"
            if finding.refused
            else "[yellow]![/yellow]"
            if finding.remedy
            else "[green]✓[/green]"
        )
        table.add_row(mark, finding.name, escape(finding.detail))
        if finding.remedy:
            table.add_row("", "", f"[yellow]{escape(finding.remedy)}[/yellow]")
    Console().print(table)
    if any(finding.refused for finding in findings):
        raise typer.Exit(FAILED)
