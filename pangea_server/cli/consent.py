"""``pangea consent`` and ``pangea retention``: what people agree to, and for how long it is kept."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from pangea_server.cli.options import DataDir, StoreName


def consent(
    folder: Annotated[
        Path,
        typer.Argument(
            exists=True, file_okay=False, help="A Markdown file per language: en.md, hi.md, te-IN.md."
        ),
    ],
    retention_days: Annotated[
        int | None, typer.Option(min=1, help="After how many days what was recorded is removed.")
    ] = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Ask everybody to agree to this text before anything is recorded. Another text is a new version."""
    from environments.errors import ConfigurationError
    from pangea_server.people.consent import publish
    from pangea_server.settings import read_settings
    from pangea_server.stores.opening import open_store

    texts = {file.stem: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.md"))}
    if not texts:
        raise ConfigurationError(f"There is no text in {folder}.", remedy="Write one, as en.md for example.")
    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        text = publish(opened.records, texts, retention_days)
    typer.echo(f"Version {text.version} is in force, in {', '.join(text.texts)}.")


def retention(
    remove: Annotated[
        bool, typer.Option("--remove", help="Remove it; without, only say how much it is.")
    ] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """What has been kept for longer than its person agreed to, by the retention of the consent text.

    With --remove, what servers tell each other of changes goes as well when it is a month old.
    """
    from pangea_server.changes import prune
    from pangea_server.people.retention import past_their_date, remove_past_their_date
    from pangea_server.records import now
    from pangea_server.settings import read_settings
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
