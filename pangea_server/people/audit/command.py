"""``pangea audit``: who did what, by number."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime
from typing import Annotated

import typer

from pangea_server.core.cli.options import DataDir
from pangea_server.stores.opening.command_line import StoreName


def audit(
    context: typer.Context,
    actor: Annotated[int | None, typer.Option(help="The person who acted; 0 is the command line.")] = None,
    subject: Annotated[int | None, typer.Option(help="To whom.")] = None,
    action: Annotated[
        str | None, typer.Option(help="An action, such as enrolled, accept or withdrawn.")
    ] = None,
    since: Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="From this day (UTC).")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON document a line.")] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """The audit log: who invited, promoted, removed or reviewed whom. Entries are added, never changed."""
    if context.invoked_subcommand is not None:
        return
    from pangea_server.core.settings import read_settings
    from pangea_server.people.audit.log import Sought, entries
    from pangea_server.stores.opening import open_store

    sought = Sought(actor=actor, subject=subject, action=action, since=since)
    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        for entry in entries(opened.records, sought):
            if json:
                typer.echo(entry.model_dump_json())
                continue
            who = "operator" if entry.actor is None else f"person {entry.actor}"
            whom = "" if entry.subject is None else f" person {entry.subject}"
            what = entry.action.replace("_", " ")
            typer.echo(f"{entry.at:%Y-%m-%d %H:%M:%S} {who}: {what}{whom} {entry.detail}".rstrip())
