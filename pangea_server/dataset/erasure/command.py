"""``pangea retention``: data kept for longer than allowed."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from pangea_server.core.cli.options import DataDir
from pangea_server.stores.opening.command_line import StoreName


def retention(
    remove: Annotated[
        bool, typer.Option("--remove", help="Remove the data; without this, only show how much it is.")
    ] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Show data that has been kept for longer than its person agreed to, by the retention of the consent text.

    With --remove, remove it, and the servers' change notices that are more than a month old.
    """
    from pangea_server.annotate.annotations.outbox import prune
    from pangea_server.core.records import now
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.erasure.retention import past_their_date, remove_past_their_date
    from pangea_server.stores.opening import open_store

    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        if remove:
            typer.echo(f"{remove_past_their_date(opened)} attempts were removed.")
            prune(opened.records, now())
            return
        due = list(past_their_date(opened.records, now()))
    people = {lease.annotator_id for lease in due}
    typer.echo(f"{len(due)} attempts of {len(people)} people are past their date.")
    if due:
        typer.echo("Remove them with: pangea retention --remove")
